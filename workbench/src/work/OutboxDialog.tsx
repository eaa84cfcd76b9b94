import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Time } from "../design/Time.tsx";
import type { Outgoing } from "../drafts/store.ts";
import { isCorrectable } from "./again.ts";
import styles from "./OutboxDialog.module.css";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.outbox;

interface OutboxDialogProps {
  readonly queue: Pick<TaskQueue, "outbox">;
  readonly outgoing: readonly Outgoing[];
  readonly onClose: () => void;
  /** Shows a refused answer on the work screen, to be corrected; absent on pages that are none. */
  readonly onCorrect?: (outgoing: Outgoing) => void;
}

/** The decisions that the server does not have: send them again, export them as JSON, or discard them. */
export function OutboxDialog({ queue, outgoing, onClose, onCorrect }: OutboxDialogProps) {
  return (
    <Dialog
      title={strings.title}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{everywhere.close}</Button>
          <Button onPress={() => download(outgoing)} isDisabled={outgoing.length === 0}>
            {strings.export}
          </Button>
          <Button look="primary" onPress={() => void queue.outbox.send()}>
            {strings.send}
          </Button>
        </>
      }
    >
      {outgoing.length === 0 && <p>{strings.empty}</p>}
      <ul className={styles.list}>
        {outgoing.map((each) => (
          <One key={each.id} {...{ each, queue, onCorrect }} />
        ))}
      </ul>
    </Dialog>
  );
}

interface OneProps extends Pick<OutboxDialogProps, "queue"> {
  readonly each: Outgoing;
  readonly onCorrect: OutboxDialogProps["onCorrect"] | undefined;
}

/** A decision, and what can be done if it was refused. */
function One({ each, queue, onCorrect }: OneProps) {
  const { id, title, kind, queued_at, fault } = each;
  return (
    <li className={styles.one}>
      <strong>{title}</strong>
      <span>
        {strings.kinds[kind]} <Time at={new Date(queued_at).toISOString()} />
      </span>
      {fault !== null && (
        <>
          <p className={styles.fault}>{fault}</p>
          {onCorrect !== undefined && isCorrectable(each) && (
            <Button look="primary" onPress={() => onCorrect(each)}>
              {strings.correct}
            </Button>
          )}
          <Button onPress={() => void queue.outbox.send(id)}>{strings.retry}</Button>
          <Button look="danger" onPress={() => void queue.outbox.takeBack(id)}>
            {strings.discard}
          </Button>
        </>
      )}
    </li>
  );
}

function download(outgoing: readonly Outgoing[]): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(outgoing, null, 2)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = "outbox.json";
  link.click();
  URL.revokeObjectURL(url);
}
