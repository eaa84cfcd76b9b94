import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

interface ReworkProps {
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Asks before a failed batch goes back to its annotators. */
export function Rework({ moves, onClose }: ReworkProps) {
  return (
    <Dialog
      title="Send back to annotators"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={moves.isBusy}
            onPress={() => void moves.rework().then((isDone) => isDone && onClose())}
          >
            Send back
          </Button>
        </>
      }
    >
      {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
      <p>Rejected items lose their labels and are answered again. Then a new random sample is audited.</p>
    </Dialog>
  );
}
