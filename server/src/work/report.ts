import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { WorkRow } from "./schemas.ts";

export const GROUPS = ["member", "project", "batch", "day"] as const;
type Group = (typeof GROUPS)[number];

export const DAY_MS = 24 * 3_600_000;
export const USUAL_MS = 30 * DAY_MS;
export const LONGEST_MS = 366 * DAY_MS;
/** More lines than anybody reads, and the maximum held in memory. */
export const MOST_LINES = 10_000;

/** The columns that a group adds to a line; deleted members show their pseudonym. */
const COLUMNS: Readonly<Record<Group, readonly (readonly [RawBuilder<unknown>, keyof WorkRow])[]>> = {
  member: [
    [sql`annotations.member_id`, "member_id"],
    [sql`members.name`, "member_name"],
    [sql`members.external_id`, "member_external_id"],
  ],
  project: [
    [sql`batches.project_id`, "project_id"],
    [sql`projects.name`, "project_name"],
  ],
  batch: [
    [sql`annotations.batch_id`, "batch_id"],
    [sql`batches.name`, "batch_name"],
  ],
  day: [[sql`to_char(annotations.created_at at time zone 'UTC', 'YYYY-MM-DD')`, "day"]],
};

/** The objects in a result, whatever its type. */
const OBJECTS = sql`(
  select coalesce(sum(jsonb_array_length(value)), 0)
  from jsonb_each(annotations.result)
  where key in ('objects', 'spans', 'segments') and jsonb_typeof(value) = 'array')`;

/** From lease to submit, in milliseconds; null if the answer was imported. */
export const HELD_MS = sql`extract(epoch from annotations.created_at - tasks.leased_at) * 1000`;

/** Joins the audit of an answer, once its round is over. */
export const JUDGED = sql`
  left join audits on audits.account_id = items.account_id and audits.item_id = items.id and audits.round = annotations.round
    and (batches.audit is null or audits.round <> batches.round)`;

/** Whether the first answer of a gold task was right: a correction has no verdict of its own. */
const GOLD_RIGHT = sql`(
  select bool_and(judged.gold_right) from annotations as judged
  where judged.account_id = annotations.account_id and judged.item_id = annotations.item_id
    and judged.task_id = annotations.task_id)`;

/** Whether an audit, an adjudication or a known answer corrected it; those of an open audit do not count yet. */
const IS_CORRECTED = sql`coalesce(
  case annotations.kind
    when 'gold' then not ${GOLD_RIGHT}
    when 'annotate' then audits.acceptable = false or items.origin = 'adjudication'
    when 'adjudicate' then audits.acceptable = false
  end, false)`;

export const IS_ACCEPTED = sql`coalesce(
  case annotations.kind when 'gold' then ${GOLD_RIGHT} when 'audit' then false else items.status = 'accepted' end, false)
  and not ${IS_CORRECTED}`;

const MEASURES = sql`
  count(*)::integer as answers, count(*) filter (where annotations.kind = 'audit')::integer as audits,
  count(distinct annotations.item_id)::integer as items,
  sum(${OBJECTS})::integer as objects,
  (coalesce(sum(case when active_ms is not null and tasks.leased_at is not null then least(active_ms, ${HELD_MS}) end), 0) / 60000)::double precision as active_minutes,
  count(*) filter (where ${IS_ACCEPTED})::integer as accepted,
  count(*) filter (where ${IS_CORRECTED})::integer as corrected`;

/** The columns of a report's lines, in order. */
export function columnsOf(group_by: readonly Group[]): (keyof WorkRow)[] {
  const named = group_by.flatMap((group) => COLUMNS[group].map(([, name]) => name));
  return [...named, "answers", "audits", "items", "objects", "active_minutes", "accepted", "corrected"];
}

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The time range of a report: the requested one, otherwise the last 30 days. Throws `invalid_request`. */
export function rangeOf({ from, to }: Asked, now: Date): { from: Date; to: Date } {
  const end = to === undefined ? now : new Date(to);
  const start = from === undefined ? new Date(end.getTime() - USUAL_MS) : new Date(from);
  const length = end.getTime() - start.getTime();
  if (length > 0 && length <= LONGEST_MS) return { from: start, to: end };
  throw new ServiceError("invalid_request", "from must be before to, and at most 366 days before it");
}

interface Wanted {
  readonly from: Date;
  readonly to: Date;
  readonly group_by: readonly Group[];
  /** Absent = the whole account. */
  readonly project_id?: string | undefined;
}

/**
 * The answers in a time range (exclusive of its end), grouped by `group_by`, most answers first. Replaced
 * answers do not count. An answer's active time is the one sent with it, limited to the time from lease to
 * submit. Throws `invalid_request` if there would be more than 10,000 lines.
 */
export async function reportWork(
  { db }: Pick<Deps, "db">,
  account_id: string,
  { from, to, group_by, project_id }: Wanted,
): Promise<WorkRow[]> {
  const columns = group_by.flatMap((group) => COLUMNS[group]);
  const { rows } = await sql<WorkRow>`
    select ${sql.join([...columns.map(([column, name]) => sql`${column} as ${sql.ref(name)}`), MEASURES])}
    from annotations
    join batches on batches.account_id = annotations.account_id and batches.id = annotations.batch_id
    join projects on projects.account_id = annotations.account_id and projects.id = batches.project_id
    join items on items.account_id = annotations.account_id and items.id = annotations.item_id
    left join members on members.account_id = annotations.account_id and members.id = annotations.member_id
    left join tasks on tasks.account_id = annotations.account_id and tasks.id = annotations.task_id
    ${JUDGED}
    where annotations.account_id = ${account_id} and annotations.superseded_at is null
      and annotations.created_at >= ${from} and annotations.created_at < ${to} and batches.deleted_at is null
      ${project_id === undefined ? sql`` : sql`and batches.project_id = ${project_id}`}
    group by ${sql.join(columns.map(([column]) => column))}
    order by answers desc, ${sql.join(columns.map(([column]) => column))} limit ${MOST_LINES + 1}`.execute(
    db,
  );
  if (rows.length > MOST_LINES) {
    throw new ServiceError(
      "invalid_request",
      `the report has more than ${MOST_LINES} lines; choose a shorter period or fewer groups`,
    );
  }
  return rows;
}
