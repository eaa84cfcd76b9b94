import type { Outgoing } from "../drafts/store.ts";
import type { Training } from "../work/deliver.ts";
import type { Opened } from "../work/opened.ts";
import type { Given, GivenFeedback } from "../work/task-queue-state.ts";

/** One task of the grid. */
export interface Tile {
  readonly opened: Opened;
  /** Why it was not submitted: the service's message about a refused answer, or what is missing; null if nothing happened. */
  readonly fault: string | null;
  /** The refused answer in the outbox, which the next submit of the tile replaces. */
  readonly refused_id: string | null;
}

/** What the grid shows. */
export interface GridState {
  /** `elsewhere`: another tab of this browser writes. `unfit`: the next items are not answered with one label. */
  readonly phase: "starting" | "working" | "waiting" | "empty" | "elsewhere" | "unfit";
  readonly tiles: readonly Tile[];
  readonly outgoing: readonly Outgoing[];
  /** The answer that can be reopened. */
  readonly last: Given | null;
  /** The number of items that this tab has submitted or skipped. */
  readonly finished: number;
  readonly isSignedOut: boolean;
  /** A fault or a hint, until the next action. */
  readonly notice: string | null;
  /** The last submit, if it left some tiles: how many answers it sent, and the ids of those tiles. */
  readonly sent: { readonly submitted: number; readonly left: readonly string[] } | null;
  /** Feedback on answers to items with a known answer, oldest first. */
  readonly feedback: readonly GivenFeedback[];
  /** How far the training is after the last answer; undefined in real work. */
  readonly training: Training | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The state before the store is open. */
export const GRID_AT_FIRST: GridState = {
  phase: "starting",
  tiles: [],
  outgoing: [],
  last: null,
  finished: 0,
  isSignedOut: false,
  notice: null,
  sent: null,
  feedback: [],
  training: undefined,
  canUndo: false,
  canRedo: false,
};

/** The id of a tile: that of its task. */
export function idOf({ opened }: Tile): string {
  return opened.task.id;
}
