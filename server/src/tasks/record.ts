import { ServiceError } from "@assay/domain/errors.ts";
import {
  type AnnotationRow,
  insertAnswers,
  type NewAnswer,
  readAnswers,
  supersedeAnswer,
} from "../answers/answers.ts";
import { type SettledItem, settle } from "../answers/decide.ts";
import { findBatchById } from "../batches/store.ts";
import { type Feedback, judgeByGold } from "../gold/answer.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { writeItems } from "../queue/items.ts";
import { cancelTasks, giveTurns, lockTurns } from "../queue/leases.ts";
import { addProgressOf, type Counts } from "../queue/progress.ts";
import type { Work } from "../queue/store.ts";
import type { SubmitTask } from "./schemas.ts";
import { responseOrder } from "./shown-order.ts";

/**
 * If a batch still had this many open items, an answer was not its last: far fewer transactions run at the
 * same time, and only those are not counted yet.
 */
const NEARLY_ALL = 1_000;

/** A locked task with the answer to it. */
export interface Answered {
  readonly work: Work;
  readonly sent: SubmitTask;
}

/** A stored answer. */
export interface Submitted {
  readonly annotation: AnnotationRow;
  readonly batch: Work["batch"];
  /** True if the answer closed its item, which may have been the last of the batch. */
  readonly mayBeLast: boolean;
  /**
   * The part of the known answer that the annotator may see; null without one, or if the policy keeps it
   * secret.
   */
  readonly feedback: Feedback | null;
}

/**
 * Stores annotators' answers to different items (locked by `tx`) and decides the items. An answer to a task
 * of kind `gold` only measures its annotator and changes neither item nor batch.
 */
export async function recordAnswers(
  tx: Tx,
  answered: readonly Answered[],
  now: Date,
): Promise<readonly Submitted[]> {
  const known = await readAnswers(
    tx,
    answered.map(({ work }) => work.item),
  );
  for (const { work } of answered) if (work.task.annotation_id !== null) await replaceAnswer(tx, work, now);
  const annotations = await insertAnswers(tx, answered.map(toAnswer), now);
  const byTask = new Map(annotations.map((annotation) => [annotation.task_id, annotation]));
  const stored: Omit<Submitted, "mayBeLast">[] = [];
  const settled: (SettledItem & { readonly batch_id: string })[] = [];
  const counts = new Map<string, Counts>();
  for (const { work } of answered) {
    const { task, item, batch } = work;
    const annotation = byTask.get(task.id);
    if (annotation === undefined) throw new Error("an insert gave no row");
    const { answers = [], gold = null } = known.get(item.id) ?? {};
    const feedback = gold === null ? null : await judgeByGold(tx, batch, { annotation, gold }, now);
    stored.push({ annotation, batch, feedback });
    if (task.kind === "gold") continue;
    const others = answers.filter(({ member_id }) => member_id !== task.member_id);
    const counted = { batch, item: withAnswer(work), answers: [...others, annotation], gold };
    const decided = await settle(tx, counted, work.newest_version);
    settled.push({ ...decided, batch_id: batch.id });
    const { accepted, excluded, answers: count } = counts.get(batch.id) ?? NOTHING;
    const isNew = task.annotation_id === null;
    counts.set(batch.id, {
      accepted: accepted + Number(decided.status === "accepted") - Number(item.status === "accepted"),
      excluded,
      answers: count + Number(isNew),
    });
    if (!isNew && decided.status === "accepted") await cancelTasks(tx, [item.id], now, ["adjudicate"]);
  }
  await writeItems(tx, settled, now);
  const open = await addProgressOf(tx, counts);
  await giveTurns(
    tx,
    settled.filter(({ waitsFor }) => waitsFor === "one_more").map(({ id }) => id),
  );
  const accepted = new Set(settled.filter(({ status }) => status === "accepted").map(({ id }) => id));
  return stored.map((submitted) => ({
    ...submitted,
    mayBeLast:
      accepted.has(submitted.annotation.item_id) && (open.get(submitted.batch.id) ?? 0) <= NEARLY_ALL,
  }));
}

const NOTHING: Counts = { accepted: 0, excluded: 0, answers: 0 };

/** Stores the answer to an audit or an adjudication. */
export async function insertAnswer(tx: Tx, answered: Answered, now: Date): Promise<AnnotationRow> {
  const [annotation] = await insertAnswers(tx, [toAnswer(answered)], now);
  if (annotation === undefined) throw new Error("an insert gave no row");
  return annotation;
}

function toAnswer({ work: { task, item, facts }, sent }: Answered): NewAnswer {
  return {
    id: newId("annotation"),
    account_id: task.account_id,
    batch_id: task.batch_id,
    item_id: item.id,
    task_id: task.id,
    member_id: task.member_id ?? "",
    kind: task.kind,
    round: task.round,
    guideline_version: task.guideline_version,
    result: sent.result,
    fields: sent.fields ?? null,
    active_ms: sent.active_ms ?? null,
    client_id: sent.client_id ?? null,
    response_order: responseOrder(task, facts.responses),
  };
}

/**
 * The item with the answer counted. An answer takes its lease's slot, or a free one if the lease has expired.
 */
function withAnswer({ task, item }: Work): Work["item"] {
  if (task.annotation_id !== null) return item;
  const takesSlot = task.status === "expired";
  return {
    ...item,
    answer_count: item.answer_count + 1,
    open_slots: item.open_slots - Number(takesSlot),
  };
}

/** Supersedes the reopened answer that another one replaces. */
async function replaceAnswer(tx: Tx, { task, item, batch }: Work, now: Date): Promise<void> {
  if (item.status === "accepted" && task.kind === "annotate") await keepProcessing(tx, batch.id);
  const { kind, round } = task;
  await supersedeAnswer(tx, { item_id: item.id, member_id: task.member_id ?? "", kind, round }, now);
}

/**
 * Prevents the completion of a batch until `tx` ends, because a label may be withdrawn. Throws
 * `invalid_state` if the batch is completed already: its labels stay.
 */
export async function keepProcessing(tx: Tx, batch_id: string): Promise<void> {
  await lockTurns(tx, batch_id);
  const batch = await findBatchById(tx, batch_id);
  if (batch?.stage === "processing") return;
  throw new ServiceError(
    "invalid_state",
    "the batch was completed in the meantime and takes no more answers",
  );
}
