import { ServiceError } from "@assay/domain/errors.ts";
import { type ItemOutcome, itemOutcome } from "@assay/domain/item.ts";
import type { Consensus } from "@assay/domain/types/annotation-type.ts";
import { sql } from "kysely";
import { insertAnnotation } from "../annotations/store.ts";
import { addProgress, findBatchById } from "../batches/store.ts";
import type { Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { namesAs, typeOf } from "./guidelines.ts";
import { cancelTasks, lockTurns, reopenSlots } from "./leases.ts";
import type { SubmitTask } from "./schemas.ts";
import { listAnswers, type Work } from "./store.ts";
import type { AnnotationRow, Submitted } from "./submit.ts";

/** Stores an annotator's answer to a locked item and lets the item take what follows from it. */
export async function recordAnswer(tx: Tx, work: Work, sent: SubmitTask, now: Date): Promise<Submitted> {
  const { task, item, batch } = work;
  const isReplacement = task.annotation_id !== null;
  const annotation = await insertAnswer(tx, work, sent, now);
  const takesSlot = task.status === "expired" && !isReplacement;
  const answered = {
    ...item,
    answer_count: item.answer_count + (isReplacement ? 0 : 1),
    open_slots: item.open_slots - (takesSlot ? 1 : 0),
  };
  const closed = await settleItem(tx, { ...work, item: answered }, now, isReplacement ? 0 : 1);
  if (isReplacement && closed) await cancelTasks(tx, [item.id], now, ["adjudicate"]);
  return { annotation, batch, closed };
}

/** Adds the answer as the next version of its member's, and marks its task submitted. */
export async function insertAnswer(tx: Tx, work: Work, sent: SubmitTask, now: Date): Promise<AnnotationRow> {
  const { task, item } = work;
  return insertAnnotation(tx, now, {
    id: newId("annotation"),
    account_id: task.account_id,
    batch_id: task.batch_id,
    item_id: item.id,
    task_id: task.id,
    member_id: task.member_id ?? "",
    kind: task.kind,
    round: task.round,
    guideline_version: task.guideline_version,
    result: JSON.stringify(sent.result),
    fields: sent.fields === undefined ? null : JSON.stringify(sent.fields),
    active_ms: sent.active_ms ?? null,
    client_id: sent.client_id ?? null,
  });
}

/**
 * Decides a locked item from the answers that it has now and writes what follows: an accepted label, one
 * annotation more, an adjudication, or just the new counts. `newAnswers` are counted in the batch's progress.
 * True where the item is closed by it.
 */
export async function settleItem(
  tx: Tx,
  work: Omit<Work, "task" | "facts" | "external_id">,
  now: Date,
  newAnswers: 0 | 1 = 0,
): Promise<boolean> {
  const { item, batch } = work;
  const { answer_count: answers, overlap_required, skip_count: skips } = item;
  const { overlap, min_support } = batch.policy;
  const isFull = answers >= overlap_required;
  const guideline_version = isFull ? await getGuidelineVersion(tx, batch.project_id) : null;
  const consensus = guideline_version === null ? null : await consensusOf(tx, work, guideline_version);
  const outcome = itemOutcome({ answers, overlap_required, overlap, skips, consensus, min_support });
  const isAccepted = typeof outcome === "object";
  const wasAccepted = item.status === "accepted";
  const accepted = Number(isAccepted) - Number(wasAccepted);
  if (accepted !== 0 || newAnswers > 0) await addProgress(tx, batch.id, { accepted, answers: newAnswers });
  if (wasAccepted) await keepProcessing(tx, batch.id);
  await writeOutcome(tx, { item, batch, guideline_version }, outcome, now);
  return isAccepted;
}

/** Labels of a completed batch stay: throws `invalid_state` where it was completed while the answer came in. */
async function keepProcessing(tx: Tx, batch_id: string): Promise<void> {
  await lockTurns(tx, batch_id);
  const batch = await findBatchById(tx, batch_id);
  if (batch?.status === "processing") return;
  throw new ServiceError("invalid_state", "the batch was completed meanwhile; its answers are closed");
}

/** The consensus of the item's current answers, under the names that labels have in the newest version. */
async function consensusOf(
  tx: Tx,
  { item, batch }: Counted,
  newestVersion: number,
): Promise<Consensus | null> {
  const answers = await listAnswers(tx, item);
  const results = [];
  for (const answer of answers) results.push(await namesAs(tx, batch, answer, newestVersion));
  return typeOf(batch).consensus(results);
}

type Counted = Pick<Work, "item" | "batch">;

async function writeOutcome(
  tx: Tx,
  { item, batch, guideline_version }: Counted & { readonly guideline_version: number | null },
  outcome: ItemOutcome,
  now: Date,
): Promise<void> {
  const counts = { answer_count: item.answer_count, skip_count: item.skip_count };
  if (typeof outcome === "object") {
    const { result, support } = outcome.accept;
    const label = {
      result: JSON.stringify(result),
      guideline_version,
      support,
      origin: "consensus" as const,
      status: "accepted" as const,
    };
    await tx
      .updateTable("items")
      .set({ ...counts, ...label, open_slots: 0 })
      .where("id", "=", item.id)
      .execute();
    return;
  }
  const blank = { status: "open" as const, result: null, support: null, origin: null };
  const open_slots = outcome === "adjudicate" ? 0 : item.open_slots;
  const overlap_required = item.overlap_required + (outcome === "one_more" ? 1 : 0);
  await tx
    .updateTable("items")
    .set({ ...counts, ...blank, open_slots, overlap_required })
    .where("id", "=", item.id)
    .execute();
  if (outcome === "one_more") await reopenSlots(tx, [item.id]);
  if (outcome === "adjudicate") await askAdjudications(tx, batch, [item], now);
}

/** Opens an adjudication of each item (locked by `tx`); one stands open at most per item and round. */
export async function askAdjudications(
  tx: Tx,
  batch: Work["batch"],
  items: readonly Pick<Work["item"], "id" | "round">[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  const guideline_version = await getGuidelineVersion(tx, batch.project_id);
  const stands = (status: "open" | "leased") => sql`exists (
    select from tasks
    where tasks.item_id = asked.item_id and kind = 'adjudicate' and tasks.round = asked.round and status = ${sql.lit(status)})`;
  await sql`
    insert into tasks
      (id, account_id, batch_id, item_id, kind, round, status, guideline_version, created_at, updated_at)
    select id, ${batch.account_id}, ${batch.id}, item_id, 'adjudicate', round, 'open', ${guideline_version}, ${now}, ${now}
    from unnest(
      ${items.map(() => newId("task"))}::text[], ${items.map(({ id }) => id)}::text[],
      ${items.map(({ round }) => round)}::integer[]
    ) as asked (id, item_id, round)
    where not ${stands("open")} and not ${stands("leased")}`.execute(tx);
}
