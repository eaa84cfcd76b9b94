import { SKIPS_TO_ADJUDICATE } from "@assay/domain/item.ts";
import { sql } from "kysely";
import { lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { PauseRow } from "../members/pauses.ts";
import type { Tx } from "../platform/database/db.ts";
import { giveTurns, releaseLeasesOf } from "../queue/leases.ts";
import { addProgress } from "../queue/progress.ts";

/** Answers that one transaction takes back. */
const AT_ONCE = 500;

/**
 * Queues again what a paused member answered since their last right answer to gold, in the batches of the project
 * that are in work. The answers stay recorded and no longer count. Safe to run again.
 */
export async function requeuePaused(deps: Deps, { pause_id }: { pause_id: string }): Promise<void> {
  const { db } = deps;
  const pause = await db.selectFrom("pauses").selectAll().where("id", "=", pause_id).executeTakeFirst();
  if (pause === undefined) return;
  await awaitLateAnswers(deps, pause);
  const batches = await db
    .selectFrom("batches")
    .select("id")
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
 * Ends what the member has in hand in the project, waiting for answers that are on their way: what is committed
 * after this is refused, what was committed before is seen by every later statement.
 */
async function awaitLateAnswers({ db, now }: Deps, { member_id, project_id }: PauseRow): Promise<void> {
  await db.transaction().execute((tx) => releaseLeasesOf(tx, { now }, member_id, project_id));
  await db
    .transaction()
    .execute((tx) => sql`select pg_advisory_xact_lock(hashtextextended(${member_id}, 0))`.execute(tx));
}

interface Answer {
  readonly id: string;
  readonly item_id: string;
  readonly task_id: string | null;
}

/** Takes back up to 500 answers of one batch, those after the annotation `after`; gives the last of them. */
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
  const { rows: found } = await sql<Answer>`
    select id, item_id, task_id from annotations
    where batch_id = ${batch_id} and id > ${after} and ${theirs} order by id limit ${AT_ONCE}`.execute(tx);
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const item_ids = found.map(({ item_id }) => item_id);
  await sql`select from items where id = any(${item_ids}::text[]) order by id for update`.execute(tx);
  const { rows: answers } = await sql<Answer>`
    update annotations set superseded_at = ${now} from items
    where annotations.id = any(${found.map(({ id }) => id)}::text[]) and items.id = item_id
      and annotations.round = items.round and ${theirs}
    returning annotations.id, item_id, task_id`.execute(tx);
  await reopenItems(tx, batch_id, answers, now);
  return last.id;
}

/** Gives items a slot for each answer that was taken back, unless somebody else has decided on their label. */
async function reopenItems(tx: Tx, batch_id: string, answers: readonly Answer[], now: Date): Promise<void> {
  const item_ids = answers.map(({ item_id }) => item_id);
  const task_ids = answers.flatMap(({ task_id }) => task_id ?? []);
  await sql`
    update tasks set status = 'canceled', lease_expires_at = null, updated_at = ${now}
    where id = any(${task_ids}::text[]) and status in ('leased', 'submitted')`.execute(tx);
  // An adjudication that nobody has taken up yet waits for the new answer instead.
  await sql`
    update tasks set status = 'canceled', updated_at = ${now} from items
    where item_id = any(${item_ids}::text[]) and tasks.status = 'open' and kind = 'adjudicate'
      and items.id = item_id and items.skip_count < ${SKIPS_TO_ADJUDICATE}`.execute(tx);
  const { rows: reopened } = await sql<{ id: string; was_accepted: boolean }>`
    with before as (
      select id, status = 'accepted' as was_accepted from items
      where id = any(${item_ids}::text[]) and (status = 'open' or (status = 'accepted' and origin = 'consensus'))
        and skip_count < ${SKIPS_TO_ADJUDICATE} and not exists (
          select from tasks
          where tasks.item_id = items.id and tasks.round = items.round and kind = 'adjudicate'
            and tasks.status = 'leased'))
    update items set status = 'open', result = null, fields = null, support = null, origin = null,
      guideline_version = null,
      open_slots = greatest(0, overlap_required - (answer_count - 1) - ${waiting("leased")} - ${waiting("open")})
    from before where items.id = before.id
    returning items.id, was_accepted`.execute(tx);
  await sql`update items set answer_count = answer_count - 1 where id = any(${item_ids}::text[])`.execute(tx);
  const accepted = reopened.filter(({ was_accepted }) => was_accepted).length;
  await addProgress(tx, batch_id, { accepted: -accepted, answers: -answers.length });
  await giveTurns(
    tx,
    reopened.map(({ id }) => id),
  );
}

/** Annotations of the item that somebody has in hand, or that are kept for somebody, without an answer yet. */
function waiting(status: "leased" | "open") {
  return sql`(
    select count(*) from tasks
    where tasks.item_id = items.id and tasks.round = items.round and kind = 'annotate'
      and tasks.status = ${sql.lit(status)} and annotation_id is null)`;
}
