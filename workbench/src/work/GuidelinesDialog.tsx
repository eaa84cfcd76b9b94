import { useState } from "react";
import { strings as all } from "#strings/work.ts";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Markdown } from "../design/Markdown.tsx";
import type { Guidelines, Task } from "./task.ts";

const strings = all.guidelines;

/** What this page has confirmed, as `project version`: guidelines are fetched once and do not change. */
const confirmed = new Set<string>();

/** Whether the member has yet to confirm this version, and what confirms it. */
export function useUnconfirmed(
  { id: task_id }: Task,
  { id, guideline_version, instructions, is_confirmed }: Guidelines,
) {
  const key = `${id} ${guideline_version}`;
  const [, redraw] = useState("");
  const isUnconfirmed = instructions !== null && !is_confirmed && !confirmed.has(key);
  const confirm = () => {
    confirmed.add(key);
    redraw(key);
    const params = { path: { id: task_id } };
    // a confirmation that is lost on its way is asked for again on the next visit
    void api.PUT("/v1/tasks/{id}/guidelines/confirmation", { params }).catch(() => undefined);
  };
  return [isUnconfirmed, confirm] as const;
}

interface GuidelinesDialogProps {
  readonly guidelines: Guidelines;
  /** Given where they must be confirmed before the work goes on; the button alone confirms. */
  readonly onConfirm: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The guidelines of the project. */
export function GuidelinesDialog({ guidelines, onConfirm, onClose }: GuidelinesDialogProps) {
  const { name, guideline_version, instructions } = guidelines;
  return (
    <Dialog
      title={strings.title(name)}
      isOpen
      isWide
      {...(onConfirm === undefined && { onClose })}
      actions={
        onConfirm === undefined ? (
          <Button look="primary" onPress={onClose} autoFocus>
            {strings.close}
          </Button>
        ) : (
          <>
            <ButtonLink to="/work/mine">{strings.back}</ButtonLink>
            <Button look="primary" onPress={onConfirm} autoFocus>
              {strings.confirm}
            </Button>
          </>
        )
      }
    >
      {onConfirm !== undefined && guideline_version > 1 && <p>{strings.changed(guideline_version)}</p>}
      {instructions === null ? <p>{strings.none}</p> : <Markdown hasImages>{instructions}</Markdown>}
    </Dialog>
  );
}
