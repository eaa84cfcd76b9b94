import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Batch } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import styles from "./BatchPage.module.css";
import { useBatchMoves } from "./use-batch-moves.ts";

const strings = all.amend;

interface AmendDialogProps {
  readonly batch: Batch;
  /** The words of the button that opens it. */
  readonly title?: string;
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
export function AmendDialog({ batch, title = strings.title, item_ids, onClose }: AmendDialogProps) {
  const { id, revision } = batch;
  const [reason, setReason] = useState("");
  const moves = useBatchMoves(batch);
  const cancel = () => onClose(false);
  const steps = (
    <>
      <ol className={styles.steps}>
        <li>{strings.chosen(item_ids.length)}</li>
        <li>{strings.audit}</li>
        <li>{strings.outcome(revision)}</li>
      </ol>
      <p className={styles.quiet}>{strings.until(revision)}</p>
    </>
  );
  if (item_ids.length > 0) {
    return (
      <SubmitDialog
        title={title}
        verb={strings.submit(item_ids.length)}
        isBusy={moves.isBusy}
        fault={moves.fault}
        onSubmit={() => void moves.amend(item_ids, reason.trim()).then((isDone) => isDone && onClose(true))}
        onClose={cancel}
      >
        {steps}
        <Field
          label={strings.reason}
          description={strings.reasonHelp}
          lines={3}
          maxLength={2_000}
          name="reason"
          value={reason}
          onChange={setReason}
        />
      </SubmitDialog>
    );
  }
  return (
    <Dialog
      title={strings.title}
      onClose={cancel}
      actions={
        <>
          <Button onPress={cancel}>{everywhere.cancel}</Button>
          <ButtonLink look="primary" to="/items" search={{ batch: id }}>
            {strings.choose}
          </ButtonLink>
        </>
      }
    >
      {steps}
    </Dialog>
  );
}
