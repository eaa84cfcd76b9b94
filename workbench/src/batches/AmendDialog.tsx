import type { Batch } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./BatchPage.module.css";
import { useBatchMoves } from "./use-batch-moves.ts";

interface AmendDialogProps {
  readonly batch: Batch;
  /** Which items are answered again; with none the dialog leads to where they are chosen. */
  readonly item_ids: readonly string[];
  /** `isDone` is true where the amendment has begun. */
  readonly onClose: (isDone: boolean) => void;
}

/** Whether a new revision of a certified batch may be begun: it is certified, and none is in work. */
export function canAmend({ status, amendment }: Pick<Batch, "status" | "amendment">): boolean {
  return status === "certified" && (amendment === null || amendment === "failed");
}

/** Has items of a certified batch answered again, after saying what that means. */
export function AmendDialog({ batch, item_ids, onClose }: AmendDialogProps) {
  const { id, revision } = batch;
  const moves = useBatchMoves(batch);
  const count = item_ids.length === 1 ? "1 item" : `${item_ids.length.toLocaleString("en")} items`;
  return (
    <Dialog
      title="Amend a certified batch"
      isOpen
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onPress={() => onClose(false)}>Cancel</Button>
          {item_ids.length === 0 ? (
            <ButtonLink look="primary" to="/items" search={{ batch: id }}>
              Choose the items
            </ButtonLink>
          ) : (
            <Button
              look="primary"
              isDisabled={moves.isBusy}
              onPress={() => void moves.amend(item_ids).then((isDone) => isDone && onClose(true))}
            >
              Have {count} answered again
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
        <ol className={styles.steps}>
          <li>
            {item_ids.length === 1
              ? "The item loses its label and is"
              : `${item_ids.length === 0 ? "The items that you choose" : `The ${count}`} lose their labels and are`}{" "}
            answered again, under the newest guidelines.
          </li>
          <li>A new random sample of the whole batch is audited, by a stricter bound than before.</li>
          <li>
            Where it passes, revision {revision + 1} gets a certificate of its own. Where it fails, revision{" "}
            {revision} stands.
          </li>
        </ol>
        <p className={styles.quiet}>
          Until then the batch stays certified, and revision {revision} is what is downloaded. Each revision
          can be downloaded later too.
        </p>
      </div>
    </Dialog>
  );
}
