import { type FormEvent, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
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
  const decide = (reason: string) => {
    onClose();
    queue.passOver(what, reason);
  };
  const choose = (reason: string) => (reason === strings.reasons.other ? setOther(true) : decide(reason));
  useActions(isOther ? [] : skipActions(choose), true);
  const write = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason")).trim();
    if (reason !== "") decide(reason);
  };
  return (
    <Dialog title={what === "skip" ? strings.whySkip : strings.whyExclude} isOpen onClose={onClose}>
      {isOther ? (
        <form className={styles.reasons} onSubmit={write}>
          <Field label={strings.reason} name="reason" isRequired autoFocus />
          <Button type="submit" look="primary">
            {what === "skip" ? strings.skip : strings.exclude}
          </Button>
        </form>
      ) : (
        <div className={styles.reasons}>
          {SKIP_REASONS.map((reason, index) => (
            <Button key={reason} onPress={() => choose(reason)}>
              <kbd>{keyName(`Digit${index + 1}`)}</kbd> {reason}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
