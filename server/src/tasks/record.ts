import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import {
  type AnnotationRow,
  insertAnswers,
  insertingAnswers,
  type NewAnswer,
  readAnswers,
  type StoredAnswer,
  supersedeAnswer,
  withVersions,
} from "../answers/answers.ts";
import { type SettledItem, settle } from "../answers/decide.ts";
import { findBatch } from "../batches/store.ts";
import { type Feedback, judgeByGold } from "../gold/answer.ts";
import type { Gold } from "../gold/known.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import type { Training } from "../qualifications/store.ts";
import { completeItems, writingItems } from "../queue/items.ts";
import { accountsOf, cancelTasks, giveTurns, lockTurns } from "../queue/leases.ts";
import { addingProgress, type Counts } from "../queue/progress.ts";
import type { Work } from "../queue/store.ts";
import type { SubmitTask } from "./schemas.ts";
import { responseOrder } from "./shown-order.ts";
import { readAnsweredPredictions } from "./shown-predictions.ts";

/**
 * If a batch still had this many open items, an answer was not its last: far fewer transactions run at the
 * same time, and only those are not counted yet.
 */
const NEARLY_ALL = 1_000;

/** A locked task with the answer to it. */
export interface Answered {
  readonly work: Work;
  readonly sent: SubmitTask;
  /** Whether the member is signed in themselves; otherwise an API key acts for them. */
  readonly by_person: boolean;
}

/** A stored answer. */
export interface Submitted {
  readonly annotation: AnnotationRow;
  readonly batch: Work["batch"];
  /** True if the answer closed its item, which may have been the last of the batch. */
  readonly mayBeLast: boolean;
  /** Whether it closed a check item of an auto-accept. */
  readonly closedCheck: boolean;
  /**
   * The part of the known answer that the annotator may see; null without one, or if the policy keeps it
   * secret.
   */
  readonly feedback: Feedback | null;
  /** How far the member's training is; absent for real work. */
  readonly training?: Training | undefined;
}

/** An answer with its decision, to be stored. */
interface Decided extends Answered {
  readonly answer: NewAnswer;
  readonly gold: Gold | null;
  /** The item as the answer leaves it; undefined for an answer to a task of kind `gold`. */
  readonly item: SettledItem | undefined;
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
  const decided = await decideAnswers(tx, answered);
  for (const { work } of answered) if (work.task.annotation_id !== null) await replaceAnswer(tx, work, now);
  const items = decided.flatMap(({ item }) => item ?? []);
  const stored = await store(tx, decided, items, now);
  const submitted: Submitted[] = [];
  for (const [index, { work, gold, item }] of decided.entries()) {
    const { annotation, open } = stored[index] ?? missing();
    const { task, batch } = work;
    const feedback = gold === null ? null : await judgeByGold(tx, batch, { annotation, gold }, now);
    const isAccepted = item?.status === "accepted";
    if (isAccepted && task.annotation_id !== null)
      await cancelTasks(tx, batch.account_id, [item.id], now, ["adjudicate"]);
    submitted.push({
      annotation,
      batch,
      feedback,
      mayBeLast: isAccepted && open <= NEARLY_ALL,
      closedCheck: isAccepted && work.item.auto_accept === "check",
    });
  }
  await completeItems(tx, items, now);
  const tied = items.filter(({ waitsFor }) => waitsFor === "one_more");
  await giveTurns(
    tx,
    accountsOf(tied),
    tied.map(({ id }) => id),
  );
  return submitted;
}

async function decideAnswers(tx: Tx, answered: readonly Answered[]): Promise<Decided[]> {
  const known = await readAnswers(
    tx,
    answered.map(({ work }) => work.item),
  );
  const predictions = await readAnsweredPredictions(tx, answered);
  const decided: Decided[] = [];
  for (const { work, sent, by_person } of answered) {
    const { task, batch, newest_version } = work;
    const answer = { ...toAnswer({ work, sent, by_person }), prediction: predictions.get(task.id) ?? null };
    const { answers = [], gold = null } = known.get(work.item.id) ?? {};
    const others = answers.filter(({ member_id }) => member_id !== task.member_id);
    const counted = { batch, item: withAnswer(work), answers: [...others, answer], gold };
    const item = task.kind === "gold" ? undefined : await settle(tx, counted, newest_version);
    decided.push({ work, sent, by_person, answer, gold, item });
  }
  return decided;
}

/** Stores answers, items and counts in one statement; returns the answers in the same order. */
async function store(tx: Tx, decided: readonly Decided[], items: readonly SettledItem[], now: Date) {
  const answers = decided.map(({ answer }) => answer);
  const { rows } = await sql<StoredAnswer & { readonly open: number | null }>`
    with ${insertingAnswers(answers, now)}, ${writingItems(items)}, ${addingProgress(countsOf(decided))}
    select id, version, by_model, open from inserted left join left_open using (batch_id)`.execute(tx);
  const open = new Map(rows.map((row) => [row.id, row.open ?? 0]));
  return withVersions(answers, rows, now).map((annotation) => ({
    annotation,
    open: open.get(annotation.id) ?? missing(),
  }));
}

function countsOf(decided: readonly Decided[]) {
  const counts = new Map<string, Counts & { readonly account_id: string }>();
  for (const { work, item } of decided) {
    if (item === undefined) continue;
    const { accepted, excluded, answers } = counts.get(work.batch.id) ?? NOTHING;
    counts.set(work.batch.id, {
      account_id: work.batch.account_id,
      accepted: accepted + Number(item.status === "accepted") - Number(work.item.status === "accepted"),
      excluded,
      answers: answers + Number(work.task.annotation_id === null),
    });
  }
  return counts;
}

function missing(): never {
  throw new Error("an insert gave no row");
}

const NOTHING: Counts = { accepted: 0, excluded: 0, answers: 0 };

/** Stores the answer to an audit or an adjudication. */
export async function insertAnswer(tx: Tx, answered: Answered, now: Date): Promise<AnnotationRow> {
  const [annotation] = await insertAnswers(tx, [toAnswer(answered)], now);
  return annotation ?? missing();
}

function toAnswer({ work: { task, item, facts }, sent, by_person }: Answered): NewAnswer {
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
    answered_at: null,
    prediction: null,
    by_person,
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
  if (item.status === "accepted" && task.kind === "annotate") await keepProcessing(tx, batch);
  const { kind, round } = task;
  await supersedeAnswer(
    tx,
    { account_id: task.account_id, item_id: item.id, member_id: task.member_id ?? "", kind, round },
    now,
  );
}

/**
 * Prevents the completion of a batch until `tx` ends, because a label may be withdrawn. Throws
 * `invalid_state` if the batch is completed already: its labels stay.
 */
export async function keepProcessing(
  tx: Tx,
  { account_id, id }: Pick<Work["batch"], "account_id" | "id">,
): Promise<void> {
  await lockTurns(tx, id);
  const batch = await findBatch(tx, account_id, id);
  if (batch?.stage === "processing") return;
  throw new ServiceError(
    "invalid_state",
    "the batch was completed in the meantime and takes no more answers",
  );
}
