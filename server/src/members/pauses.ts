import { exactInterval } from "@assay/domain/certification/bound.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { noteWorkOfProject } from "../work-changes.ts";

export type PauseRow = Row<"pauses">;

/** A member in a project. */
type Worker = Pick<PauseRow, "account_id" | "member_id" | "project_id">;

interface Record {
  readonly answered: number;
  readonly right: number;
  /** When the last right one was given. */
  readonly passed_at: Date | null;
}

/** A member's answers to gold of the project, in all batches and rounds, since their last pause ended. */
async function readRecord(tx: Tx, { account_id, project_id, member_id }: Worker): Promise<Record> {
  const { rows } = await sql<Record>`
    select count(*)::integer as answered, count(*) filter (where gold_right)::integer as "right",
      max(created_at) filter (where gold_right) as passed_at
    from annotations
    where account_id = ${account_id} and member_id = ${member_id} and gold_right is not null
      and batch_id in (select id from batches where account_id = ${account_id} and project_id = ${project_id})
      and created_at > coalesce((
          select max(resumed_at) from pauses
          where account_id = ${account_id} and project_id = ${project_id} and member_id = ${member_id}
        ), '-infinity')`.execute(tx);
  return rows[0] ?? { answered: 0, right: 0, passed_at: null };
}

/**
 * Pauses a member in the batch's project if the policy has a floor and the upper end of the exact 95 %
 * interval of their share of right gold answers is below it. Queues the job that requeues their answers since
 * the last right one. Call it after a wrong answer to gold: only that can lower the interval.
 */
export async function pauseUnderFloor(
  tx: Tx,
  { account_id, project_id, policy }: Pick<Row<"batches">, "account_id" | "project_id" | "policy">,
  member_id: string,
  now: Date,
): Promise<void> {
  const { gold_floor } = policy;
  if (gold_floor === null) return;
  const { answered, right, passed_at } = await readRecord(tx, { account_id, project_id, member_id });
  if (exactInterval(answered, answered - right).high >= gold_floor) return;
  const id = newId("pause");
  const paused = await tx
    .insertInto("pauses")
    .values({
      ...{ id, account_id, project_id, member_id, gold_floor, passed_at },
      ...{ gold_answered: answered, gold_right: right, paused_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (paused !== undefined) await addJob(tx, account_id, "requeue_paused", { pause_id: id });
}

/** The member's current pauses, by project. */
export async function listPauses(
  db: Db,
  account_id: string,
  member_ids: readonly string[],
  project_id?: string,
): Promise<PauseRow[]> {
  if (member_ids.length === 0) return [];
  const query = db
    .selectFrom("pauses")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("member_id", "in", member_ids)
    .where("resumed_at", "is", null)
    .orderBy("paused_at");
  return (project_id === undefined ? query : query.where("project_id", "=", project_id)).execute();
}

/** Throws `forbidden`, with the reason and who can resume them, if the member is paused in the project. */
export async function assertNotPaused(db: Db, { account_id, member_id, project_id }: Worker): Promise<void> {
  const [pause] = await listPauses(db, account_id, [member_id], project_id);
  if (pause !== undefined) refusePaused(pause);
}

/** Throws `forbidden` with the reason of a pause and who can resume the member. */
function refusePaused({ member_id, project_id, gold_answered, gold_right, gold_floor }: PauseRow): never {
  throw new ServiceError(
    "forbidden",
    `the member ${member_id} is paused in the project ${project_id}: ${gold_right} of ${gold_answered} answers to ` +
      `items with a known answer were right, but the project requires at least ${gold_floor} of them. An owner or manager can lift it: ` +
      `POST /v1/members/${member_id}/resume`,
  );
}

/**
 * Resumes a member in a project, with a clean record. Throws `invalid_state` if they are not paused in it.
 */
export async function resumeMember(
  tx: Tx,
  { account_id, member_id, project_id }: Worker,
  resumed_by: string,
  now: Date,
): Promise<void> {
  const resumed = await tx
    .updateTable("pauses")
    .set({ resumed_at: now, resumed_by })
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id)
    .where("project_id", "=", project_id)
    .where("resumed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (resumed !== undefined) return noteWorkOfProject(tx, account_id, project_id);
  throw new ServiceError("invalid_state", `the member is not paused in the project ${project_id}`);
}
