import { ServiceError } from "@assay/domain/errors.ts";
import { type ItemConsensus, itemConsensus } from "@assay/domain/field-consensus.ts";
import { type ItemOutcome, itemOutcome } from "@assay/domain/item.ts";
import { sql } from "kysely";
import { type GivenAnswer, type InsertedAnnotation, insertAnnotation } from "../annotations/store.ts";
import { findBatchById } from "../batches/store.ts";
import { judgeByGold } from "../gold/answer.ts";
import { deliverGold, type Gold } from "../gold/known.ts";
import { getGuidelines, namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { cancelTasks, lockTurns, reopenSlots } from "../queue/leases.ts";
import { type SettledItem, type Work, writeItem } from "../queue/store.ts";
import type { SubmitTask } from "./schemas.ts";
import { responseOrder } from "./shown-order.ts";
import type { Submitted } from "./submit.ts";

/**
 * While so many items of a batch were still to be closed, an answer was not its last: far fewer transactions
 * than that run at once, and only those are not counted yet.
 */
const NEARLY_ALL = 1_000;

/** Stores an annotator's answer to a locked item and lets the item take what follows from it. */
export async function recordAnswer(tx: Tx, work: Work, sent: SubmitTask, now: Date): Promise<Submitted> {
  const { task, item, batch } = work;
  const isReplacement = task.annotation_id !== null;
  const { annotation, others, gold } = await insertAnswer(tx, work, sent, now);
  const feedback = gold === null ? null : await judgeByGold(tx, batch, { annotation, gold }, now);
  const takesSlot = task.status === "expired" && !isReplacement;
  const answered = {
    ...item,
    answer_count: item.answer_count + (isReplacement ? 0 : 1),
    open_slots: item.open_slots - (takesSlot ? 1 : 0),
  };
  const answers = [...others, annotation];
  // Read before the item was locked: whoever held it may have answered under a newer version meanwhile.
  const newest_version = Math.max(work.newest_version, ...others.map((other) => other.guideline_version));
  const settling = { ...work, item: answered, answers, newest_version, gold };
  const { isAccepted, waiting } = await settleItem(tx, settling, now, isReplacement ? 0 : 1);
  if (isReplacement && isAccepted) await cancelTasks(tx, [item.id], now, ["adjudicate"]);
  return { annotation, batch, mayBeLast: isAccepted && waiting <= NEARLY_ALL, feedback };
}

/** Stores the answer to a task of kind `gold`: it measures its annotator, and leaves item and batch as they are. */
export async function recordGold(tx: Tx, work: Work, sent: SubmitTask, now: Date): Promise<Submitted> {
  const { batch } = work;
  const { annotation, gold } = await insertAnswer(tx, work, sent, now);
  const feedback = gold === null ? null : await judgeByGold(tx, batch, { annotation, gold }, now);
  return { annotation, batch, mayBeLast: false, feedback };
}

/** Adds the answer as the next version of its member's, and marks its task submitted. */
export async function insertAnswer(
  tx: Tx,
  work: Work,
  sent: SubmitTask,
  now: Date,
): Promise<InsertedAnnotation> {
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
    response_order: responseOrder(task, work.facts.responses),
  });
}

/** A locked item with the current answers to it, and the known one. */
interface Settling extends Pick<Work, "item" | "batch" | "newest_version"> {
  readonly answers: readonly GivenAnswer[];
  readonly gold: Gold | null;
}

interface Settled {
  readonly isAccepted: boolean;
  /** Items of the batch that were not closed before, as far as others have committed. */
  readonly waiting: number;
}

/**
 * Decides a locked item from its answers and writes what follows: an accepted label, one annotation more, an
 * adjudication, or just the new counts. `newAnswers` are counted in the batch's progress. Whatever the answers
 * come to, the label of an item with a known answer is that.
 */
export async function settleItem(
  tx: Tx,
  settling: Settling,
  now: Date,
  newAnswers: 0 | 1 = 0,
): Promise<Settled> {
  const { item, batch, newest_version, gold } = settling;
  const { answer_count, overlap_required, skip_count } = item;
  const isFull = answer_count >= overlap_required;
  const answered = itemOutcome({
    ...{ answers: answer_count, overlap_required, skips: skip_count },
    ...{ overlap: batch.policy.overlap, min_support: batch.policy.min_support },
    consensus: isFull && gold === null ? await consensusOf(tx, settling) : null,
  });
  const isKnown = gold !== null && answered !== "open";
  const outcome = isKnown ? { accept: { result: gold.result, support: 0, fields: gold.fields } } : answered;
  const isAccepted = typeof outcome === "object";
  const wasAccepted = item.status === "accepted";
  if (wasAccepted) await keepProcessing(tx, batch.id);
  const accepted = Number(isAccepted) - Number(wasAccepted);
  const counts = { accepted, excluded: 0, answers: newAnswers };
  const waiting = await writeItem(tx, afterOutcome(item, outcome, newest_version), counts);
  if (isKnown) await deliverGold(tx, [item.id]);
  if (outcome === "one_more") await reopenSlots(tx, [item.id]);
  if (outcome === "adjudicate") await askAdjudications(tx, batch, [item], now);
  return { isAccepted, waiting };
}

/** Labels of a completed batch stay: throws `invalid_state` where it was completed while the answer came in. */
async function keepProcessing(tx: Tx, batch_id: string): Promise<void> {
  await lockTurns(tx, batch_id);
  const batch = await findBatchById(tx, batch_id);
  if (batch?.stage === "processing") return;
  throw new ServiceError("invalid_state", "the batch was completed meanwhile; its answers are closed");
}

/** The consensus of the answers, under the label names and fields of the newest version. */
async function consensusOf(
  tx: Tx,
  { batch, answers, newest_version }: Settling,
): Promise<ItemConsensus | null> {
  const given = [];
  for (const answer of answers) {
    given.push({ result: await namesAs(tx, batch, answer, newest_version), fields: answer.fields });
  }
  const { fields } = await getGuidelines(tx, batch.project_id, newest_version);
  return itemConsensus(typeOf(batch), fields, batch.policy.scored_fields ?? [], given);
}

function afterOutcome(item: Work["item"], outcome: ItemOutcome, newest_version: number): SettledItem {
  if (typeof outcome === "object") {
    const label = { ...outcome.accept, origin: "consensus" as const, guideline_version: newest_version };
    return { ...item, ...label, status: "accepted", open_slots: 0 };
  }
  const blank = { status: "open" as const, result: null, fields: null, support: null, origin: null };
  const open_slots = outcome === "adjudicate" ? 0 : item.open_slots;
  const overlap_required = item.overlap_required + (outcome === "one_more" ? 1 : 0);
  return { ...item, ...blank, open_slots, overlap_required };
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
