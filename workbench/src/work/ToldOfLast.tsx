import { useMemo, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import { createDocument } from "../drafts/document.ts";
import { AnswerEditor } from "../editors/answer/AnswerEditor.tsx";
import { entriesOf } from "../editors/answer/answer.ts";
import styles from "./ToldOfLast.module.css";
import { titleOf } from "./task.ts";
import type { Told } from "./training.ts";

const strings = all.training;

interface ToldOfLastProps {
  readonly told: Told | null;
  readonly onClose: () => void;
}

/** In training, beside the next item and over nothing that moves: whether the last answer was right, and the known one. */
export function ToldOfLast({ told, onClose }: ToldOfLastProps) {
  return (
    <div className={styles.told} aria-live="polite">
      {told !== null && <Telling key={told.prepared.task.id} told={told} onClose={onClose} />}
    </div>
  );
}

function Telling({ told, onClose }: { readonly told: Told; readonly onClose: () => void }) {
  const { prepared, feedback } = told;
  const [isShown, setShown] = useState(false);
  const title = titleOf(prepared.task);
  const fields = feedback.wrong
    .filter((part) => part !== "result")
    .map((part) => part.replace(/^fields\./, ""));
  const close = () => setShown(false);
  return (
    <Notice
      tone={feedback.right ? "good" : "warn"}
      title={feedback.right ? strings.right(title) : strings.wrong(title)}
    >
      {fields.length > 0 && <p>{strings.fields(fields.join(", "))}</p>}
      <div className={styles.buttons}>
        {!feedback.right && <Button onPress={() => setShown(true)}>{strings.show}</Button>}
        <Button look="quiet" onPress={onClose}>
          {strings.close}
        </Button>
      </div>
      <Dialog
        title={strings.known(title)}
        isWide
        isOpen={isShown}
        onClose={close}
        actions={<Button onPress={close}>{strings.close}</Button>}
      >
        <Known told={told} />
      </Dialog>
    </Notice>
  );
}

function Known({ told: { prepared, feedback } }: { readonly told: Told }) {
  const { editor, Component, task, guidelines: project } = prepared;
  const { item } = task;
  const document = useMemo(
    () => createDocument(entriesOf({ editor, project, item }, feedback)),
    [editor, project, item, feedback],
  );
  return (
    <div className={styles.known}>
      <AnswerEditor {...{ editor, Component, item, project, document }} isReadOnly />
    </div>
  );
}
