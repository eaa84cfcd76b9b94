import { sql } from "kysely";
import { type BatchRow, lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { insertGold, judgeAnswers } from "../gold/known.ts";
import { answerFaults, type Guidelines, getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { assertFilled } from "../queue/fill.ts";
import { deliverGold } from "../queue/settle.ts";
import { createLineFaults, type LineFaults } from "./faults.ts";
import { GOLD_LINE, type ImportLine, type LineForm, PREDICTION_LINE } from "./line.ts";
import { type LineSource, readLines } from "./source.ts";
import { findTargets, lockTargets, type Target, unknownItem } from "./targets.ts";

interface Import {
  readonly account_id: string;
  readonly batch_id: string;
  readonly source: LineSource;
}

/** A line whose item was found and whose answer the project's guidelines allow. */
interface Checked {
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
}

const PREDICTIONS: KnownLines = { form: PREDICTION_LINE, targets: findTargets };
/** The items are locked: who answers one meanwhile is judged by the gold, before it or after. */
const GOLD: KnownLines = { form: GOLD_LINE, targets: lockTargets };

/**
 * Stores what models say of items. A model has one prediction per item: a later line takes the place of an
 * earlier one. Gives how many lines there were. Throws `invalid_request` with the first 20 faults, `not_found`.
 */
export async function importPredictions({ now }: Deps, tx: Tx, sent: Import): Promise<number> {
  return importChecked(tx, sent, now(), PREDICTIONS, async (given, checked) => {
    const rows = checked.map(({ line, item }) => ({
      id: newId("prediction"),
      item_id: item.id,
      model: line.model,
      score: line.score === null ? null : Math.fround(line.score), // 1e-60 is no real to PostgreSQL
      result: line.result,
    }));
    const last = new Map(rows.map((row) => [`${row.item_id} ${row.model}`, row]));
    await sql`
      insert into predictions (id, batch_id, item_id, model, score, guideline_version, result, created_at)
      select id, ${given.batch.id}, item_id, model, score, ${given.guideline_version}::integer, result, ${given.now}
      from jsonb_to_recordset(${JSON.stringify([...last.values()])}::jsonb) as row (
        id text, item_id text, model text, score real, result jsonb)
      on conflict (item_id, model) do update set score = excluded.score, result = excluded.result,
        guideline_version = excluded.guideline_version, created_at = excluded.created_at`.execute(tx);
  });
}

/**
 * Stores answers that are known to be right, one per item: a later line takes the place of an earlier one. Answers
 * given before are judged by them; labels given before make way for them while the batch is in work.
 * Gives how many lines there were. Throws as `importPredictions` does.
 */
export async function importGold({ now }: Deps, tx: Tx, sent: Import): Promise<number> {
  return importChecked(tx, sent, now(), GOLD, async (given, checked) => {
    const rows = checked.map(({ line, item }) => ({
      item_id: item.id,
      result: line.result,
      fields: line.fields,
    }));
    const last = new Map(rows.map((row) => [row.item_id, row]));
    await insertGold(tx, given, [...last.values()]);
    const item_ids = [...last.keys()];
    await judgeAnswers(tx, given.batch, item_ids);
    // Labels that a verdict has been asked for stay as they are.
    if (["created", "processing"].includes(given.batch.status)) await deliverGold(tx, item_ids);
  });
}

/** Checks the lines some at a time and hands them to `store`; the batch is locked, so that imports take turns. */
async function importChecked(
  tx: Tx,
  { account_id, batch_id, source }: Import,
  now: Date,
  { form, targets }: KnownLines,
  store: (given: Given, checked: readonly Checked[]) => Promise<void>,
): Promise<number> {
  const batch = await lockBatch(tx, account_id, batch_id);
  assertFilled(batch);
  const guideline_version = await getGuidelineVersion(tx, batch.project_id);
  const guidelines = await getGuidelines(tx, batch.project_id, guideline_version);
  const faults = createLineFaults();
  let imported = 0;
  for await (const lines of readLines(source, form, faults)) {
    const find = await targets(tx, batch.id, lines);
    const checked = lines.flatMap((line) => check({ batch, guidelines, faults }, find(line), line) ?? []);
    await store({ batch, guideline_version, now }, checked);
    imported += checked.length;
    if (faults.isFull()) break;
  }
  faults.assertNone();
  return imported;
}

interface Check {
  readonly batch: BatchRow;
  readonly guidelines: Guidelines;
  readonly faults: LineFaults;
}

/** The line with its item; undefined where it has a fault, which is told. */
function check(
  { batch, guidelines, faults }: Check,
  item: Target | undefined,
  line: ImportLine,
): Checked | undefined {
  if (item === undefined) return void faults.add(line.line, unknownItem(line));
  // Nobody was asked: fields are checked where they are given, and may be left out.
  const asked = line.fields === undefined ? { ...guidelines, fields: [] } : guidelines;
  const [fault] = answerFaults(typeOf(batch), asked, item, line);
  if (fault !== undefined) return void faults.add(line.line, `${fault.path} ${fault.message}`);
  return { line, item };
}
