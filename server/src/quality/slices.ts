import type { BatchRecord } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { readSlices } from "../queue/slices.ts";
import type { Quality } from "./schemas.ts";

/** The slices of the round in progress, otherwise those of the round that was judged last. */
export async function reportSlices(tx: Tx, batch: BatchRecord): Promise<Quality["slices"]> {
  const planned = batch.audit?.slices;
  if (planned === undefined) {
    const judged = batch.looks.at(-1)?.slices ?? [];
    return judged.map((slice) => ({ ...slice, audited: slice.n }));
  }
  const progress = await readSlices(tx, batch, planned);
  return planned.map((slice, place) => {
    const audited = progress[place]?.judged ?? 0;
    return { ...slice, audited, d: null, outcome: "open" as const, score: null };
  });
}
