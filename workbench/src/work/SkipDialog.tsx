import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { SKIP_REASONS, skipActions } from "./actions.ts";
import styles from "./SkipDialog.module.css";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.skip;

interface SkipDialogProps {
  readonly what: "skip" | "exclude";
  readonly queue: Pick<TaskQueue, "passOver">;
  readonly onClose: () => void;
}

/** Asks for the reason to skip or exclude an item; digits choose one. */
export function SkipDialog({ what, queue, onClose }: SkipDialogProps) {
  const [isOther, setOther] = useState(what === "exclude");
  const [reason, setReason] = useState("");
  const title = what === "skip" ? strings.whySkip : strings.whyExclude;
  const decide = (why: string) => {
    onClose();
    queue.passOver(what, why);
  };
  const choose = (why: string) => (why === strings.reasons.other ? setOther(true) : decide(why));
  useActions(isOther ? [] : skipActions(choose), true);
  if (isOther) {
    return (
      <SubmitDialog
        title={title}
        verb={what === "skip" ? strings.skip : strings.exclude}
        isDisabled={reason.trim() === ""}
        onSubmit={() => decide(reason.trim())}
        onClose={onClose}
      >
        <Field label={strings.reason} value={reason} onChange={setReason} isRequired />
      </SubmitDialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onPress={onClose}>{everywhere.cancel}</Button>}>
      <div className={styles.reasons}>
        {SKIP_REASONS.map((each, index) => (
          <Button key={each} onPress={() => choose(each)} autoFocus={index === 0}>
            {each} <kbd>{keyName(`Digit${index + 1}`)}</kbd>
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
