import { rejectionOf } from "../work/rejection.ts";
import { suggestedFor } from "./answers.ts";
import type { GridQueue } from "./grid-queue.ts";
import { idOf, type Tile } from "./grid-state.ts";

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
