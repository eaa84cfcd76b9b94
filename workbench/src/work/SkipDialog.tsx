import { useRef, useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { excludeReasons, type Reason, reasonActions, SKIP_REASONS } from "./actions.ts";
import styles from "./SkipDialog.module.css";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.skip;

interface SkipDialogProps {
  readonly what: "skip" | "exclude";
  /** Why annotators skipped the item that is excluded. */
  readonly given?: readonly string[];
  readonly queue: Pick<TaskQueue, "passOver">;
  readonly onClose: () => void;
}

/** Asks for the reason to skip or exclude an item; digits choose one. */
export function SkipDialog({ what, ...props }: SkipDialogProps) {
  return what === "skip" ? <Skip {...props} /> : <Exclude {...props} />;
}

/** A chosen reason skips the item at once. */
function Skip({ queue, onClose }: Omit<SkipDialogProps, "what">) {
  const [isOther, setOther] = useState(false);
  const skip = (reason: string) => {
    onClose();
    queue.passOver("skip", reason);
  };
  const choose = ([stored]: Reason) => (stored === null ? setOther(true) : skip(stored));
  if (isOther)
    return <Written title={strings.whySkip} verb={strings.skip} onSubmit={skip} onClose={onClose} />;
  return (
    <Dialog
      title={strings.whySkip}
      onClose={onClose}
      actions={<Button onPress={onClose}>{everywhere.cancel}</Button>}
    >
      <Reasons reasons={SKIP_REASONS} onChoose={choose} />
    </Dialog>
  );
}

/** Nobody takes an exclusion back on this screen, so a chosen reason stands in the field until it is confirmed. */
function Exclude({ queue, given = [], onClose }: Omit<SkipDialogProps, "what">) {
  const exclude = (reason: string) => {
    onClose();
    queue.passOver("exclude", reason);
  };
  return (
    <Written
      title={strings.whyExclude}
      verb={strings.exclude}
      reasons={excludeReasons(given)}
      onSubmit={exclude}
      onClose={onClose}
    />
  );
}

interface WrittenProps {
  readonly title: string;
  readonly verb: string;
  /** Reasons that can be chosen instead. */
  readonly reasons?: readonly Reason[];
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
}

/** A reason in the person's own words. */
function Written({ title, verb, reasons = [], onSubmit, onClose }: WrittenProps) {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const choose = ([, words]: Reason) => {
    setReason(words);
    field.current?.focus(); // Enter sends it
  };
  return (
    <SubmitDialog
      {...{ title, verb, onClose }}
      isDisabled={reason.trim() === ""}
      onSubmit={() => onSubmit(reason.trim())}
    >
      <Reasons reasons={reasons} onChoose={choose} />
      <Field
        label={strings.reason}
        value={reason}
        onChange={setReason}
        isRequired
        inputRef={field}
        autoFocus={reasons.length === 0}
      />
    </SubmitDialog>
  );
}

interface ReasonsProps {
  readonly reasons: readonly Reason[];
  readonly onChoose: (reason: Reason) => void;
}

function Reasons({ reasons, onChoose }: ReasonsProps) {
  useActions(reasonActions(reasons, onChoose), true);
  return (
    <div className={styles.reasons}>
      {reasons.map((reason, index) => (
        <Button key={reason[1]} onPress={() => onChoose(reason)} autoFocus={index === 0}>
          {reason[1]} <kbd>{keyName(`Digit${index + 1}`)}</kbd>
        </Button>
      ))}
    </div>
  );
}
