import { createContext } from "react";

/** How annotators go from one item to the next where an item takes one label and nothing else. */
export interface Stream {
  /** Choosing a label submits the answer and opens the next item. */
  readonly advances: boolean;
  readonly setAdvances: (advances: boolean) => void;
  /** Submits the answer and opens the next item. */
  readonly next: () => void;
  /** Reopens the last answer. */
  readonly back: () => void;
  /** The label of the answer that `back` reopens; undefined if there is none. */
  readonly last: string | undefined;
  /** The reason of the last decision, if that was to skip the item: no way leads back to it. */
  readonly skipped: string | null;
  /** The key of `back`, as a button shows it. */
  readonly backKey: string;
  /** Shows many items at once; null where the items do not fit into a grid. */
  readonly toGrid: (() => void) | null;
}

/** Null where answers are submitted by hand: with several labels or more questions, in audits, and outside the work screen. */
export const StreamContext = createContext<Stream | null>(null);
