import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Time } from "../design/Time.tsx";
import type { Outgoing } from "../drafts/store.ts";
import styles from "./OutboxDialog.module.css";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.outbox;

interface OutboxDialogProps {
  readonly queue: Pick<TaskQueue, "outbox">;
  readonly outgoing: readonly Outgoing[];
  readonly onClose: () => void;
}

/** The decisions that the server does not have: send them again, export them as JSON, or discard them. */
export function OutboxDialog({ queue, outgoing, onClose }: OutboxDialogProps) {
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
        {outgoing.map(({ id, title, kind, queued_at, fault }) => (
          <li key={id} className={styles.one}>
            <strong>{title}</strong>
            <span>
              {strings.kinds[kind]} <Time at={new Date(queued_at).toISOString()} />
            </span>
            {fault !== null && (
              <>
                <p className={styles.fault}>{fault}</p>
                <Button onPress={() => void queue.outbox.send(id)}>{strings.retry}</Button>
                <Button look="danger" onPress={() => void queue.outbox.takeBack(id)}>
                  {strings.discard}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
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
