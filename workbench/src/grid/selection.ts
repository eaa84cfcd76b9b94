/** Which tiles of a grid are selected, by their ids. */
export interface Selection {
  /** The tile with the cursor; null without tiles. */
  readonly at: string | null;
  /** Where a range begins. */
  readonly anchor: string | null;
  readonly chosen: ReadonlySet<string>;
}

/** A direction of the arrow keys, or the first and last tile. */
export type Step = "left" | "right" | "up" | "down" | "first" | "last";

/** How a step or a click changes the selection: to one tile, not at all, by one tile, or to the range up to it. */
export type How = "only" | "move" | "toggle" | "range";

export const NONE: Selection = { at: null, anchor: null, chosen: new Set() };

/** The selection after the cursor has gone to the tile `at`; `ids` are those of all tiles in order. */
export function gone(selection: Selection, ids: readonly string[], at: string, how: How): Selection {
  if (how === "move") return { ...selection, at };
  if (how === "only") return { at, anchor: at, chosen: new Set([at]) };
  if (how === "toggle") {
    const chosen = new Set(selection.chosen);
    if (!chosen.delete(at)) chosen.add(at);
    return { at, anchor: at, chosen };
  }
  const anchor = selection.anchor ?? selection.at ?? at;
  const [from = 0, to = 0] = [ids.indexOf(anchor), ids.indexOf(at)].sort((a, b) => a - b);
  return { at, anchor, chosen: new Set(ids.slice(Math.max(from, 0), to + 1)) };
}

/** The tile that is a step away from the cursor in a grid with so many columns; the last ones hold the cursor at the edge. */
export function stepped(
  { at }: Selection,
  ids: readonly string[],
  step: Step,
  columns: number,
): string | undefined {
  const place = at === null ? -1 : ids.indexOf(at);
  if (place < 0 || step === "first") return ids[0];
  if (step === "last") return ids.at(-1);
  const by = { left: -1, right: 1, up: -columns, down: columns }[step];
  return ids[place + by] ?? at ?? undefined;
}

/** The selection without tiles that have left the grid; the cursor goes to the first tile if its own has left. */
export function among(selection: Selection, ids: readonly string[]): Selection {
  const has = (id: string | null) => id !== null && ids.includes(id);
  const { at, anchor, chosen } = selection;
  return {
    at: has(at) ? at : (ids[0] ?? null),
    anchor: has(anchor) ? anchor : null,
    chosen: new Set([...chosen].filter(has)),
  };
}

/** The tiles that a key acts on: those that are selected, or the one with the cursor. */
export function targets({ at, chosen }: Selection): readonly string[] {
  if (chosen.size > 0) return [...chosen];
  return at === null ? [] : [at];
}
