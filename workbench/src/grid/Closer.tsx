import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import type { Guidelines } from "../editors/editor.ts";
import { LabelBar } from "../editors/labels/LabelBar.tsx";
import { labelActions, pickableLabels } from "../editors/labels/pickable.ts";
import { Media } from "../editors/media/Media.tsx";
import { titleOf } from "../work/task.ts";
import { labelOf } from "./answers.ts";
import styles from "./GridPage.module.css";
import type { Tile } from "./grid-state.ts";

const strings = all.grid;

interface CloserProps {
  readonly tile: Tile;
  readonly project: Guidelines;
  readonly onPick: (name: string) => void;
  /** Shows the item so many tiles further on, if there is one. */
  readonly onGo: (tiles: 1 | -1) => void;
  readonly onClose: () => void;
}

/** The whole item of a tile; a label is given to this tile and closes it. */
export function Closer({ tile: { opened }, project, onPick, onGo, onClose }: CloserProps) {
  const label = labelOf(opened);
  const labels = pickableLabels(project, label === undefined ? [] : [label]);
  const pick = (name: string) => {
    onPick(name);
    onClose();
  };
  const previous = {
    id: "grid.look-previous",
    title: strings.previous,
    keys: ["ArrowLeft"],
    run: () => onGo(-1),
  };
  const next = { id: "grid.look-next", title: strings.next, keys: ["ArrowRight"], run: () => onGo(1) };
  useActions([previous, next, ...labelActions(labels, pick)], true);
  return (
    <Dialog
      title={titleOf(opened.task)}
      isWide
      onClose={onClose}
      actions={
        <>
          {[previous, next].map(({ id, title, keys: [key = ""], run }) => (
            <Button key={id} onPress={run}>
              {title} <kbd>{keyName(keyOf(id, key))}</kbd>
            </Button>
          ))}
          <Button onPress={onClose} autoFocus>
            {strings.close}
          </Button>
        </>
      }
    >
      <div className={styles.closer}>
        <Media item={opened.task.item} />
      </div>
      <LabelBar
        {...{ labels, project }}
        chosen={new Set(label === undefined ? [] : [label])}
        onPick={pick}
        purpose={all.grid.labels}
        isReadOnly={false}
      />
    </Dialog>
  );
}
