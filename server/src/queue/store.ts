import { ServiceError } from "@assay/domain/errors.ts";
import type { ItemFacts } from "@assay/domain/types/annotation-type.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { arrayOf, PREFER_INDEXES } from "../platform/database/planner.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";
import { notYetTaken, type TaskRow } from "./claimable.ts";

/** A task with the parts of its item and batch that work on it needs. */
export interface Work {
  readonly task: TaskRow;
  readonly item: Pick<
    Row<"items">,
    | "account_id"
    | "id"
    | "batch_id"
    | "status"
    | "round"
    | "overlap_required"
    | "answer_count"
    | "skip_count"
    | "open_slots"
    | "result"
    | "fields"
    | "origin"
    | "guideline_version"
    | "auto_accept"
  >;
  readonly batch: Pick<
    Row<"batches">,
    "id" | "account_id" | "project_id" | "status" | "stage" | "round" | "canonical_type" | "policy"
  >;
  readonly facts: ItemFacts;
  /** The project's current guideline version. */
  readonly newest_version: number;
  /** The external id of the task's member. */
  readonly external_id: string | null;
  /** Whether the task's member is paused in the project. */
  readonly is_paused: boolean;
  /** Whether the task's member may annotate in the project: it trains nobody, or they have passed. */
  readonly is_qualified: boolean;
}

/** The ids of the responses of the row of `file_lines`, if it is a conversation with responses. */
export const RESPONSES = sql`jsonb_path_query_array(file_lines.conversation, '$.responses[*].id')`;
/** The lengths of their texts in code points, in the same order. */
export const RESPONSE_LENGTHS = sql`(
  select jsonb_agg(char_length(response ->> 'text') order by place)
  from jsonb_array_elements(file_lines.conversation -> 'responses') with ordinality as each (response, place))`;
/** The roles of its messages, if it is a conversation. */
export const MESSAGES = sql`jsonb_path_query_array(file_lines.conversation, '$.messages[*].role')`;

const TASK_DATES = ["lease_expires_at", "leased_at", "created_at", "updated_at"] as const;

/** Identifies a task. */
export interface TaskKey {
  readonly account_id: string;
  readonly id: string;
}

/**
 * The account's task with its item, both locked until `tx` ends: every change of a task locks its item, so
 * that the item's counts are exact. Throws `not_found`.
 */
export async function lockWork(tx: Tx, account_id: string, id: string): Promise<Work> {
  const [work] = await selectWork(tx, [{ account_id, id }], { settings: sql``, waiting: sql`` });
  return work ?? missing(id);
}

/** How long a transaction that has locked many tasks may wait for another lock. */
const LOCK_TIMEOUT = "200ms";

/**
 * The same for many tasks, in any order; omits those that another transaction has locked. Until `tx` ends it
 * uses indexes only, and fails if it would wait long for a lock: it holds the tasks of many members, who must
 * not wait for one of them.
 */
export async function lockFreeWork(tx: Tx, tasks: readonly TaskKey[]): Promise<Work[]> {
  const settings = sql`cross join (
    select ${PREFER_INDEXES}, set_config('lock_timeout', ${LOCK_TIMEOUT}, true) offset 0) as settings`;
  return selectWork(tx, tasks, { settings, waiting: sql`skip locked` });
}

interface Locking {
  readonly settings: RawBuilder<unknown>;
  readonly waiting: RawBuilder<unknown>;
}

async function selectWork(tx: Tx, keys: readonly TaskKey[], { settings, waiting }: Locking): Promise<Work[]> {
  const { rows } = await sql<Work>`
    select to_json(tasks) as task,
      json_build_object('account_id', items.account_id, 'id', items.id, 'batch_id', items.batch_id, 'status', items.status, 'round', items.round,
        'overlap_required', items.overlap_required, 'answer_count', items.answer_count,
        'skip_count', items.skip_count, 'open_slots', items.open_slots, 'result', items.result, 'fields', items.fields,
        'origin', items.origin, 'guideline_version', items.guideline_version, 'auto_accept', items.auto_accept) as item,
      json_build_object('id', batches.id, 'account_id', batches.account_id, 'project_id', batches.project_id,
        'status', batches.status, 'stage', batches.stage, 'round', batches.round, 'canonical_type', batches.canonical_type,
        'policy', batches.policy) as batch,
      json_build_object('width', files.width, 'height', files.height, 'text', file_lines.text,
        'duration', files.duration,
        'responses', ${RESPONSES}, 'response_lengths', ${RESPONSE_LENGTHS}, 'messages', ${MESSAGES}) as facts,
      projects.guideline_version as newest_version, members.external_id,
      exists (
        select from pauses
        where pauses.account_id = tasks.account_id and pauses.member_id = tasks.member_id and pauses.project_id = batches.project_id and resumed_at is null
      ) as is_paused,
      (projects.qualification is null or coalesce(members.is_model, false) or exists (
        select from qualifications
        where qualifications.account_id = tasks.account_id and qualifications.member_id = tasks.member_id
          and qualifications.project_id = projects.id and qualifications.status = 'passed'
      )) as is_qualified
    from unnest(${arrayOf(keys.map(({ account_id }) => account_id))}, ${arrayOf(keys.map(({ id }) => id))})
      as key (account_id, id) ${settings}
    join tasks on tasks.id = key.id and tasks.account_id = key.account_id
    join items on items.account_id = tasks.account_id and items.id = tasks.item_id
    join batches on batches.account_id = items.account_id and batches.id = items.batch_id and batches.deleted_at is null
    join projects on projects.account_id = batches.account_id and projects.id = batches.project_id
    left join members on members.account_id = tasks.account_id and members.id = tasks.member_id
    left join file_lines on file_lines.account_id = items.account_id and file_lines.file_id = items.file_id
      and file_lines.line = coalesce(items.line, 0)
    left join files on files.account_id = items.account_id and files.id = coalesce(file_lines.media_file_id, items.file_id)
    for update of items, tasks ${waiting}`.execute(tx);
  return rows.map((work) => ({ ...work, task: withDates(work.task) }));
}

/** The account's task, without a lock; throws `not_found`. */
export async function getTask(db: Db, account_id: string, id: string): Promise<TaskRow> {
  const task = await db
    .selectFrom("tasks")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return task ?? missing(id);
}

/** Throws `not_found` if a person asks for another member's task. */
export function assertOwnTask(caller: Caller, { id, member_id }: TaskRow): void {
  if (caller.kind === "person" && caller.member_id !== member_id) missing(id);
}

/** Whether a member may still get an item. */
export async function isFreeFor(
  tx: Tx,
  { account_id, item_id }: TaskRow,
  member_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from items where account_id = ${account_id} and id = ${item_id} and open_slots > 0 and ${notYetTaken(member_id)}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether a member has no other leased task of an item, and has neither answered nor skipped one. */
export async function hasNoOther(tx: Tx, { id, account_id, item_id, member_id }: TaskRow): Promise<boolean> {
  const { rows } = await sql`
    select from tasks
    where account_id = ${account_id} and item_id = ${item_id} and member_id = ${member_id} and id <> ${id}
      and status in ('leased', 'submitted', 'skipped') limit 1`.execute(tx);
  return rows.length === 0;
}

export async function insertTask(tx: Tx, task: NewRow<"tasks">): Promise<void> {
  await tx.insertInto("tasks").values(task).execute();
}

export async function updateTask(
  tx: Tx,
  { account_id, id }: TaskKey,
  change: Change<"tasks">,
): Promise<TaskRow> {
  return tx
    .updateTable("tasks")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateItem(tx: Tx, task: TaskRow, change: Change<"items">): Promise<void> {
  await tx
    .updateTable("items")
    .set(change)
    .where("account_id", "=", task.account_id)
    .where("id", "=", task.item_id)
    .execute();
}

/** JSON has times as text; everywhere else the columns of a task are dates. */
function withDates(task: TaskRow): TaskRow {
  const dates = TASK_DATES.map((name) => [name, task[name] === null ? null : new Date(task[name])]);
  return { ...task, ...Object.fromEntries(dates) };
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no task ${id}`);
}
