import { sql } from "kysely";
import type { AnswerKey } from "../answers/answers.ts";
import { lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { PauseRow } from "../members/pauses.ts";
import type { Tx } from "../platform/database/db.ts";
import { releaseLeasesIn } from "../queue/leases.ts";
import { takeBack } from "../queue/take-back.ts";

/** Answers withdrawn per transaction. */
const AT_ONCE = 500;

/**
 * Queues again what a paused member answered since their last right answer to gold, in the project's batches
 * in work. The answers stay recorded but no longer count. Safe to repeat.
 */
export async function requeuePaused(
  deps: Deps,
  { account_id, pause_id }: { account_id: string; pause_id: string },
): Promise<void> {
  const { db } = deps;
  const pause = await db
    .selectFrom("pauses")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", pause_id)
    .executeTakeFirst();
  if (pause === undefined) return;
  await awaitLateAnswers(deps, pause);
  const batches = await db
    .selectFrom("batches")
    .select("id")
    .where("account_id", "=", account_id)
    .where("project_id", "=", pause.project_id)
    .where("status", "in", ["created", "processing"])
    .where("deleted_at", "is", null)
    .execute();
  for (const { id } of batches) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const from: string = after;
      after = await db
        .transaction()
        .execute((tx): Promise<string | undefined> => requeueSome(tx, pause, id, from, deps.now()));
    }
  }
}

/**
 * Ends the member's open tasks in the project, after waiting for answers in flight: later commits are
 * refused, and earlier ones are visible to every later statement.
 */
async function awaitLateAnswers(deps: Deps, pause: PauseRow): Promise<void> {
  await releaseLeasesIn(deps, pause);
  await deps.db
    .transaction()
    .execute((tx) => sql`select pg_advisory_xact_lock(hashtextextended(${pause.member_id}, 0))`.execute(tx));
}

/** Withdraws up to 500 answers of one batch, those after the annotation `after`; returns the last of them. */
async function requeueSome(
  tx: Tx,
  { account_id, member_id, passed_at }: PauseRow,
  batch_id: string,
  after: string,
  now: Date,
): Promise<string | undefined> {
  const batch = await lockBatch(tx, account_id, batch_id);
  if (batch.status !== "created" && batch.status !== "processing") return undefined;
  const theirs = sql`annotations.member_id = ${member_id} and kind = 'annotate' and superseded_at is null
    and annotations.created_at > coalesce(${passed_at}::timestamptz, '-infinity')`;
  const { rows: found } = await sql<AnswerKey>`
    select id, item_id, task_id from annotations
    where account_id = ${account_id} and batch_id = ${batch_id} and id > ${after} and ${theirs} order by id limit ${AT_ONCE}`.execute(
    tx,
  );
  const last = found.at(-1);
  if (last === undefined) return undefined;
  await takeBack(tx, { batch, annotations: found, counts: theirs }, now);
  return last.id;
}
