import { forecastFinish } from "@assay/domain/forecast.ts";
import { sql } from "kysely";
import { type BatchRecord, getBatch } from "../batches/store.ts";
import { type Db, inSnapshot, type Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { iso } from "../platform/http/wire.ts";
import { type Counts, countProgress } from "../queue/progress.ts";
import type { BatchForecast } from "./trend-schemas.ts";
import { newestAnswers } from "./trends.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS = 28;
const HOUR_S = 3_600;
const MOST_COUNTED = 10_000;

/**
 * What is left of a batch, when its answers will have been given, and the hours that a certified label takes, from the counts of
 * the batch and its newest 20,000 answers. Throws `not_found`.
 */
export async function forecastBatch(
  db: Db,
  account_id: string,
  id: string,
  now: Date,
): Promise<BatchForecast> {
  const { batch, counts, left, days, seconds, adjudications_left } = await inSnapshot(db, async (tx) => {
    await preferIndexes(tx);
    const batch = await getBatch(tx, account_id, id);
    const counts = await countProgress(tx, batch);
    return { batch, counts, left: await countLeft(tx, batch, counts), ...(await readPace(tx, batch, now)) };
  });
  const active = batch.item_count - counts.excluded;
  const { items_left, answers_left } = left;
  const found = forecastFinish(answers_left, days);
  const at = (day: number | null) => (day === null ? null : iso(new Date(now.getTime() + day * DAY_MS)));
  const certified_labels = batch.status === "certified" ? active : 0;
  const hours = (answers: number) => (seconds === null ? null : (answers * seconds) / HOUR_S);
  const hours_spent = hours(counts.answers);
  return {
    ...{ batch_id: id, items_left, answers_left, adjudications_left, days },
    audits_left: batch.audit === null ? 0 : Math.max(0, batch.audit.required - batch.audited),
    finish: found === null ? null : { median: at(found.median), low: at(found.low), high: at(found.high) },
    ...{ seconds_per_answer: seconds, hours_left: hours(answers_left), hours_spent, certified_labels },
    hours_per_certified_label:
      certified_labels === 0 || hours_spent === null ? null : hours_spent / certified_labels,
  };
}

/**
 * The items without a label, and the answers that they need. Of many items only the counts of the batch are read: they include
 * the answers of earlier rounds, so that in a later round each item counts with its whole overlap.
 */
async function countLeft(tx: Tx, { account_id, id, item_count, round, policy }: BatchRecord, counts: Counts) {
  const active = item_count - counts.excluded;
  const items_left = Math.max(0, active - counts.accepted);
  if (items_left > MOST_COUNTED) {
    const answers_left = round === 1 ? active * policy.overlap - counts.answers : items_left * policy.overlap;
    return { items_left, answers_left: Math.max(items_left, answers_left) };
  }
  const inHand = (status: "leased" | "open") => sql`
    select 1 from tasks join items on items.account_id = tasks.account_id and items.id = tasks.item_id
    where tasks.account_id = ${account_id} and tasks.batch_id = ${id} and tasks.kind = 'annotate'
      and tasks.status = ${sql.lit(status)} and items.status = 'open'`;
  const { rows } = await sql<{ answers_left: number }>`
    select coalesce(sum(answers), 0)::integer as answers_left from (
      select open_slots as answers from items where account_id = ${account_id} and batch_id = ${id} and open_slots > 0
      union all ${inHand("leased")} union all ${inHand("open")}) as missing`.execute(tx);
  return { items_left, answers_left: rows[0]?.answers_left ?? 0 };
}

/** Answers of the past days, and the mean seconds of one. */
async function readPace(tx: Tx, batch: BatchRecord, now: Date) {
  const today = new Date(now.toISOString().slice(0, 10));
  const since = new Date(today.getTime() - DAYS * DAY_MS);
  const { rows } = await sql<{ age: number; answers: number; timed: number; seconds: number }>`
    with ${newestAnswers(batch, since)}
    select (${today}::date - (created_at at time zone 'UTC')::date)::integer as age, count(*)::integer as answers,
      count(ms)::integer as timed, (coalesce(sum(ms), 0) / 1000)::double precision as seconds
    from newest group by age`.execute(tx);
  const waiting = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from tasks
      where account_id = ${batch.account_id} and batch_id = ${batch.id} and status = 'open' and kind = 'adjudicate'
      limit ${MOST_COUNTED}) as open`.execute(tx);
  const past = new Map(rows.filter(({ age }) => age > 0).map(({ age, answers }) => [age, answers]));
  const oldest = Math.max(0, ...past.keys());
  const timed = rows.reduce((sum, row) => sum + row.timed, 0);
  return {
    days: Array.from({ length: oldest }, (_, place) => past.get(oldest - place) ?? 0),
    seconds: timed === 0 ? null : rows.reduce((sum, row) => sum + row.seconds, 0) / timed,
    adjudications_left: waiting.rows[0]?.count ?? 0,
  };
}
