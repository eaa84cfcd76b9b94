import type { AskedMethod } from "@assay/domain/consensus/consensus.ts";
import { type BatchRow, getBatch } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { type Db, inSnapshot } from "../platform/database/db.ts";
import { countsOf, proposeLabels } from "./decide.ts";
import type { ConsensusPreview } from "./schemas.ts";
import type { LabelChange } from "./store.ts";

/** Maximum number of changes in a preview. */
const SHOWN = 100;

/**
 * The changes that a method would make to a batch's labels, in any state; writes nothing. Throws like
 * `proposeLabels`.
 */
export async function previewConsensus(
  db: Db,
  account_id: string,
  id: string,
  asked: AskedMethod,
): Promise<ConsensusPreview> {
  return inSnapshot(db, async (tx) => {
    const batch = await getBatch(tx, account_id, id);
    const { answers, decided, changes } = await proposeLabels(tx, batch, asked);
    return {
      batch_id: batch.id,
      ...{ method: decided.method, reason: decided.reason, log_likelihoods: decided.log_likelihoods },
      ...countsOf(answers),
      changed: changes.length,
      changes: changes.slice(0, SHOWN).map((change) => toShown(batch, change)),
      versions: [...batch.consensus],
    };
  });
}

function toShown(batch: BatchRow, { item_id, from, to, support }: LabelChange) {
  const isOne = typeOf(batch).labelOf !== null;
  const shown = (labels: readonly string[]) => (isOne ? labels.join() : [...labels]);
  return { item_id, from: shown(from), to: shown(to), support };
}
