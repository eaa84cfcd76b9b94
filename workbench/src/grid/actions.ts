import { strings as all } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";
import { REOPEN_KEY } from "../work/actions.ts";
import type { OpenDialog } from "../work/open-dialog.ts";
import { SUGGESTION_KEYS } from "../work/review-actions.ts";
import { lettersOf } from "../work/use-stream.ts";
import type { GridQueue } from "./grid-queue.ts";
import type { GridState } from "./grid-state.ts";
import type { How, Step } from "./selection.ts";

const strings = all.grid;

/** What the actions do that the grid has with and without tiles. */
interface FrameDeeds {
  readonly queue: GridQueue;
  readonly state: GridState;
  readonly onOpen: (over: OpenDialog) => void;
  readonly toSingle: () => void;
  readonly submit: () => void;
}

/** What the actions for tiles do. */
interface TileDeeds {
  /** Takes the label away from what is selected. */
  readonly clear: () => void;
  /** Rejects what models suggested for the selected tiles; null if there are no suggestions. */
  readonly reject: (() => void) | null;
  /** Keys without a modifier that no label has. */
  readonly letters: ReadonlySet<string>;
  readonly look: () => void;
  readonly go: (step: Step, how: How) => void;
  readonly select: (all: boolean) => void;
  readonly toggle: () => void;
}

/** Space and Enter press what has the focus, if that can be pressed. */
const isOnTiles = () => !["A", "BUTTON"].includes(document.activeElement?.tagName ?? "");

const ARROWS: readonly (readonly [Step, string])[] = [
  ["left", "ArrowLeft"],
  ["right", "ArrowRight"],
  ["up", "ArrowUp"],
  ["down", "ArrowDown"],
  ["first", "Home"],
  ["last", "End"],
];

/** The actions of the whole grid; those that the view of one item has too keep their ids, and so the keys that a user chose. */
export function frameActions({ queue, state, onOpen, toSingle, submit }: FrameDeeds): readonly Action[] {
  const hasTiles = () => state.tiles.length > 0;
  const letters = lettersOf(state.tiles[0]?.opened ?? null);
  const backKeys = ["Backspace", "U"].filter((key) => letters.has(key));
  return [
    {
      id: "work.submit",
      title: strings.submit,
      keys: ["Ctrl+Enter"],
      isOnce: true,
      run: submit,
      isEnabled: hasTiles,
    },
    {
      ...{ id: "work.skip", title: strings.skip, keys: ["Ctrl+Shift+Space"], run: () => onOpen("skip") },
      isEnabled: hasTiles,
    },
    {
      ...{ id: "work.reopen", title: all.actions.reopen, keys: [REOPEN_KEY, ...backKeys] },
      ...{ isOnce: true, run: () => void queue.reopenLast(), isEnabled: () => state.last !== null },
    },
    {
      ...{ id: "work.undo", title: all.actions.undo, keys: ["Ctrl+Z"], run: () => queue.undo() },
      isEnabled: () => state.canUndo,
    },
    {
      ...{ id: "work.redo", title: all.actions.redo, keys: ["Ctrl+Shift+Z", "Ctrl+Y"] },
      ...{ run: () => queue.redo(), isEnabled: () => state.canRedo },
    },
    {
      ...{ id: "work.guidelines", title: all.actions.guidelines, keys: ["F2"] },
      run: () => onOpen("guidelines"),
      isEnabled: hasTiles,
    },
    { id: "work.palette", title: all.actions.palette, keys: ["Ctrl+K"], run: () => onOpen("palette") },
    { id: "work.help", title: all.actions.keys, keys: ["?", "F1"], run: () => onOpen("help") },
    {
      ...{ id: "grid.discard", title: strings.discard, keys: [], run: () => void queue.discard() },
      isEnabled: () => state.tiles.some(({ refused_id }) => refused_id !== null),
    },
    { id: "grid.single", title: strings.single, keys: ["Alt+G"], run: toSingle },
  ];
}

/** The actions for tiles: those that select them, and what is done with one or with those that are selected. */
export function tileActions({
  clear,
  reject,
  letters,
  look,
  go,
  select,
  toggle,
}: TileDeeds): readonly Action[] {
  return [
    { id: "grid.select-all", title: strings.selectAll, keys: ["Ctrl+A"], run: () => select(true) },
    { id: "grid.select-none", title: strings.selectNone, keys: ["Escape"], run: () => select(false) },
    {
      ...{ id: "grid.toggle", title: strings.toggle, keys: ["Space"], run: toggle },
      isEnabled: isOnTiles,
    },
    { id: "grid.look", title: strings.look, keys: ["Enter"], run: look, isEnabled: isOnTiles },
    ...(reject === null
      ? []
      : [
          {
            ...{ id: "suggestion.reject", title: strings.reject, run: reject, isOnce: true },
            keys: [...["X"].filter((key) => letters.has(key)), SUGGESTION_KEYS.reject],
          },
        ]),
    { id: "grid.clear", title: strings.clear, keys: ["Delete"], run: clear },
    ...steps("only", "", strings.move, go),
    ...steps("range", "Shift+", strings.extend, go),
    ...steps("move", "Ctrl+", strings.walk, go),
  ];
}

function steps(how: How, modifier: string, title: string, go: TileDeeds["go"]): readonly Action[] {
  return ARROWS.map(([step, key]) => ({
    id: `grid.${how}-${step}`,
    title,
    keys: [modifier + key],
    run: () => go(step, how),
  }));
}
