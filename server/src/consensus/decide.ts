import { type AskedMethod, CONSENSUS_VERSION } from "@assay/domain/consensus/consensus.ts";
import { fitsSets, type SetConsensus } from "@assay/domain/consensus/label-sets.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ConsensusVersion } from "../platform/database/work-tables.ts";
import { decideInThread } from "./model.ts";
import { type BatchAnswers, type LabelChange, readBatchAnswers, writeLabels } from "./store.ts";
import { decideTogether } from "./together.ts";

/** Maximum number of versions that a batch keeps. */
const KEPT = 100;

/** A model's proposal for a batch's labels. */
export interface Proposal {
  readonly answers: BatchAnswers;
  readonly decided: SetConsensus;
  readonly changes: readonly LabelChange[];
}

/**
 * Computes new labels for a batch without storing them. Changes only labels that come from a consensus, and
 * only to labels that somebody gave the item; ties and unanimous labels stay.
 *
 * Throws `invalid_state` for a type whose results are more than labels, `invalid_request` for a method that
 * cannot handle this many labels, answers or annotators.
 */
export async function proposeLabels(tx: Tx, batch: BatchRow, asked: AskedMethod): Promise<Proposal> {
  if (!isModelled(batch)) {
    const message = `models can decide labels only for annotation types whose results are labels (got ${batch.canonical_type})`;
    throw new ServiceError("invalid_state", message);
  }
  const answers = await readBatchAnswers(tx, batch);
  const { sets } = answers;
  if (asked !== "auto" && !fitsSets(sets, asked)) {
    const other = fitsSets(sets, "one-coin") ? "one-coin" : "majority";
    const message = `too many labels, answers or annotators for the method ${asked}; use ${other}`;
    throw new ServiceError("invalid_request", message);
  }
  const decided = await decideInThread({ sets, asked });
  return { answers, decided, changes: changesOf(answers, decided) };
}

/** Recomputes the labels of a completed batch, as the next version. The caller holds the batch's lock. */
export async function decideLabelsOf(
  tx: Tx,
  batch: BatchRow,
  asked: AskedMethod,
  now: Date,
): Promise<BatchRow> {
  const { answers, decided, changes } = await proposeLabels(tx, batch, asked);
  await writeLabels(tx, batch, changes);
  return addVersion(tx, batch, now, {
    asked,
    ...{ method: decided.method, reason: decided.reason, log_likelihoods: decided.log_likelihoods },
    ...countsOf(answers),
    changed: changes.length,
    iterations: decided.iterations,
  });
}

type Computed = Omit<ConsensusVersion, "version" | "round" | "model_version" | "created_at">;

function addVersion(tx: Tx, batch: BatchRow, now: Date, computed: Computed): Promise<BatchRow> {
  const version: ConsensusVersion = {
    version: (batch.consensus.at(-1)?.version ?? 0) + 1,
    round: batch.round,
    model_version: CONSENSUS_VERSION,
    ...computed,
    created_at: now.toISOString(),
  };
  const consensus = JSON.stringify([...batch.consensus, version].slice(-KEPT));
  return updateBatch(tx, batch, { consensus, updated_at: now });
}

/**
 * The same once per round, before its sample is drawn, also for types whose results are more than labels but have a
 * model. Does nothing for other types, for batches with a sample, for those that certify a version of a dataset, and for
 * amendments, which may change only the items that they name.
 */
export async function decideRound(tx: Tx, batch: BatchRow, now: Date): Promise<BatchRow> {
  const isDecided = batch.consensus.at(-1)?.round === batch.round;
  const isFrozen = batch.dataset_id !== null;
  if (isDecided || isFrozen || batch.audit !== null || batch.amendment !== null) return batch;
  if (isModelled(batch)) return decideLabelsOf(tx, batch, "auto", now);
  const counts = await decideTogether(tx, batch);
  if (counts === null || counts.iterations === 0) return batch;
  const model = { method: "dawid-skene", reason: "parts", log_likelihoods: null } as const;
  return addVersion(tx, batch, now, { asked: "auto", ...model, ...counts });
}

function isModelled(batch: BatchRow): boolean {
  return typeOf(batch).resultOf !== null;
}

/** The data behind a proposal. */
export function countsOf({ items, labels, sets }: BatchAnswers) {
  return {
    items: items.length,
    answers: sets.answers.worker.length,
    annotators: sets.answers.workers,
    labels: labels.length,
    known: sets.isKnown.filter((known) => known === 1).length,
  };
}

function changesOf({ items, labels }: BatchAnswers, { changes }: SetConsensus): LabelChange[] {
  const namesOf = (indices: readonly number[]) => indices.flatMap((index) => labels[index] ?? []).sort();
  return changes.flatMap(({ item, from, to, support }) => {
    const item_id = items[item];
    return item_id === undefined ? [] : [{ item_id, from: namesOf(from), to: namesOf(to), support }];
  });
}
