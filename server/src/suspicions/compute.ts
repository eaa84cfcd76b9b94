import { toleranceOf } from "@assay/domain/certification/policy.ts";
import type { AcceptedLabel } from "@assay/domain/models/suspicion.ts";
import { type BatchRow, findBatch } from "../batches/store.ts";
import { answersOf } from "../consensus/store.ts";
import type { Deps } from "../deps.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { readJudgedNames } from "../guidelines/judging-rules.ts";
import type { PresentNames } from "../guidelines/names.ts";
import type { LabelScores } from "../platform/database/answer-tables.ts";
import type { OtherLabels } from "../platform/database/model-tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { createPause } from "../platform/pause.ts";
import { predictionName } from "../quality/predicted.ts";
import { type AcceptedRow, findVectorKey, readAccepted, writeSuspicions } from "./store.ts";
import { suspectInThread } from "./thread.ts";

/** Numbers in the vectors of a block: 160 MB, and as much again while they are compared. */
const MOST_NUMBERS = 40_000_000;
/** The memory of a label's score, in numbers of a vector: it is in objects and maps. */
const LABEL_SCORE = 40;
/** Items of a block: labels are compared with the others of their block. */
const MOST_ITEMS = 50_000;
const PAGE = 500;
/** Models of an item whose labels are kept, and labels of each. */
const MOST_NAMED = 10;

interface Payload {
  readonly account_id: string;
  readonly batch_id: string;
  /** The position of the last item of the block before. */
  readonly after?: number;
}

/**
 * The job: computes how likely the labels of the next block of accepted items are wrong, and queues the next block. A run after a crash
 * computes its block again. Does nothing for a deleted batch.
 */
export async function computeSuspicions(
  deps: Deps,
  { account_id, batch_id, after = 0 }: Payload,
): Promise<void> {
  const { db, now } = deps;
  const batch = await findBatch(db, account_id, batch_id);
  if (batch === undefined) return;
  const started = now();
  // Results that are more than labels have no label that near items could have.
  const vectors = typeOf(batch).resultOf === null ? undefined : await findVectorKey(db, batch);
  const labelsOf = await db.transaction().execute((tx) => readLabels(tx, batch));
  const [rows, labels, predicted]: [AcceptedRow[], AcceptedLabel[], OtherLabels[][]] = [[], [], []];
  const models = createModels();
  const pause = createPause();
  let [last, isMore, numbers] = [after, true, 0];
  while (isMore && rows.length < MOST_ITEMS && numbers < MOST_NUMBERS) {
    const page = await readAccepted(db, batch, { after: last, limit: PAGE, vectors });
    for (const row of page) {
      await pause();
      const { others, ...label } = labelsOf(row, models.place);
      labels.push({ ...label, vector: row.vector && floatsIn(row.vector) });
      predicted.push(others);
      numbers += (vectors?.length ?? 0) + LABEL_SCORE * countScores(row);
      rows.push({ ...row, result: null, answers: null, predictions: [], vector: null }); // what is large is not kept twice
    }
    last = page.at(-1)?.position ?? last;
    isMore = page.length === PAGE;
  }
  const found = await suspectInThread(labels.map((label) => filled(label, models.count())));
  const block = { after, last: isMore ? last : null, started };
  const written = rows.flatMap(({ id, position }, place) => {
    const one = found[place];
    return one === undefined ? [] : [{ item_id: id, position, ...one, predicted: predicted[place] ?? [] }];
  });
  if ((await writeSuspicions(db, batch, written, block)) && isMore)
    await addJob(db, account_id, "compute_suspicions", { batch_id, after: last });
}

function countScores({ predictions }: AcceptedRow): number {
  return predictions.reduce((sum, { label_scores }) => sum + Object.keys(label_scores ?? {}).length, 0);
}

/** Places of models, from 0, by their first item. */
function createModels() {
  const places = new Map<string, number>();
  return {
    place(key: string) {
      const known = places.get(key) ?? places.size;
      places.set(key, known);
      return known;
    },
    count: () => places.size,
  };
}

interface Labeled extends Omit<AcceptedLabel, "vector"> {
  readonly others: OtherLabels[];
}

/**
 * What the delivered label and the predictions of an item say. Labels and sets of labels have their names in the judging rules; any other
 * result is the same as the delivered one if an audit would accept it.
 */
async function readLabels(
  tx: Parameters<typeof readJudgedNames>[0],
  batch: BatchRow,
): Promise<(row: AcceptedRow, placeOf: (model: string) => number) => Labeled> {
  const type = typeOf(batch);
  const isOfLabels = type.resultOf !== null;
  const tolerance = toleranceOf(batch.policy);
  const present: PresentNames = await readJudgedNames(tx, batch);
  const named = (result: unknown) => JSON.stringify([...new Set(type.labels(result))].sort());
  const names = new Map<string, string>();
  const nameOf = (name: string, version: number) => {
    const key = `${version} ${name}`;
    const known = names.get(key) ?? named(present(type.resultOf?.([name]), version));
    names.set(key, known);
    return known;
  };
  const renamed = (scores: LabelScores, version: number) => {
    const sums = new Map<string, number>(); // labels may have been merged
    for (const [name, score] of Object.entries(scores)) {
      const label = nameOf(name, version);
      sums.set(label, Math.min(1, (sums.get(label) ?? 0) + score));
    }
    return Object.fromEntries(sums);
  };
  const labelOf = (result: unknown, delivered: unknown) => {
    if (isOfLabels) return named(result);
    return type.acceptable(result, delivered, tolerance) ? "same" : "other";
  };
  const labelsIn = (result: unknown) => [...new Set(type.labels(result))].slice(0, MOST_NAMED);
  return (row, placeOf) => {
    const delivered = present(row.result, row.guideline_version);
    const own = isOfLabels ? named(delivered) : "same";
    const predictions: Labeled["predictions"][number][] = [];
    const others: OtherLabels[] = [];
    for (const { key, score, ...given } of row.predictions) {
      const result = present(given.result, given.guideline_version);
      const label_scores = given.label_scores && renamed(given.label_scores, given.guideline_version);
      const label = labelOf(result, delivered);
      predictions[placeOf(key)] = { label, score, label_scores };
      if (isOfLabels && label !== own) others.push({ ...predictionName(key), labels: labelsIn(result) });
    }
    const about = {
      label: own,
      posterior: posteriorOf(row),
      predictions,
      others: others.slice(0, MOST_NAMED),
    };
    if (!isOfLabels) return about;
    const answers = [...answersOf(row)].map(([annotator, version, result]) => ({
      annotator,
      label: named(present(result, version)),
    }));
    return { ...about, answers };
  };
}

/**
 * The posterior mean of the share of people who would give the delivered label, from a uniform prior: (support · n + 1) / (n + 2) of n
 * answers. Null unless the label is a consensus of answers.
 */
function posteriorOf({ support, answer_count }: AcceptedRow): number | null {
  return support === null ? null : (support * answer_count + 1) / (answer_count + 2);
}

/** The predictions of all models, with null for those that did not predict the item. */
function filled(label: AcceptedLabel, models: number): AcceptedLabel {
  return {
    ...label,
    predictions: Array.from({ length: models }, (_, model) => label.predictions[model] ?? null),
  };
}

function floatsIn(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
