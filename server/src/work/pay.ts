import { ServiceError } from "@assay/domain/errors.ts";
import { hoursOf, type Money, type PayUnit, payFor, sayRate, totalsOf } from "@assay/domain/pay.ts";
import { sql } from "kysely";
import { activeMs } from "../annotations/active-time.ts";
import type { Deps } from "../deps.ts";
import type { OwnWork, PayRow } from "./pay-schemas.ts";
import type { Days } from "./period.ts";
import { ALL_ANSWERS, IS_ACCEPTED, IS_UNDECIDED, JUDGED, MOST_LINES } from "./report.ts";

interface Wanted extends Days {
  /** Absent = all members. */
  readonly member_id?: string;
  /** Absent = the whole account. */
  readonly project_id?: string | undefined;
}

/** The work of a member under one rate, or without one. */
interface Line {
  readonly member_id: string;
  readonly member_name: string;
  readonly member_external_id: string | null;
  readonly rate: { readonly unit: PayUnit; readonly amount: string; readonly currency: string } | null;
  readonly starts_on: string | null;
  readonly active_ms: number;
  readonly answers: number;
  readonly accepted: number;
  readonly undecided: number;
}

/**
 * What each member's work in a period earned: a line for each rate, by the members' names and the days of the rates. Throws
 * `invalid_request` if there would be more than 10,000 lines.
 */
export async function reportPay(
  { db }: Pick<Deps, "db">,
  account_id: string,
  wanted: Wanted,
): Promise<{ data: PayRow[]; totals: Money[] }> {
  const lines = await readLines({ db }, account_id, wanted);
  return { data: lines.map(toRow), totals: totalsOf(lines.flatMap(earnedBy)) };
}

/** What a member reads about their own work: its sums, without the rates. */
export async function reportOwnWork(
  { db }: Pick<Deps, "db">,
  account_id: string,
  wanted: Days & { readonly member_id: string },
): Promise<Omit<OwnWork, keyof Days>> {
  const lines = await readLines({ db }, account_id, wanted);
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    hours: hoursOf(sum(({ active_ms }) => active_ms)),
    answers: sum(({ answers }) => answers),
    accepted: sum(({ accepted }) => accepted),
    undecided: sum(({ undecided }) => undecided),
    amounts: totalsOf(lines.flatMap(earnedBy)),
  };
}

function earnedBy({ rate, ...work }: Line): Money[] {
  return rate === null ? [] : [payFor(rate, work)];
}

function toRow(line: Line): PayRow {
  const { rate, active_ms, answers, accepted, undecided, starts_on } = line;
  const { member_id, member_name, member_external_id } = line;
  return {
    ...{ member_id, member_name, member_external_id, starts_on },
    unit: rate?.unit ?? null,
    rate: rate === null ? null : sayRate(rate),
    hours: hoursOf(active_ms),
    ...{ answers, accepted, undecided },
    currency: rate?.currency ?? null,
    amount: rate === null ? null : payFor(rate, line).amount,
  };
}

/** The columns of the report as a table, in order. */
export const PAY_COLUMNS = [
  ...(["member_id", "member_name", "member_external_id", "starts_on", "unit", "rate"] as const),
  ...(["hours", "answers", "accepted", "undecided", "currency", "amount"] as const),
] as const satisfies readonly (keyof PayRow)[];

/**
 * The answers that a member gave since a day, found by their tasks: reading all answers of that time would cost too much. Each
 * answer costs a look into three tables.
 */
function ownAnswers(account_id: string, member_id: string, from: string) {
  return sql`(
    select * from tasks
    where account_id = ${account_id} and member_id = ${member_id} and status = 'submitted' and leased_at is not null
      and updated_at >= ${`${from}T00:00:00Z`}::timestamptz) as tasks
    join annotations on annotations.account_id = tasks.account_id and annotations.id = tasks.annotation_id`;
}

async function readLines({ db }: Pick<Deps, "db">, account_id: string, wanted: Wanted): Promise<Line[]> {
  const { from, to, member_id, project_id } = wanted;
  const { rows } = await sql<Line>`
    with rates as (
      select member_id, json_build_object('unit', unit, 'amount', amount::text, 'currency', currency) as rate, starts_on,
        starts_on::timestamp at time zone 'UTC' as since,
        lead(starts_on::timestamp at time zone 'UTC') over (partition by member_id order by starts_on) as until
      from pay_rates
      where account_id = ${account_id} ${member_id === undefined ? sql`` : sql`and member_id = ${member_id}`}
    ), work as (
      select annotations.member_id, rates.starts_on, count(*)::integer as answers,
        coalesce(sum(${activeMs("annotations", "tasks")}), 0)::bigint as active_ms,
        count(*) filter (where ${IS_ACCEPTED})::integer as accepted,
        count(*) filter (where ${IS_UNDECIDED})::integer as undecided
      from ${member_id === undefined ? ALL_ANSWERS : ownAnswers(account_id, member_id, from)}
      join batches on batches.account_id = annotations.account_id and batches.id = annotations.batch_id
      join items on items.account_id = annotations.account_id and items.id = annotations.item_id
      ${JUDGED}
      left join rates on rates.member_id = annotations.member_id and annotations.created_at >= rates.since
        and (rates.until is null or annotations.created_at < rates.until)
      where annotations.account_id = ${account_id} and annotations.superseded_at is null and annotations.kind <> 'training'
        and batches.deleted_at is null
        and annotations.created_at >= ${`${from}T00:00:00Z`}::timestamptz
        and annotations.created_at < ${`${to}T00:00:00Z`}::timestamptz
        ${project_id === undefined ? sql`` : sql`and batches.project_id = ${project_id}`}
      group by annotations.member_id, rates.starts_on)
    select work.member_id, members.name as member_name, members.external_id as member_external_id, rates.rate,
      to_char(work.starts_on, 'YYYY-MM-DD') as starts_on, active_ms, answers, accepted, undecided
    from work
    join members on members.account_id = ${account_id} and members.id = work.member_id
    left join rates on rates.member_id = work.member_id and rates.starts_on = work.starts_on
    order by members.name, work.member_id, work.starts_on nulls first
    limit ${MOST_LINES + 1}`.execute(db);
  if (rows.length > MOST_LINES)
    throw new ServiceError(
      "invalid_request",
      `the report has more than ${MOST_LINES} lines; choose a shorter period`,
    );
  return rows;
}
