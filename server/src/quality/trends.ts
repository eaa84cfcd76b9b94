import { exactInterval } from "@assay/domain/certification/bound.ts";
import { type Compared, findDrifts, type Windows } from "@assay/domain/drift.ts";
import { sql } from "kysely";
import { sentActiveMs } from "../annotations/active-time.ts";
import { type BatchRecord, getBatch } from "../batches/store.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import { type Db, inSnapshot, type Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { iso } from "../platform/http/wire.ts";
import type { BatchTrends, OwnDays, WorkDay } from "./trend-schemas.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS = 60;
const RECENT_DAYS = 7;
/** The newest answers that are read: as many as the report on quality reads. */
const MOST_ANSWERS = 20_000;
const MOST_ANNOTATORS = 50;

type DayRow = WorkDay & { readonly member_id: string };

/**
 * The work and quality of each annotator by day, of the newest 20,000 answers in 60 days: the cost does not grow with the batch.
 * Throws `not_found`.
 */
export async function reportTrends(db: Db, account_id: string, id: string, now: Date): Promise<BatchTrends> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const { rows, oldest } = await inSnapshot(db, async (tx) => {
    await preferIndexes(tx);
    const batch = await getBatch(tx, account_id, id);
    return { rows: await readDays(tx, batch, since), oldest: await oldestRead(tx, batch) };
  });
  const is_limited = oldest !== undefined && oldest > since;
  return {
    ...{ batch_id: id, from: iso(is_limited ? oldest : since), to: iso(now), is_limited },
    annotators: withDrifts(byMember(rows), recentFrom(now)),
  };
}

/** The first day of the recent window: today and the six days before. */
function recentFrom(now: Date): string {
  return new Date(now.getTime() - (RECENT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}

function byMember(rows: readonly DayRow[]) {
  const days = new Map<string, WorkDay[]>();
  for (const { member_id, ...day } of rows) days.set(member_id, [...(days.get(member_id) ?? []), day]);
  const answersOf = (of: readonly WorkDay[]) => of.reduce((sum, { answers }) => sum + answers, 0);
  return [...days]
    .sort((a, b) => answersOf(b[1]) - answersOf(a[1]) || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_ANNOTATORS)
    .map(([member_id, of]) => ({ member_id, days: of }));
}

const MEASURES = {
  gold: ({ gold_answered, gold_right }: WorkDay): Compared => ({
    compared: gold_answered,
    right: gold_right,
  }),
  consensus: ({ compared, agreeing }: WorkDay): Compared => ({ compared, right: agreeing }),
} as const;

function withDrifts(annotators: readonly { member_id: string; days: WorkDay[] }[], from: string) {
  const all = annotators.flatMap(({ days }) =>
    (["gold", "consensus"] as const).map((measure) => ({
      measure,
      ...windowsOf(days.map(MEASURES[measure]), days, from),
    })),
  );
  const drifts = findDrifts(all);
  return annotators.map((annotator, place) => ({
    ...annotator,
    drift: [2 * place, 2 * place + 1].flatMap((at) => {
      const [found, drift] = [all[at], drifts[at]];
      if (found === undefined || drift === undefined) return [];
      return [
        {
          measure: found.measure,
          before: withInterval(found.before),
          recent: withInterval(found.recent),
          ...drift,
        },
      ];
    }),
  }));
}

function windowsOf(counts: readonly Compared[], days: readonly WorkDay[], from: string): Windows {
  const sum = (isIn: (day: string) => boolean): Compared =>
    counts.reduce(
      (before, { compared, right }, place) =>
        isIn(days[place]?.day ?? "")
          ? { compared: before.compared + compared, right: before.right + right }
          : before,
      { compared: 0, right: 0 },
    );
  return { before: sum((day) => day < from), recent: sum((day) => day >= from) };
}

function withInterval({ compared, right }: Compared) {
  return { compared, right, ...exactInterval(compared, compared - right) };
}

/** The days (UTC) of a member's own work in 60 days, of the newest 20,000 answers; gold only where its feedback is shown. */
export async function reportOwnDays(
  db: Db,
  { account_id, member_id }: { readonly account_id: string; readonly member_id: string },
  now: Date,
): Promise<OwnDays> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const { rows } = await sql<OwnDays["days"][number] & { readonly read: number; readonly oldest: Date }>`
    with own as materialized (
      select account_id, annotation_id, leased_at, updated_at from tasks
      where account_id = ${account_id} and member_id = ${member_id} and status = 'submitted' and updated_at >= ${since}
      order by updated_at desc, id desc limit ${MOST_ANSWERS}
    ), answers as (
      select annotations.created_at, annotations.kind,
        case when (batches.policy -> 'feedback')::boolean then gold_right end as gold_right,
        ${sentActiveMs("annotations", "own")} as ms
      from own
      join annotations on annotations.account_id = own.account_id and annotations.id = own.annotation_id
      join batches on batches.account_id = annotations.account_id and batches.id = annotations.batch_id
      where annotations.superseded_at is null and annotations.created_at >= ${since}
    )
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as answers,
      count(*) filter (where kind = 'audit')::integer as audits,
      (coalesce(sum(ms), 0) / 60000.0)::double precision as active_minutes, count(ms)::integer as timed,
      count(gold_right)::integer as feedback_answers, count(*) filter (where gold_right)::integer as feedback_right,
      (select count(*)::integer from own) as read, (select min(updated_at) from own) as oldest
    from answers group by day order by day`.execute(db);
  const [first] = rows;
  const is_limited = first !== undefined && first.read >= MOST_ANSWERS;
  return {
    ...{ from: iso(is_limited ? first.oldest : since), to: iso(now), is_limited },
    days: rows.map(({ read: _, oldest: __, ...day }) => day),
  };
}

/** The rows of `newest`: the answers of a batch to items and gold, since a time and at most 20,000, each with its time. */
export function newestAnswers({ account_id, id }: Pick<BatchRecord, "account_id" | "id">, since: Date) {
  return sql`newest as materialized (
    select answers.*, ${sentActiveMs("answers", "tasks")} as ms
    from (
      select account_id, task_id, item_id, member_id, kind, round, guideline_version, result, active_ms, gold_right, created_at, superseded_at
      from annotations
      where account_id = ${account_id} and batch_id = ${id}
      order by id desc limit ${MOST_ANSWERS}) as answers
    left join tasks on tasks.account_id = answers.account_id and tasks.id = answers.task_id
    where answers.superseded_at is null and answers.kind in ('annotate', 'gold') and answers.created_at >= ${since})`;
}

/** The time of the oldest answer that is read; undefined if all are. */
async function oldestRead(tx: Tx, { account_id, id }: BatchRecord): Promise<Date | undefined> {
  const last = await tx
    .selectFrom("annotations")
    .select("created_at")
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .orderBy("id", "desc")
    .offset(MOST_ANSWERS - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.created_at;
}

async function readDays(tx: Tx, batch: BatchRecord, since: Date): Promise<DayRow[]> {
  const isLabel = typeOf(batch).labelOf !== null;
  const { rows } = await sql<DayRow>`
    with ${newestAnswers(batch, since)}, judged as (
      select newest.*, items.id is not null as is_compared, newest.result = items.result as is_equal
      from newest
      left join items on ${isLabel} and newest.kind = 'annotate' and items.account_id = newest.account_id and items.id = newest.item_id
        and items.status = 'accepted' and items.round = newest.round and items.guideline_version = newest.guideline_version
        and items.answer_count > 1
    )
    select member_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as answers,
      (coalesce(sum(ms), 0) / 60000.0)::double precision as active_minutes, count(ms)::integer as timed,
      count(gold_right)::integer as gold_answered, count(*) filter (where gold_right)::integer as gold_right,
      count(*) filter (where is_compared)::integer as compared, count(*) filter (where is_compared and is_equal)::integer as agreeing
    from judged group by member_id, day order by day, member_id`.execute(tx);
  return rows;
}
