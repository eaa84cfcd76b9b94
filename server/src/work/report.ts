import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { activeMs } from "../annotations/active-time.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import type { WorkRow } from "./schemas.ts";

export const GROUPS = ["member", "project", "batch", "day"] as const;
type Group = (typeof GROUPS)[number];

/** More lines than anybody reads, and the maximum held in memory. */
export const MOST_LINES = 10_000;

/** What a group adds to a line: the value by which answers are summed, and the columns shown; deleted members show their pseudonym. */
const COLUMNS: Readonly<
  Record<
    Group,
    {
      readonly key: RawBuilder<unknown>;
      readonly shown: readonly (readonly [RawBuilder<unknown>, keyof WorkRow])[];
    }
  >
> = {
  member: {
    key: sql`annotations.member_id`,
    shown: [
      [sql`work.member`, "member_id"],
      [sql`members.name`, "member_name"],
      [sql`members.external_id`, "member_external_id"],
    ],
  },
  project: {
    key: sql`batches.project_id`,
    shown: [
      [sql`work.project`, "project_id"],
      [sql`projects.name`, "project_name"],
    ],
  },
  batch: {
    key: sql`annotations.batch_id`,
    shown: [
      [sql`work.batch`, "batch_id"],
      [sql`batches.name`, "batch_name"],
    ],
  },
  day: {
    key: sql`(annotations.created_at at time zone 'UTC')::date`,
    shown: [[sql`to_char(work.day, 'YYYY-MM-DD')`, "day"]],
  },
};

const lengthOf = (key: string) => sql`
  case when jsonb_typeof(annotations.result -> ${sql.lit(key)}) = 'array'
    then jsonb_array_length(annotations.result -> ${sql.lit(key)}) else 0 end`;

/** The objects in a result, whatever its type. */
const OBJECTS = sql`(${lengthOf("objects")} + ${lengthOf("spans")} + ${lengthOf("segments")})`;

/** All answers that were given in Assay, with their tasks: imported ones belong to no lease. */
export const ALL_ANSWERS = sql`
  annotations join tasks on tasks.account_id = annotations.account_id and tasks.id = annotations.task_id and tasks.leased_at is not null`;

/** Joins the audit of an answer, once its round is over. */
export const JUDGED = sql`
  left join audits on audits.account_id = items.account_id and audits.item_id = items.id and audits.round = annotations.round
    and (batches.audit is null or audits.round <> batches.round)`;

/** Whether the first answer of a gold task was right: a correction has no verdict of its own. */
const GOLD_RIGHT = sql`(
  select bool_and(judged.gold_right) from annotations as judged
  where judged.account_id = annotations.account_id and judged.item_id = annotations.item_id
    and judged.task_id = annotations.task_id)`;

/**
 * Whether the round in which an answer was given is over. Before, nobody can say whether the answer is accepted, and counts of
 * it would tell annotators which of their items are gold.
 */
const IS_DECIDED = sql`(annotations.round < batches.round or batches.status not in ('created', 'processing'))`;

/** Whether an audit, an adjudication or a known answer corrected it; those of an open round or audit do not count yet. */
const IS_CORRECTED = sql`${IS_DECIDED} and coalesce(
  case annotations.kind
    when 'gold' then not ${GOLD_RIGHT}
    when 'annotate' then audits.acceptable = false or items.origin = 'adjudication'
    when 'adjudicate' then audits.acceptable = false
  end, false)`;

export const IS_ACCEPTED = sql`${IS_DECIDED} and coalesce(
  case annotations.kind when 'gold' then ${GOLD_RIGHT} when 'audit' then false else items.status = 'accepted' end, false)
  and not (${IS_CORRECTED})`;

export const IS_UNDECIDED = sql`not ${IS_DECIDED} and annotations.kind <> 'audit'`;

/** Of one answer. */
const OF_ANSWER = sql`
  annotations.kind = 'audit' as is_audit, ${OBJECTS} as objects,
  ${activeMs("annotations", "tasks")} as ms,
  ${IS_ACCEPTED} as is_accepted, ${IS_CORRECTED} as is_corrected, ${IS_UNDECIDED} as is_undecided`;

/** Of the answers to one item. */
const OF_ITEM = sql`
  count(*) as answers, count(*) filter (where is_audit) as audits, sum(objects) as objects, sum(ms) as ms,
  count(*) filter (where is_accepted) as accepted, count(*) filter (where is_corrected) as corrected,
  count(*) filter (where is_undecided) as undecided`;

const MEASURES = sql`
  sum(answers)::integer as answers, sum(audits)::integer as audits, count(*)::integer as items, sum(objects)::integer as objects,
  (coalesce(sum(ms), 0) / 60000.0)::double precision as active_minutes,
  sum(accepted)::integer as accepted, sum(corrected)::integer as corrected, sum(undecided)::integer as undecided`;

/** The columns of a report's lines, in order. */
export function columnsOf(group_by: readonly Group[]): (keyof WorkRow)[] {
  const named = group_by.flatMap((group) => COLUMNS[group].shown.map(([, name]) => name));
  return [
    ...named,
    ...([
      "answers",
      "audits",
      "items",
      "objects",
      "active_minutes",
      "accepted",
      "corrected",
      "undecided",
    ] as const),
  ];
}

interface Wanted {
  readonly from: Date;
  readonly to: Date;
  readonly group_by: readonly Group[];
  /** Absent = the whole account. */
  readonly project_id?: string | undefined;
}

/**
 * The answers in a time range (exclusive of its end), grouped by `group_by`, most answers first: those that the report of pay
 * counts, by the same rules. Throws `invalid_request` if there would be more than 10,000 lines.
 */
export async function reportWork(
  { db }: Pick<Deps, "db">,
  account_id: string,
  { from, to, group_by, project_id }: Wanted,
): Promise<WorkRow[]> {
  const keys = sql.join(group_by.map((group) => sql.ref(group)));
  const shown = group_by.flatMap((group) => COLUMNS[group].shown);
  // Summed for each item first: counting distinct items would sort all answers. Narrow rows, and an item's place in
  // its table instead of its id, make the groups small enough for the memory that they get.
  const { rows } = await withMemory(
    db,
    sql<WorkRow>`
    with answered as (
      select ${sql.join(group_by.map((group) => sql`${COLUMNS[group].key} as ${sql.ref(group)}`))}, items.ctid as item, ${OF_ANSWER}
      from ${ALL_ANSWERS}
      join batches on batches.account_id = annotations.account_id and batches.id = annotations.batch_id
      join items on items.account_id = annotations.account_id and items.id = annotations.item_id
      ${JUDGED}
      where annotations.account_id = ${account_id} and annotations.superseded_at is null and annotations.kind <> 'training'
        and annotations.created_at >= ${from} and annotations.created_at < ${to} and batches.deleted_at is null
        ${project_id === undefined ? sql`` : sql`and batches.project_id = ${project_id}`}
      offset 0
    ), by_item as (
      select ${keys}, ${OF_ITEM} from answered group by ${keys}, item
    ), work as (
      select ${keys}, ${MEASURES} from by_item group by ${keys})
    select ${sql.join(shown.map(([column, name]) => sql`${column} as ${sql.ref(name)}`))},
      answers, audits, items, objects, active_minutes, accepted, corrected, undecided
    from work
    ${group_by.includes("member") ? sql`left join members on members.account_id = ${account_id} and members.id = work.member` : sql``}
    ${group_by.includes("project") ? sql`join projects on projects.account_id = ${account_id} and projects.id = work.project` : sql``}
    ${group_by.includes("batch") ? sql`join batches on batches.account_id = ${account_id} and batches.id = work.batch` : sql``}
    order by answers desc, ${sql.join(shown.map(([column]) => column))} limit ${MOST_LINES + 1}`,
  );
  if (rows.length > MOST_LINES) {
    throw new ServiceError(
      "invalid_request",
      `the report has more than ${MOST_LINES} lines; choose a shorter period or fewer groups`,
    );
  }
  return rows;
}

/** Runs one statement with memory for 200,000 answers at once; with the usual memory it sorts them on the disk. */
function withMemory<Row>(db: Db, statement: RawBuilder<Row>) {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', '32MB', true)`.execute(tx);
    return statement.execute(tx);
  });
}
