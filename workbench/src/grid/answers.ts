import { strings } from "#strings/work.ts";
import { givenLabels, labelsIn } from "../editors/text-classification/answer.ts";
import type { Opened } from "../work/opened.ts";
import type { Tile } from "./grid-state.ts";

type Fitting = Pick<Opened, "task" | "guidelines">;

/** Whether two tasks have the same labels to choose from. */
export function isOfOneProject({ guidelines: one }: Fitting, { guidelines: other }: Fitting): boolean {
  return one.id === other.id && one.guideline_version === other.guideline_version;
}

/** The label of a tile; undefined if it has none. */
export function labelOf({ document }: Pick<Opened, "document">): string | undefined {
  return givenLabels(document.entries())[0];
}

/** The label that a model suggests for a tile; undefined without a suggestion. */
export function suggestedFor({ opened }: Tile): string | undefined {
  return labelsIn(opened.task.item.predictions[0]?.result)[0];
}

/** Whether the label of a tile is the one that a model suggests for it. */
export function isSuggested(tile: Tile): boolean {
  const label = labelOf(tile.opened);
  return label !== undefined && label === suggestedFor(tile);
}

/** Why a tile cannot be submitted; null if it can. Two versions of an answer are compared in the view of one item. */
function faultOf({ opened }: Tile): string | null {
  return opened.keeper?.kept.at === "conflict"
    ? strings.grid.twoVersions
    : (opened.missing()?.message ?? null);
}

/** Whether a tile only waits for its label. */
function isBlank({ opened }: Tile): boolean {
  return labelOf(opened) === undefined && opened.keeper?.kept.at !== "conflict";
}

/**
 * The tiles that can be submitted, and the others, which say what is missing. One that only waits for its label says so if none can be
 * submitted: otherwise the person has not come to it yet.
 */
export function sortOut(tiles: readonly Tile[]): {
  readonly ready: readonly Tile[];
  readonly left: readonly Tile[];
} {
  const asked = tiles.map((tile) => ({ ...tile, fault: faultOf(tile) }));
  const ready = asked.filter(({ fault }) => fault === null);
  const left = asked.filter(({ fault }) => fault !== null);
  return {
    ready,
    left: left.map((tile) => (ready.length > 0 && isBlank(tile) ? { ...tile, fault: null } : tile)),
  };
}
