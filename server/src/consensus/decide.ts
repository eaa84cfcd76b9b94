import { NONE } from "@assay/domain/consensus/answers.ts";
import { fitsMemory } from "@assay/domain/consensus/choose.ts";
import {
  type AskedMethod,
  type BatchConsensus,
  CONSENSUS_VERSION,
} from "@assay/domain/consensus/consensus.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { SingleLabel } from "@assay/domain/types/single-label.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { Tx } from "../platform/db.ts";
import type { ConsensusVersion } from "../platform/work-tables.ts";
import { typeOf } from "../tasks/guidelines.ts";
import { decideAside } from "./model.ts";
import { type BatchAnswers, type LabelChange, readBatchAnswers, writeLabels } from "./store.ts";

/** Versions that a batch keeps. */
const KEPT = 100;

/** What a model makes of a batch's answers. */
export interface Proposal {
  readonly answers: BatchAnswers;
  readonly decided: BatchConsensus;
  readonly changes: readonly LabelChange[];
}

/**
 * What the labels of a batch would be. Only a label that is a consensus changes, and only into one that
 * somebody gave the item: ties stay as they are, and so does what all agree on.
 *
 * Throws `invalid_state` for a type whose items have more than one label, `invalid_request` for Dawid–Skene
 * with too many labels and annotators.
 */
export async function proposeLabels(tx: Tx, batch: BatchRow, asked: AskedMethod): Promise<Proposal> {
  if (!isModelled(batch)) {
    const message = `labels of ${batch.canonical_type} are decided item by item; models are for types with one label`;
    throw new ServiceError("invalid_state", message);
  }
  const answers = await readBatchAnswers(tx, batch);
  if (asked === "dawid-skene" && !fitsMemory(answers.answers)) {
    const message = "there are too many labels and annotators for method dawid-skene; use one-coin";
    throw new ServiceError("invalid_request", message);
  }
  const decided = await decideAside({ answers: answers.answers, asked, known: answers.known });
  return { answers, decided, changes: changesOf(answers, decided) };
}

/** Computes the labels of a completed batch anew, as the next version. The caller holds the batch's lock. */
export async function decideLabelsOf(
  tx: Tx,
  batch: BatchRow,
  asked: AskedMethod,
  now: Date,
): Promise<BatchRow> {
  const { answers, decided, changes } = await proposeLabels(tx, batch, asked);
  await writeLabels(tx, batch, changes);
  const version: ConsensusVersion = {
    version: (batch.consensus.at(-1)?.version ?? 0) + 1,
    round: batch.round,
    asked,
    ...{ method: decided.method, reason: decided.reason, log_likelihoods: decided.log_likelihoods },
    model_version: CONSENSUS_VERSION,
    ...countsOf(answers),
    changed: changes.length,
    iterations: decided.objectives.length,
    created_at: now.toISOString(),
  };
  const consensus = JSON.stringify([...batch.consensus, version].slice(-KEPT));
  return updateBatch(tx, batch.id, { consensus, updated_at: now });
}

/**
 * The same once a round, before its sample is drawn; other types, and batches whose sample stands, stay as they are.
 * So does an amendment: nothing but the items that it names may change.
 */
export async function decideRound(tx: Tx, batch: BatchRow, now: Date): Promise<BatchRow> {
  const isDecided = batch.consensus.at(-1)?.round === batch.round;
  if (isDecided || batch.audit !== null || batch.amendment !== null || !isModelled(batch)) return batch;
  return decideLabelsOf(tx, batch, "auto", now);
}

function isModelled(batch: BatchRow): boolean {
  return typeOf(batch).schema === SingleLabel;
}

/** What a proposal rests on. */
export function countsOf({ items, labels, answers, known }: BatchAnswers) {
  return {
    items: items.length,
    answers: answers.worker.length,
    annotators: answers.workers,
    labels: labels.length,
    known: known.filter((label) => label !== NONE).length,
  };
}

function changesOf(
  { items, labels, present, isConsensus }: BatchAnswers,
  decided: BatchConsensus,
): LabelChange[] {
  return items.flatMap((item_id, item) => {
    const [from, to] = [labels[present[item] ?? NONE], labels[decided.label[item] ?? NONE]];
    const support = decided.support[item] ?? 0;
    if (isConsensus[item] !== 1 || from === undefined || to === undefined) return [];
    return from === to || support === 0 ? [] : [{ item_id, from, to, support }];
  });
}
