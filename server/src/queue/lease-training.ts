import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { TaskRow } from "./claimable.ts";
import type { Leasing } from "./lease.ts";

/** Batches with known answers that a claim looks into, the newest. */
const MOST_BATCHES = 20;
/** Known answers of a batch that it looks at, on each side of a random place: twice the longest attempt. */
const NEAR = 200;

/** A member's attempt in a project. */
type Attempt = Pick<Row<"qualifications">, "account_id" | "project_id" | "member_id" | "run">;

/**
 * Leases items with a known answer to a member in training, one for each of `ids` if there are enough: first those of the attempt that
 * they gave back or lost, so that nobody waits for easy ones. Of the others, those come first that they were not trained with before,
 * then those that need no answers of real work. Items that the member has worked on do not count as training. The task takes no
 * slot of its item.
 */
export async function leaseTraining(
  tx: Tx,
  attempt: Attempt,
  { ids, now, lease_expires_at }: Leasing,
): Promise<TaskRow[]> {
  const { account_id, project_id, member_id, run } = attempt;
  await cancelEarlier(tx, attempt, now);
  const draw = Math.random();
  const near = (side: RawBuilder<unknown>) => sql`
    (select item_id from gold_answers
     where gold_answers.account_id = batches.account_id and gold_answers.batch_id = batches.id and draw ${side} ${draw}
     order by draw limit ${sql.lit(NEAR)})`;
  const trained = sql`training_answers.account_id = ${account_id} and training_answers.member_id = ${member_id}
    and training_answers.project_id = ${project_id}`;
  const { rows } = await sql<TaskRow>`
    with batches as materialized (
      select batches.account_id, batches.id, batches.round, projects.guideline_version
      from batches join projects on projects.account_id = batches.account_id and projects.id = batches.project_id
      where batches.account_id = ${account_id} and batches.project_id = ${project_id} and batches.deleted_at is null
        and batches.filling is null and exists (
          select from gold_answers where gold_answers.account_id = batches.account_id and gold_answers.batch_id = batches.id)
      order by batches.created_at desc limit ${sql.lit(MOST_BATCHES)}
    ), found as materialized (
      select training_answers.item_id, batches.id as batch_id, batches.round, batches.guideline_version, 0 as rank
      from training_answers join batches on batches.id = training_answers.batch_id
      where ${trained} and run = ${run} and "right" is null
        and not exists (
          select from tasks where tasks.account_id = ${account_id} and tasks.id = training_answers.task_id and tasks.status = 'leased')
      union all
      select items.id, batches.id, batches.round, batches.guideline_version, 1 + (items.open_slots > 0)::integer + 2 * (exists (
          select from training_answers where ${trained} and training_answers.item_id = items.id and run < ${run}))::integer
      from batches
      cross join lateral (${near(sql`>=`)} union all ${near(sql`<`)}) as near
      join items on items.account_id = batches.account_id and items.id = near.item_id and items.status <> 'excluded'
      where not exists (
          select from training_answers where ${trained} and training_answers.item_id = items.id and run = ${run})
        and not exists (
          select from tasks
          where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.member_id = ${member_id}
            and tasks.status in ('leased', 'submitted', 'skipped') offset 0)
        and not exists (
          select from annotations
          where annotations.account_id = items.account_id and annotations.item_id = items.id
            and annotations.member_id = ${member_id} and annotations.kind <> 'training' offset 0)
    ), chosen as materialized (
      select found.* from (select * from found order by rank, random() limit ${sql.lit(ids.length)}) as found
      join items on items.account_id = ${account_id} and items.id = found.item_id
      for key share of items skip locked
    ), numbered as (
      select *, row_number() over (order by rank) as nth from chosen
    )
    insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
      lease_expires_at, leased_at, revision, created_at, updated_at)
    select (${ids}::text[])[nth], ${account_id}, batch_id, item_id, 'training', round, 'leased', ${member_id}, guideline_version,
      ${lease_expires_at}, ${now}, 0, ${now}, ${now}
    from numbered
    on conflict (item_id, member_id, round, kind) where status in ('leased', 'submitted', 'skipped') do nothing
    returning *`.execute(tx);
  return rows;
}

/** Ends the tasks of earlier attempts, so that the member may get their items again. Those in hand were released before. */
async function cancelEarlier(
  tx: Tx,
  { account_id, project_id, member_id, run }: Attempt,
  now: Date,
): Promise<void> {
  await sql`
    update tasks set status = 'canceled', updated_at = ${now}
    from training_answers
    where training_answers.account_id = ${account_id} and training_answers.member_id = ${member_id}
      and training_answers.project_id = ${project_id} and run < ${run}
      and tasks.account_id = ${account_id} and tasks.id = training_answers.task_id and tasks.status in ('submitted', 'skipped')`.execute(
    tx,
  );
}
