import {
  type JudgedSlice,
  judgeSlices,
  type PlannedSlice,
  planSlices,
} from "@assay/domain/certification/slices.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { rankedUnits } from "../queue/audits.ts";
import { drawSlices, findSlices, readSlices } from "../queue/slices.ts";

/**
 * Plans the samples of the slices that the policy names, and draws the audits that floors need besides the `first`
 * ones of the batch.
 */
export async function openSlices(
  deps: Deps,
  tx: Tx,
  batch: BatchRow,
  { first, alpha }: { readonly first: number; readonly alpha: number },
): Promise<readonly PlannedSlice[]> {
  const keys = batch.policy.slices ?? [];
  if (keys.length === 0) return [];
  const ranked = await rankedUnits(deps, tx, batch);
  const found = await findSlices(
    tx,
    batch,
    ranked,
    keys.map(({ key }) => key),
    first,
  );
  const slices = planSlices(found, keys, batch.policy.score, alpha);
  await drawSlices(tx, batch, ranked, { slices, first });
  return slices;
}

/** The judged slices of the current round; null while some of their audits are open. */
export async function judgeSlicesOf(tx: Tx, batch: BatchRow, alpha: number): Promise<JudgedSlice[] | null> {
  const planned = batch.audit?.slices ?? [];
  const progress = await readSlices(tx, batch, planned);
  const audited = planned.map((slice, place) => ({ ...slice, judged: 0, d: 0, ...progress[place] }));
  if (audited.some(({ judged, n }) => judged < n)) return null;
  return judgeSlices(
    audited.map(({ judged: _all, ...slice }) => slice),
    alpha,
  );
}
