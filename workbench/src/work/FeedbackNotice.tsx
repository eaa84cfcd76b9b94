import { useMemo, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import { createDocument } from "../drafts/document.ts";
import { AnswerEditor } from "../editors/answer/AnswerEditor.tsx";
import { entriesOf } from "../editors/answer/answer.ts";
import styles from "./FeedbackNotice.module.css";
import { titleOf } from "./task.ts";
import type { GivenFeedback } from "./task-queue-state.ts";

const strings = all.training;

interface FeedbackNoticeProps {
  readonly given: GivenFeedback | null;
  readonly onClose: () => void;
}

/** Whether the last answer to an item with a known answer was right, where the policy gives feedback. */
export function FeedbackNotice({ given, onClose }: FeedbackNoticeProps) {
  return (
    <div className={styles.told} aria-live="polite">
      {given !== null && <Shown key={given.prepared.task.id} given={given} onClose={onClose} />}
    </div>
  );
}

function Shown({ given, onClose }: { readonly given: GivenFeedback; readonly onClose: () => void }) {
  const { prepared, feedback } = given;
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
      {isShown && (
        <Dialog
          title={strings.known(title)}
          isWide
          onClose={close}
          actions={
            <Button onPress={close} autoFocus>
              {strings.close}
            </Button>
          }
        >
          <KnownAnswer given={given} />
        </Dialog>
      )}
    </Notice>
  );
}

function KnownAnswer({ given: { prepared, feedback } }: { readonly given: GivenFeedback }) {
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
