import { labelsIn } from "../editors/text-classification/answer.ts";
import { rejectionOf } from "../work/rejection.ts";
import type { GridQueue } from "./grid-queue.ts";
import { idOf, type Tile } from "./grid-state.ts";

/** The label that a model suggests for a tile; undefined without a suggestion. */
export function suggestedFor({ opened }: Tile): string | undefined {
  return labelsIn(opened.task.item.predictions[0]?.result)[0];
}

/** Rejects what models suggest for tiles, see `rejectionOf`: tiles get the other label of two, or are skipped. */
export function rejectSuggestions(queue: GridQueue, tiles: readonly Tile[]): void {
  for (const [suggested, alike] of Map.groupBy(tiles, suggestedFor)) {
    const [first] = alike;
    if (suggested === undefined || first === undefined) continue;
    const ids = alike.map(idOf);
    const rejection = rejectionOf(first.opened.guidelines, suggested);
    if ("label" in rejection) queue.label(ids, rejection.label);
    else queue.skip(ids, rejection.reason);
  }
}
