import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Batch } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./BatchPage.module.css";
import { useBatchMoves } from "./use-batch-moves.ts";

const strings = all.amend;

interface AmendDialogProps {
  readonly batch: Batch;
  /** The ids of the items to amend; if empty, the dialog links to the list of items. */
  readonly item_ids: readonly string[];
  /** Called when the dialog closes; `isDone` is true if the amendment was started. */
  readonly onClose: (isDone: boolean) => void;
}

/** Whether the batch can be amended: it is certified, and no amendment is in progress. */
export function canAmend({
  status,
  amendment,
  certifies,
}: Pick<Batch, "status" | "amendment" | "certifies">): boolean {
  return status === "certified" && certifies === null && (amendment === null || amendment === "failed");
}

/** Confirms the amendment of items of a certified batch, and explains what happens. */
export function AmendDialog({ batch, item_ids, onClose }: AmendDialogProps) {
  const { id, revision } = batch;
  const moves = useBatchMoves(batch);
  return (
    <Dialog
      title={strings.title}
      isOpen
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onPress={() => onClose(false)}>{everywhere.cancel}</Button>
          {item_ids.length === 0 ? (
            <ButtonLink look="primary" to="/items" search={{ batch: id }}>
              {strings.choose}
            </ButtonLink>
          ) : (
            <Button
              look="primary"
              isDisabled={moves.isBusy}
              onPress={() => void moves.amend(item_ids).then((isDone) => isDone && onClose(true))}
            >
              {strings.submit(item_ids.length)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
        <ol className={styles.steps}>
          <li>{strings.chosen(item_ids.length)}</li>
          <li>{strings.audit}</li>
          <li>{strings.outcome(revision)}</li>
        </ol>
        <p className={styles.quiet}>{strings.until(revision)}</p>
      </div>
    </Dialog>
  );
}
