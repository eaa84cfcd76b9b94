import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatsQuery } from "../api/annotation-types.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import { Select } from "../design/Select.tsx";
import styles from "./BatchPage.module.css";
import type { BatchMoves } from "./use-batch-moves.ts";

interface ExportDialogProps {
  readonly batch: Batch;
  readonly annotation_type: string;
  readonly moves: BatchMoves;
  /** `isMade` is true where an export is on its way. */
  readonly onClose: (isMade: boolean) => void;
}

/** Asks for an export of the labels as they are now, without a verdict. */
export function ExportDialog({ batch, annotation_type, moves, onClose }: ExportDialogProps) {
  const { data: formats } = useSuspenseQuery(formatsQuery);
  const [format, setFormat] = useState(batch.export_format);
  const [wish, setWish] = useState({ all_answers: false, bundle: false, media: false });
  const carrying = formats.filter(
    ({ name, aliases, annotation_types }) =>
      annotation_types.includes(annotation_type) || name === format || aliases.includes(format),
  );
  const choices = carrying.map(({ name, aliases }) => ({
    id: aliases.includes(format) ? format : name,
    name,
  }));

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
    <Dialog
      title="Export now"
      isOpen
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onPress={() => onClose(false)}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={moves.isBusy}
            onPress={() => void ask().then((isMade) => isMade && onClose(true))}
          >
            Export
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>The labels as they are at this moment. The file says that they are not certified.</p>
        {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
        <Select label="Format" options={choices} value={format} onChange={setFormat} />
        <Checkbox isSelected={wish.bundle} onChange={(bundle) => setWish({ ...wish, bundle })}>
          As a bundle, with dataset.jsonl and a manifest
        </Checkbox>
        <Checkbox isSelected={wish.all_answers} onChange={(all_answers) => setWish({ ...wish, all_answers })}>
          With every annotator’s answer
        </Checkbox>
        <Checkbox isSelected={wish.media} onChange={(media) => setWish({ ...wish, media })}>
          With the media files
        </Checkbox>
      </div>
    </Dialog>
  );
}
