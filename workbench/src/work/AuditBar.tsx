import { strings as all } from "#strings/work.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { change, useEntries } from "../editors/entries.ts";
import { useTyped } from "../editors/use-typed.ts";
import styles from "./AuditBar.module.css";
import type { Opened } from "./opened.ts";
import { REASON } from "./reason.ts";
import { auditActions } from "./review-actions.ts";
import { isVerified } from "./task.ts";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.audit;

const KEYS = { accept: "A", correct: "E" };

interface AuditBarProps {
  readonly current: Opened;
  readonly queue: TaskQueue;
}

/** The auditor's decision: accept or correct the label; in a blind audit, answer without seeing it. */
export function AuditBar({ current, queue }: AuditBarProps) {
  const { isAccepting, task } = current;
  useActions(
    isAccepting ? auditActions({ accept: () => queue.submit(), correct: () => queue.correct() }) : [],
  );
  if (isAccepting) {
    return (
      <section className={styles.bar} aria-label={strings.title}>
        <p>{strings.question}</p>
        <Button onPress={() => queue.correct()}>
          <kbd>{KEYS.correct}</kbd> {strings.correct}
        </Button>
        <Button look="primary" onPress={() => queue.submit()}>
          <kbd>{KEYS.accept}</kbd> {strings.accept}
        </Button>
      </section>
    );
  }
  if (!isVerified(task)) {
    return (
      <section className={styles.bar} aria-label={strings.title}>
        <p>{strings.blind}</p>
      </section>
    );
  }
  return (
    <section className={styles.bar} aria-label={strings.title}>
      <Reason document={current.document} />
    </section>
  );
}

/** The field for what is wrong with the label; saved with the draft. */
function Reason({ document }: Pick<Opened, "document">) {
  const reason = useEntries(document).get(REASON);
  const typed = useTyped(typeof reason === "string" ? reason : "", (text) =>
    change(document, strings.reasonChange, [[REASON, text === "" ? undefined : text]]),
  );
  return (
    <div className={styles.reason}>
      <Field {...typed} label={strings.reason} description={strings.reasonHelp} />
    </div>
  );
}
