import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import type { Batch } from "../api/batch.ts";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { LevelChoice } from "../quality/LevelChoice.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.audit;

interface AskAuditProps {
  readonly batch: Batch;
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Starts an audit of a completed batch: the member chooses the level and sees its cost. */
export function AskAudit({ batch, moves, onClose }: AskAuditProps) {
  const [level, setLevel] = useState("standard");
  return (
    <SubmitDialog
      title={strings.title}
      isWide
      verb={strings.submit}
      isBusy={moves.isBusy}
      fault={moves.fault}
      onSubmit={() => void moves.ask(level).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{strings.help}</p>
      <LevelChoice
        hasNone={false}
        autoFocus
        items={Math.max(1, batch.item_count - batch.excluded_count)}
        project_id={batch.project_id}
        value={level}
        onChange={setLevel}
      />
    </SubmitDialog>
  );
}
