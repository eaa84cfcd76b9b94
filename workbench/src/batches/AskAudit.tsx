import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Batch } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
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
    <Dialog
      title={strings.title}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{everywhere.cancel}</Button>
          <Button
            look="primary"
            isDisabled={moves.isBusy}
            onPress={() => void moves.ask(level).then((isDone) => isDone && onClose())}
          >
            {strings.submit}
          </Button>
        </>
      }
    >
      <p>{strings.help}</p>
      {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
      <LevelChoice
        hasNone={false}
        items={Math.max(1, batch.item_count - batch.excluded_count)}
        project_id={batch.project_id}
        value={level}
        onChange={setLevel}
      />
    </Dialog>
  );
}
