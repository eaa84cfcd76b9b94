import { useState } from "react";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Markdown } from "../design/Markdown.tsx";
import type { Guidelines } from "./task.ts";

/** Whether this person has not yet confirmed this version in this browser, and what confirms it. */
export function useUnconfirmed({ id, guideline_version, instructions }: Guidelines) {
  const key = `assay-guidelines-${id}`;
  const [, setConfirmed] = useState(0);
  const isUnconfirmed = instructions !== null && Number(localStorage.getItem(key)) < guideline_version;
  const confirm = () => {
    if (instructions !== null) localStorage.setItem(key, String(guideline_version));
    setConfirmed(guideline_version);
  };
  return [isUnconfirmed, confirm] as const;
}

interface GuidelinesDialogProps {
  readonly guidelines: Guidelines;
  /** They are to be read before going on. */
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** What the project's owner tells those who label. */
export function GuidelinesDialog({ guidelines, isNew, onClose }: GuidelinesDialogProps) {
  const { name, guideline_version, instructions } = guidelines;
  return (
    <Dialog
      title={`Guidelines of ${name}`}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose} autoFocus>
          {isNew ? "I have read them" : "Close"}
        </Button>
      }
    >
      {isNew && guideline_version > 1 && <p>They have changed: this is version {guideline_version}.</p>}
      {instructions === null ? <p>The project has none.</p> : <Markdown hasImages>{instructions}</Markdown>}
    </Dialog>
  );
}
