import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { change, useEntries } from "../editors/entries.ts";
import { useTyped } from "../editors/use-typed.ts";
import styles from "./AuditBar.module.css";
import type { Desk } from "./desk.ts";
import type { Opened } from "./opened.ts";
import { REASON } from "./reason.ts";
import { auditActions } from "./review-actions.ts";
import { isVerified } from "./task.ts";

interface AuditBarProps {
  readonly current: Opened;
  readonly desk: Desk;
}

/** What an auditor decides: the label that is shown stands, or is corrected; a blind one answers anew. */
export function AuditBar({ current, desk }: AuditBarProps) {
  const { isAccepting, task } = current;
  useActions(isAccepting ? auditActions({ accept: () => desk.submit(), correct: () => desk.correct() }) : []);
  if (isAccepting) {
    return (
      <section className={styles.bar} aria-label="Audit">
        <p>This is the delivered label. Does it stand?</p>
        <Button onPress={() => desk.correct()}>
          <kbd>E</kbd> Correct
        </Button>
        <Button look="primary" onPress={() => desk.submit()}>
          <kbd>A</kbd> Accept
        </Button>
      </section>
    );
  }
  if (!isVerified(task)) {
    return (
      <section className={styles.bar} aria-label="Audit">
        <p>A blind audit: answer as if nobody had before.</p>
      </section>
    );
  }
  return (
    <section className={styles.bar} aria-label="Audit">
      <Reason document={current.document} />
    </section>
  );
}

/** What is wrong with the label; a part of the draft. */
function Reason({ document }: Pick<Opened, "document">) {
  const reason = useEntries(document).get(REASON);
  const typed = useTyped(typeof reason === "string" ? reason : "", (text) =>
    change(document, "Reason", [[REASON, text === "" ? undefined : text]]),
  );
  return (
    <div className={styles.reason}>
      <Field
        {...typed}
        label="What is wrong with it"
        description="Annotators see this if the item is sent back to them."
      />
    </div>
  );
}
