import { cutMiddle } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { startByPolicy } from "../auto-accept/start.ts";
import { type AutoAcceptRow, assertPredictionsMayChange, findActive } from "../auto-accept/store.ts";
import { assertNotCertifying } from "../batches/certifying.ts";
import { refreshOrder } from "../batches/order-job.ts";
import { type BatchRow, lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { insertGold, judgeAnswers, listKnown } from "../gold/known.ts";
import { answerFaults, type Guidelines, getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import type { LabelScores } from "../platform/database/answer-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { assertFilled } from "../queue/fill.ts";
import { deliverGold } from "../queue/items.ts";
import { predictionKey } from "../queue/predictions.ts";
import { createLineFaults, type LineFaults } from "./faults.ts";
import {
  clippedLine,
  fittedLine,
  GOLD_LINE,
  type ImportLine,
  type LineForm,
  PREDICTION_LINE,
} from "./line.ts";
import type { ImportOptions } from "./schemas.ts";
import { type LineSource, readLines } from "./source.ts";
import { type FindTarget, findTargets, lockTargets, type Target } from "./targets.ts";

interface Import {
  readonly account_id: string;
  readonly batch_id: string;
  readonly source: LineSource;
  readonly options: ImportOptions;
}

/** The result of importing the lines. */
interface Counts {
  readonly imported: number;
  /** Skipped lines whose item has such an answer already. */
  readonly skipped: number;
  readonly clipped: number;
  readonly refused: number;
  readonly faults: readonly string[];
}

/** A line whose item was found. */
export interface Found {
  readonly line: ImportLine;
  readonly item: Target;
}

interface Given {
  readonly batch: BatchRow;
  readonly guideline_version: number;
  readonly now: Date;
}

interface KnownLines {
  readonly form: LineForm;
  readonly targets: typeof findTargets;
  /** Of two lines with one key, the later replaces the earlier. */
  readonly keyOf: (found: Found) => string;
  /** The stored keys of these items. */
  readonly listKeys: (tx: Tx, account_id: string, item_ids: readonly string[]) => Promise<readonly string[]>;
}

const PREDICTIONS: KnownLines = {
  form: PREDICTION_LINE,
  targets: findTargets,
  keyOf: ({ line: { model = "", version }, item }) => `${item.id} ${predictionKey({ model, version })}`,
  async listKeys(tx, account_id, item_ids) {
    const { rows } = await sql<{ key: string }>`
      select item_id || ' ' || model as key from predictions
      where account_id = ${account_id} and item_id = any(${item_ids}::text[])`.execute(tx);
    return rows.map(({ key }) => key);
  },
};
const GOLD: KnownLines = {
  form: GOLD_LINE,
  targets: lockTargets, // concurrent answers to an item are judged by the gold before or after it
  keyOf: ({ item }) => item.id,
  listKeys: listKnown,
};

/**
 * Stores predictions of models for items. A version of a model has one prediction per item: a later line replaces
 * an earlier one, or is skipped. Throws `invalid_request` with the first 20 faults unless they are skipped, `not_found`.
 */
export async function importPredictions({ now }: Deps, tx: Tx, sent: Import): Promise<Counts> {
  const batch = await lockBatch(tx, sent.account_id, sent.batch_id);
  const run = await findActive(tx, sent);
  const counts = await importKnown(tx, batch, sent, now(), PREDICTIONS, (given, found) =>
    insertPredictions(tx, { ...given, run }, found),
  );
  await startByPolicy(tx, batch, now());
  await refreshOrder(tx, batch);
  return counts;
}

/**
 * Stores predictions without faults in a locked batch. One of the same version of a model for the same item is replaced. Throws
 * `invalid_state` while some may not change.
 */
export async function insertPredictions(
  tx: Tx,
  { run, ...given }: Given & { readonly run: AutoAcceptRow | undefined },
  found: readonly Found[],
): Promise<void> {
  const rows = found.map(({ line, item }) => ({
    id: newId("prediction"),
    item_id: item.id,
    model: predictionKey({ model: line.model ?? "", version: line.version }),
    name: line.version === undefined ? null : line.model,
    version: line.version,
    prompt_version: line.prompt_version,
    score: line.score === null ? null : Math.fround(line.score), // PostgreSQL's real cannot store 1e-60
    result: line.result,
    fields: line.fields,
    usage: line.usage,
    label_scores: line.label_scores,
    vector:
      line.vector === null ? null : Buffer.from(Float32Array.from(line.vector).buffer).toString("base64"),
  }));
  if (run !== undefined) assertPredictionsMayChange(run, rows);
  await sql`
    insert into predictions (id, account_id, batch_id, item_id, model, name, version, prompt_version, score, guideline_version,
      result, fields, usage, label_scores, vector, created_at)
    select id, ${given.batch.account_id}, ${given.batch.id}, item_id, model, name, version, prompt_version, score,
      ${given.guideline_version}::integer, result, fields, usage, label_scores, decode(vector, 'base64'), ${given.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, item_id text, model text, name text, version text, prompt_version text, score real, result jsonb, fields jsonb,
      usage jsonb, label_scores jsonb, vector text)
    on conflict (item_id, model) do update set score = excluded.score, result = excluded.result, fields = excluded.fields,
      usage = excluded.usage, label_scores = excluded.label_scores, vector = excluded.vector, prompt_version = excluded.prompt_version,
      guideline_version = excluded.guideline_version, created_at = excluded.created_at`.execute(tx);
}

/**
 * Stores known answers, one per item: a later line replaces an earlier one, or is skipped. They judge earlier
 * answers, and replace earlier labels while the batch is in work. Throws like `importPredictions`.
 */
export async function importGold({ now }: Deps, tx: Tx, sent: Import): Promise<Counts> {
  const batch = await lockBatch(tx, sent.account_id, sent.batch_id);
  return importKnown(tx, batch, sent, now(), GOLD, async (given, found) => {
    const rows = found.map(({ line, item }) => ({
      item_id: item.id,
      result: line.result,
      fields: line.fields,
    }));
    await insertGold(tx, given, rows);
    const item_ids = rows.map(({ item_id }) => item_id);
    await judgeAnswers(tx, given.batch, item_ids);
    // Labels do not change once a verdict is requested.
    if (["created", "processing"].includes(given.batch.status))
      await deliverGold(tx, [given.batch.account_id], item_ids);
  });
}

/**
 * Validates the lines in groups and passes them to `store`, with one line per key; `batch` is locked, so
 * that imports run one after the other.
 */
async function importKnown(
  tx: Tx,
  batch: BatchRow,
  { account_id, source, options }: Import,
  now: Date,
  kind: KnownLines,
  store: (given: Given, found: readonly Found[]) => Promise<void>,
): Promise<Counts> {
  assertNotCertifying(batch);
  assertFilled(batch);
  const guideline_version = await getGuidelineVersion(tx, batch);
  const guidelines = await getGuidelines(tx, batch, guideline_version);
  const faults = createLineFaults(options.skipsFaults, source.placeOf);
  const counts = { imported: 0, skipped: 0, clipped: 0 };
  for await (const read of readLines(source, kind.form, faults)) {
    const lines = read.map((line) => fittedLine(line, guidelines.allowed));
    const found = findItems(lines, await kind.targets(tx, batch, lines), faults);
    const wanted = options.skipsConflicts ? await withoutStored(tx, account_id, kind, found) : found;
    const fitted = options.clip ? wanted.map((each) => clippedIn(batch, each)) : wanted;
    const sound = fitted.filter((each) => isSound({ batch, guidelines, faults }, each));
    const last = new Map(sound.map((each) => [kind.keyOf(each), each]));
    await store({ batch, guideline_version, now }, [...last.values()]);
    counts.imported += sound.length;
    counts.skipped += found.length - wanted.length;
    const unchanged = new Set(wanted);
    counts.clipped += sound.filter((each) => !unchanged.has(each)).length;
    if (faults.isFull()) break;
  }
  faults.assertTolerable(counts.imported + counts.skipped);
  return { ...counts, ...faults.summary() };
}

/** The lines with their items; reports lines without one to `faults`. */
function findItems(lines: readonly ImportLine[], find: FindTarget, faults: LineFaults): Found[] {
  return lines.flatMap((line) => {
    const item = find(line);
    if (typeof item !== "string") return { line, item };
    faults.add(line.line, item);
    return [];
  });
}

/** The first line of each key that is not stored yet. */
async function withoutStored(
  tx: Tx,
  account_id: string,
  { keyOf, listKeys }: KnownLines,
  found: readonly Found[],
) {
  const item_ids = found.map(({ item }) => item.id);
  const keys = new Set(await listKeys(tx, account_id, item_ids));
  return found.filter((each) => {
    const isNew = !keys.has(keyOf(each));
    keys.add(keyOf(each));
    return isNew;
  });
}

function clippedIn(batch: BatchRow, found: Found): Found {
  const line = clippedLine(found.line, typeOf(batch), found.item);
  return line === found.line ? found : { ...found, line };
}

interface Check {
  readonly batch: BatchRow;
  readonly guidelines: Guidelines;
}

/** Whether the project's guidelines allow the answer of a line; reports a fault if not. */
function isSound({ faults, ...check }: Check & { readonly faults: LineFaults }, found: Found): boolean {
  const fault = faultOf(check, found);
  if (fault !== undefined) faults.add(found.line.line, fault);
  return fault === undefined;
}

/** Why the project's guidelines do not allow the answer of a line; undefined if they do. */
export function faultOf({ batch, guidelines }: Check, { line, item }: Found): string | undefined {
  // Nobody was asked: fields and attributes are optional, and validated if present.
  const asked = {
    ...guidelines,
    allowed: guidelines.allowedUnasked,
    ...(line.fields === undefined && { fields: [] }),
  };
  const [fault] = answerFaults(typeOf(batch), asked, item, line);
  if (fault !== undefined) return `${fault.path} ${fault.message}`;
  return line.label_scores === null
    ? undefined
    : labelScoresFault({ batch, guidelines }, item, line.label_scores);
}

/** Label scores name labels that a result may have, in types whose result is one label. */
function labelScoresFault(
  { batch, guidelines }: Check,
  item: Target,
  scores: LabelScores,
): string | undefined {
  const type = typeOf(batch);
  const { labelOf, resultOf } = type;
  if (labelOf === null || resultOf === null)
    return `label_scores does not fit ${type.name}, whose result is not one label`;
  for (const name of Object.keys(scores)) {
    const [fault] = type.validate(resultOf([name]), item, guidelines.allowed);
    if (fault !== undefined) return `label_scores.${cutMiddle(name, 100)} ${fault.message}`;
  }
  return undefined;
}
