import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.rework;

interface ReworkProps {
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Asks for a reason before a failed batch goes back to its annotators. */
export function Rework({ moves, onClose }: ReworkProps) {
  const [reason, setReason] = useState("");
  return (
    <Dialog
      title={strings.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{everywhere.cancel}</Button>
          <Button
            look="primary"
            isDisabled={moves.isBusy || reason.trim() === ""}
            onPress={() => void moves.rework(reason.trim()).then((isDone) => isDone && onClose())}
          >
            {strings.submit}
          </Button>
        </>
      }
    >
      {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
      <p>{strings.help}</p>
      <Field
        label={strings.reason}
        description={strings.reasonHelp}
        lines={3}
        maxLength={2_000}
        value={reason}
        onChange={setReason}
        isRequired
        autoFocus
      />
    </Dialog>
  );
}
