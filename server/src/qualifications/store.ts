import type { Qualification } from "@assay/domain/qualification.ts";
import { sql } from "kysely";
import { isForGroups } from "../bounds/within.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

export type QualificationRow = Row<"qualifications">;

/** A member in a project. */
export type Trainee = Pick<QualificationRow, "account_id" | "project_id" | "member_id">;

/** How far a member's training in a project is; the row's values are those of a new attempt if it has not begun. */
export interface Training extends Omit<QualificationRow, "account_id" | "member_id" | "run" | "decided_by"> {
  /** The project's current setting. */
  readonly attempts: number;
}

const BEGINNING = {
  status: "training",
  ...{ run: 1, attempt: 1, answered: 0, right: 0 },
  ...{ last_items: null, last_right: null, basis: null, decided_at: null, decided_by: null },
} as const;

/** An answer is looked for among this many of a member's last ones. */
const LAST_ANSWERS = 2_000;

/**
 * Counts those who work in a project already as qualified, when its training is switched on: people who have answered an item
 * of the project, in an annotation that still counts.
 */
export async function qualifyEarlierWorkers(
  tx: Tx,
  {
    account_id,
    project_id,
    qualification,
  }: Pick<Trainee, "account_id" | "project_id"> & { readonly qualification: Qualification },
  now: Date,
): Promise<void> {
  const { items, pass_mark } = qualification;
  const ofProject = sql`(select id from batches where account_id = ${account_id} and project_id = ${project_id})`;
  await sql`
    insert into qualifications (account_id, project_id, member_id, status, run, attempt, items, pass_mark, answered, "right", basis, decided_at)
    select ${account_id}, ${project_id}, members.id, 'passed', 1, 1, ${items}::integer, ${pass_mark}::double precision, 0, 0,
      'earlier_work', ${now}
    from (
      select distinct member_id from claim_cursors where account_id = ${account_id} and batch_id in ${ofProject}
    ) as claiming
    join members on members.account_id = ${account_id} and members.id = claiming.member_id and not is_model and deleted_at is null
    where exists (
      select from (
        select batch_id, kind from tasks
        where tasks.account_id = ${account_id} and tasks.member_id = members.id and tasks.status = 'submitted'
        order by updated_at desc limit ${LAST_ANSWERS}
      ) as answered
      where answered.kind = 'annotate' and answered.batch_id in ${ofProject})
    on conflict (member_id, project_id) do update
      set status = excluded.status, basis = excluded.basis, decided_at = excluded.decided_at
      where qualifications.status = 'training'`.execute(tx);
}

/** Begins the member's training unless it has begun, and locks it until `tx` ends. */
export async function lockTraining(
  tx: Tx,
  trainee: Trainee,
  { items, pass_mark }: Qualification,
): Promise<QualificationRow> {
  const row = { ...trainee, ...BEGINNING, items, pass_mark };
  await tx
    .insertInto("qualifications")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findLockedTraining(tx, trainee)) ?? row;
}

/** A training that has begun, locked until `tx` ends. */
export async function findLockedTraining(tx: Tx, trainee: Trainee): Promise<QualificationRow | undefined> {
  return tx
    .selectFrom("qualifications")
    .selectAll()
    .where((where) => where.and({ ...trainee }))
    .forUpdate()
    .executeTakeFirst();
}

/** The members' training in the projects that train their annotators now; in one project if it is named. */
export async function listQualifications(
  db: Db,
  account_id: string,
  member_ids: readonly string[],
): Promise<(Training & Pick<QualificationRow, "member_id">)[]> {
  if (member_ids.length === 0) return [];
  const { rows } = await sql<Training & Pick<QualificationRow, "member_id">>`
    select qualifications.*, (projects.qualification ->> 'attempts')::integer as attempts
    from qualifications
    join projects on projects.account_id = qualifications.account_id and projects.id = qualifications.project_id
      and projects.qualification is not null
    where qualifications.account_id = ${account_id} and qualifications.member_id = any(${member_ids}::text[])
    order by project_id`.execute(db);
  return rows;
}

/** The member's training in a project; undefined if it has not begun, or if the project trains nobody now. */
export async function findTraining(
  db: Db,
  { account_id, member_id, project_id }: Trainee,
): Promise<Training | undefined> {
  const found = await listQualifications(db, account_id, [member_id]);
  return found.find((training) => training.project_id === project_id);
}

/** A project in which a member is not qualified, with their training there. */
export interface TrainingProject extends Training {
  readonly project_name: string;
  readonly annotation_type: string;
  readonly qualification: Qualification;
  /** The project's items with a known answer; counted up to those of an attempt. */
  readonly known_items: number;
}

/** Whose training to list, and of which projects. */
export interface TrainingScope {
  readonly account_id: string;
  readonly member_id: string;
  readonly is_model: boolean;
  readonly project_id: string | undefined;
  readonly project_ids: readonly string[] | null;
  readonly groups: readonly string[];
}

/** Projects that a list of trainings has at most. */
const MOST_PROJECTS = 100;

/** The active projects with open batches, at most 100, in which the member may not annotate before they pass. None for a model. */
export async function listTraining(
  db: Db,
  { account_id, member_id, is_model, project_id, project_ids, groups }: TrainingScope,
): Promise<TrainingProject[]> {
  if (is_model) return [];
  const { rows } = await sql<TrainingProject>`
    select projects.id as project_id, projects.name as project_name, projects.annotation_type, projects.qualification,
      own.status, own.attempt, own.items, own.pass_mark, own.answered, own.right, training.last_items, training.last_right,
      training.basis, training.decided_at, (projects.qualification ->> 'attempts')::integer as attempts, (
        select count(*)::integer from (
          select from batches join gold_answers on gold_answers.account_id = batches.account_id and gold_answers.batch_id = batches.id
          where batches.account_id = projects.account_id and batches.project_id = projects.id and batches.deleted_at is null
          limit own.items) as known) as known_items
    from projects
    left join qualifications as training on training.account_id = projects.account_id and training.project_id = projects.id
      and training.member_id = ${member_id}
    cross join lateral (
      select coalesce(training.status, 'training') as status, coalesce(training.attempt, 1) as attempt,
        coalesce(training.items, (projects.qualification ->> 'items')::integer) as items,
        coalesce(training.pass_mark, (projects.qualification ->> 'pass_mark')::double precision) as pass_mark,
        coalesce(training.answered, 0) as answered, coalesce(training.right, 0) as right
    ) as own
    where projects.account_id = ${account_id} and projects.qualification is not null and projects.status = 'active'
      and own.status <> 'passed'
      ${project_id === undefined ? sql`` : sql`and projects.id = ${project_id}`}
      ${project_ids === null ? sql`` : sql`and projects.id = any(${project_ids}::text[])`}
      and ${isForGroups("projects.groups", groups)}
      and exists (
        select from batches
        where batches.account_id = projects.account_id and batches.project_id = projects.id and batches.deleted_at is null
          and batches.stage in ('created', 'processing'))
      and not exists (
        select from pauses
        where pauses.account_id = projects.account_id and pauses.member_id = ${member_id}
          and pauses.project_id = projects.id and resumed_at is null)
    order by projects.created_at, projects.id limit ${MOST_PROJECTS}`.execute(db);
  return rows;
}

/** How many items of the attempt the member has answered, and how many they hold now. */
export async function countTrainingItems(
  tx: Tx,
  { account_id, project_id, member_id, run }: Trainee & Pick<QualificationRow, "run">,
): Promise<{ readonly answered: number; readonly held: number }> {
  const { rows } = await sql<{ answered: number; held: number }>`
    select count(*) filter (where "right" is not null)::integer as answered,
      count(*) filter (where "right" is null and tasks.status = 'leased')::integer as held
    from training_answers
    join tasks on tasks.account_id = training_answers.account_id and tasks.id = training_answers.task_id
    where training_answers.account_id = ${account_id} and training_answers.member_id = ${member_id}
      and training_answers.project_id = ${project_id} and run = ${run}`.execute(tx);
  return rows[0] ?? { answered: 0, held: 0 };
}

/** Those of the members who may not annotate in the project before they pass its training. */
export async function listUntrained(
  db: Db,
  { account_id, project_id }: Pick<Trainee, "account_id" | "project_id">,
  member_ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select members.id from members
    join projects on projects.account_id = members.account_id and projects.id = ${project_id} and projects.qualification is not null
    where members.account_id = ${account_id} and members.id = any(${member_ids}::text[]) and not members.is_model
      and not exists (
        select from qualifications
        where qualifications.account_id = members.account_id and qualifications.member_id = members.id
          and qualifications.project_id = projects.id and qualifications.status = 'passed')`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores which items the member got in the attempt, by their tasks; the item of a task that ended gets the new task. */
export async function keepTrainingTasks(
  tx: Tx,
  { account_id, project_id, member_id, run }: Trainee & Pick<QualificationRow, "run">,
  tasks: readonly Pick<Row<"tasks">, "id" | "item_id" | "batch_id">[],
): Promise<void> {
  if (tasks.length === 0) return;
  const key = { account_id, project_id, member_id, run };
  await tx
    .insertInto("training_answers")
    .values(tasks.map(({ id, item_id, batch_id }) => ({ ...key, item_id, batch_id, task_id: id })))
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "project_id", "run", "item_id"])
        .doUpdateSet((row) => ({ task_id: row.ref("excluded.task_id") })),
    )
    .execute();
}

/** Changes a training that has begun. */
export async function updateTraining(
  tx: Tx,
  trainee: Trainee,
  change: Partial<QualificationRow>,
): Promise<void> {
  await tx
    .updateTable("qualifications")
    .set(change)
    .where((where) => where.and({ ...trainee }))
    .execute();
}

/** Whom the project trains, and how; null: nobody. */
export async function readSetting(
  db: Db,
  { account_id, project_id }: Pick<Trainee, "account_id" | "project_id">,
): Promise<Pick<Row<"projects">, "qualification">> {
  return db
    .selectFrom("projects")
    .select("qualification")
    .where("account_id", "=", account_id)
    .where("id", "=", project_id)
    .executeTakeFirstOrThrow();
}
