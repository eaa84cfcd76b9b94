import { Link } from "@tanstack/react-router";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import type { Kept } from "../drafts/keeper.ts";
import { formatNumber } from "../strings/format.ts";
import type { OpenDialog } from "../work/open-dialog.ts";
import styles from "../work/TopBar.module.css";
import { AllActions, Arrow, SaveState } from "../work/TopBar.tsx";
import { isSuggested, labelOf } from "./answers.ts";
import type { GridQueue } from "./grid-queue.ts";
import type { GridState, Tile } from "./grid-state.ts";

const strings = all.grid;

interface GridBarProps {
  readonly queue: GridQueue;
  readonly state: GridState;
  readonly onOpen: (over: OpenDialog) => void;
  readonly toSingle: () => void;
  readonly submit: () => void;
}

/** How many tiles have a label, where their drafts are saved, and the actions of the whole grid. */
export function GridBar({ queue, state, onOpen, toSingle, submit }: GridBarProps) {
  const { tiles, outgoing, canUndo, canRedo } = state;
  const labeled = tiles.filter(({ opened }) => labelOf(opened) !== undefined).length;
  return (
    <header className={styles.bar}>
      <Link to="/work/mine" className={styles.back} aria-label={all.bar.back} title={all.bar.back}>
        <Arrow path="M12.5 8h-9M7.5 4l-4 4 4 4" />
      </Link>
      <div className={styles.where}>
        <h1 className={styles.title}>{tiles[0]?.opened.guidelines.name ?? strings.title}</h1>
        <SaveState kept={tiles.length > 0 ? worst(tiles) : undefined} {...{ outgoing, onOpen }} />
      </div>
      <span role="status" className={styles.count}>
        {tiles.length > 0 && strings.progress(labeled, tiles.length, tiles.filter(isSuggested).length)}
      </span>
      {tiles.length > 0 && (
        <span aria-hidden="true" className={styles.brief}>
          {everywhere.numberOf(formatNumber(labeled), formatNumber(tiles.length))}
        </span>
      )}
      <span className={styles.space} />
      {tiles.length > 0 && (
        <div className={styles.steps}>
          <span className={styles.wide}>
            <Button look="quiet" onPress={toSingle}>
              {strings.single}
            </Button>
          </span>
          <Button look="quiet" aria-label={all.bar.undo} isDisabled={!canUndo} onPress={() => queue.undo()}>
            <Arrow path="M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6" />
          </Button>
          <Button look="quiet" aria-label={all.bar.redo} isDisabled={!canRedo} onPress={() => queue.redo()}>
            <Arrow path="m10 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10" />
          </Button>
          <span className={styles.wide}>
            <Button look="quiet" onPress={() => onOpen("guidelines")}>
              {all.bar.guidelines}
            </Button>
          </span>
          <Button onPress={() => onOpen("skip")}>{all.bar.skip}</Button>
          <Button look="primary" isDisabled={labeled === 0} onPress={submit}>
            {strings.submitShort}
          </Button>
        </div>
      )}
      <AllActions onOpen={onOpen} />
    </header>
  );
}

const RANKS = ["server", "way", "here", "conflict"];

/** The state of the draft that needs the most attention. */
function worst(tiles: readonly Tile[]): Kept | null {
  const all = tiles.flatMap(({ opened }) => opened.keeper?.kept ?? []);
  return all.sort((a, b) => RANKS.indexOf(b.at) - RANKS.indexOf(a.at))[0] ?? null;
}
