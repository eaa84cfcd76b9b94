import { SKIPS_TO_ADJUDICATE } from "@assay/domain/item.ts";
import { type RawBuilder, sql } from "kysely";
import { type AnswerKey, supersedeAnswers } from "../answers/answers.ts";
import type { Tx } from "../platform/database/db.ts";
import { giveTurns } from "./leases.ts";
import { IS_OF_ANSWERS } from "./origin.ts";
import { addProgress, type BatchKey } from "./progress.ts";

interface Taken {
  readonly batch: BatchKey;
  readonly annotations: readonly AnswerKey[];
  /** The condition, on the row `annotations`, that an answer has not been withdrawn yet. */
  readonly counts: RawBuilder<unknown>;
}

/** Withdraws answers from the counts, and opens a slot of their item for each. */
export async function takeBack(tx: Tx, { batch, annotations, counts }: Taken, now: Date): Promise<void> {
  const item_ids = annotations.map(({ item_id }) => item_id);
  await sql`select from items
    where account_id = ${batch.account_id} and id = any(${item_ids}::text[]) order by id for update`.execute(
    tx,
  );
  const ids = annotations.map(({ id }) => id);
  const answers = await supersedeAnswers(tx, batch.account_id, ids, counts, now);
  await reopenItems(tx, batch, answers, now);
}

/** Gives items a slot for each withdrawn answer, unless somebody else has decided their label. */
async function reopenItems(tx: Tx, batch: BatchKey, answers: readonly AnswerKey[], now: Date): Promise<void> {
  const item_ids = answers.map(({ item_id }) => item_id);
  const task_ids = answers.flatMap(({ task_id }) => task_id ?? []);
  await sql`
    update tasks set status = 'canceled', lease_expires_at = null, updated_at = ${now}
    where account_id = ${batch.account_id} and id = any(${task_ids}::text[]) and status in ('leased', 'submitted')`.execute(
    tx,
  );
  // An unclaimed adjudication waits for the new answer instead.
  await sql`
    update tasks set status = 'canceled', updated_at = ${now} from items
    where tasks.account_id = ${batch.account_id} and item_id = any(${item_ids}::text[]) and tasks.status = 'open'
      and kind = 'adjudicate' and items.account_id = tasks.account_id and items.id = item_id and items.skip_count < ${SKIPS_TO_ADJUDICATE}`.execute(
    tx,
  );
  const { rows: reopened } = await sql<{ id: string; was_accepted: boolean }>`
    with before as (
      select id, status = 'accepted' as was_accepted from items
      where account_id = ${batch.account_id} and id = any(${item_ids}::text[]) and (status = 'open' or (status = 'accepted' and ${IS_OF_ANSWERS}))
        and skip_count < ${SKIPS_TO_ADJUDICATE} and not exists (
          select from tasks
          where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.round = items.round
            and kind = 'adjudicate'
            and tasks.status = 'leased'))
    update items set status = 'open', result = null, fields = null, support = null, origin = null,
      guideline_version = null,
      open_slots = greatest(0, overlap_required - (answer_count - 1) - ${waiting("leased")} - ${waiting("open")})
    from before where items.account_id = ${batch.account_id} and items.id = before.id
    returning items.id, was_accepted`.execute(tx);
  await sql`update items set answer_count = answer_count - 1
    where account_id = ${batch.account_id} and id = any(${item_ids}::text[])`.execute(tx);
  const accepted = reopened.filter(({ was_accepted }) => was_accepted).length;
  await addProgress(tx, batch, { accepted: -accepted, answers: -answers.length });
  await giveTurns(
    tx,
    [batch.account_id],
    reopened.map(({ id }) => id),
  );
}

/** Unanswered annotations of the item that are leased to a member or reserved for one. */
function waiting(status: "leased" | "open") {
  return sql`(
    select count(*) from tasks
    where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.round = items.round and kind = 'annotate'
      and tasks.status = ${sql.lit(status)} and annotation_id is null)`;
}
