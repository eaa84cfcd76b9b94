import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Notice } from "../design/Notice.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.rework;

interface ReworkProps {
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Confirms that a failed batch goes back to the annotators. */
export function Rework({ moves, onClose }: ReworkProps) {
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
            isDisabled={moves.isBusy}
            onPress={() => void moves.rework().then((isDone) => isDone && onClose())}
          >
            {strings.submit}
          </Button>
        </>
      }
    >
      {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
      <p>{strings.help}</p>
    </Dialog>
  );
}
