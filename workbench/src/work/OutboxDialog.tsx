import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Time } from "../design/Time.tsx";
import type { Outgoing } from "../drafts/store.ts";
import type { Desk } from "./desk.ts";
import styles from "./OutboxDialog.module.css";

interface OutboxDialogProps {
  readonly desk: Desk;
  readonly outgoing: readonly Outgoing[];
  readonly onClose: () => void;
}

/** What was decided here and the server does not have: sent again, taken along as JSON, or given up. */
export function OutboxDialog({ desk, outgoing, onClose }: OutboxDialogProps) {
  return (
    <Dialog
      title="On its way to the server"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => download(outgoing)} isDisabled={outgoing.length === 0}>
            Export as JSON
          </Button>
          <Button look="primary" onPress={() => void desk.outbox.send()}>
            Send now
          </Button>
        </>
      }
    >
      {outgoing.length === 0 && <p>Everything has arrived.</p>}
      <ul className={styles.list}>
        {outgoing.map(({ id, title, kind, queued_at, fault }) => (
          <li key={id} className={styles.one}>
            <strong>{title}</strong>
            <span>
              {kind} · <Time at={new Date(queued_at).toISOString()} />
            </span>
            {fault !== null && (
              <>
                <p className={styles.fault}>{fault}</p>
                <Button onPress={() => void desk.outbox.send(id)}>Try again</Button>
                <Button look="danger" onPress={() => void desk.outbox.takeBack(id)}>
                  Give it up
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
