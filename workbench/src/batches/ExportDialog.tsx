import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import styles from "./BatchPage.module.css";
import { FormatChoice } from "./FormatChoice.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.exportNow;

interface ExportDialogProps {
  readonly batch: Batch;
  readonly annotation_type: string;
  readonly moves: BatchMoves;
  /** Called when the dialog closes; `isMade` is true if an export was started. */
  readonly onClose: (isMade: boolean) => void;
}

/** Starts an export of the current labels, which are not certified. */
export function ExportDialog({ batch, annotation_type, moves, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState(batch.export_format);
  const [wish, setWish] = useState({ all_answers: false, bundle: false, media: false });

  const ask = () =>
    moves.move(() =>
      api.POST("/v1/exports", {
        body: {
          batch_id: batch.id,
          format,
          include: wish.all_answers ? "all_answers" : "accepted",
          bundle: wish.bundle,
          media: wish.media,
        },
      }),
    );

  return (
    <SubmitDialog
      title={strings.title}
      verb={strings.submit}
      isBusy={moves.isBusy}
      fault={moves.fault}
      onSubmit={() => void ask().then((isMade) => isMade && onClose(true))}
      onClose={() => onClose(false)}
    >
      <div className={styles.form}>
        <p>{strings.help(batch.status === "certified")}</p>
        <FormatChoice annotation_type={annotation_type} value={format} onChange={setFormat} />
        <Checkbox isSelected={wish.bundle} onChange={(bundle) => setWish({ ...wish, bundle })}>
          {strings.bundle}
        </Checkbox>
        <Checkbox isSelected={wish.all_answers} onChange={(all_answers) => setWish({ ...wish, all_answers })}>
          {strings.allAnswers}
        </Checkbox>
        <Checkbox isSelected={wish.media} onChange={(media) => setWish({ ...wish, media })}>
          {strings.media}
        </Checkbox>
      </div>
    </SubmitDialog>
  );
}
