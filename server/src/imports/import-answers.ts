import { ServiceError } from "@assay/domain/errors.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { insertAnswers, type NewAnswer, readAnswers } from "../answers/answers.ts";
import { findActive } from "../auto-accept/store.ts";
import { startBatch } from "../batches/start.ts";
import { type BatchRow, lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { judgeAnswers } from "../gold/known.ts";
import {
  answerFaults,
  type Guidelines,
  getGuidelines,
  typeOf,
  withPresentNames,
} from "../guidelines/guidelines.ts";
import { listPauses } from "../members/pauses.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { listUntrained } from "../qualifications/store.ts";
import { CHECK_STATUSES } from "../queue/candidates.ts";
import { assertFilled } from "../queue/fill.ts";
import { writeItems } from "../queue/items.ts";
import { giveTurns } from "../queue/leases.ts";
import { addProgress } from "../queue/progress.ts";
import type { Annotators } from "./annotators.ts";
import { type AnsweredItem, answeredItem, answerItem, refusal } from "./answered-item.ts";
import { createLineFaults, type LineFaults } from "./faults.ts";
import { ANSWER_LINE, clippedLine, fittedLine, type ImportLine } from "./line.ts";
import type { ImportOptions } from "./schemas.ts";
import { type LineSource, readLines } from "./source.ts";
import { lockWaitingTasks } from "./store.ts";
import { type FindTarget, lockTargets } from "./targets.ts";

export interface ImportedAnswers {
  readonly imported: number;
  /** Items that the import labeled. */
  readonly items_accepted: number;
  /** Skipped lines whose annotator has already answered the item. */
  readonly skipped: number;
  readonly clipped: number;
  readonly refused: number;
  readonly faults: readonly string[];
}

interface Import {
  readonly account_id: string;
  readonly batch_id: string;
  readonly source: LineSource;
  readonly annotators: Annotators;
  readonly options: ImportOptions;
}

/**
 * Stores answers that were given elsewhere, line by line as if each were submitted: they count toward the
 * overlap, ties ask for one more answer, disputes for adjudication, and the first one starts the batch. An
 * answer needs a free slot or a task that waits for its member. Uses constant memory except for the ids of
 * tied items.
 *
 * Throws `invalid_request` with the first 20 faults unless they are skipped, `not_found`, and `invalid_state` for a batch that is not
 * created or processing. Call `finishIfComplete` once `tx` is committed.
 */
export async function importAnswers({ now }: Deps, tx: Tx, sent: Import): Promise<ImportedAnswers> {
  const batch = await lockBatch(tx, sent.account_id, sent.batch_id);
  if (batch.status !== "created" && batch.status !== "processing") {
    throw new ServiceError(
      "invalid_state",
      `the batch is ${batch.status}; answers can be imported only while it is created or processing`,
    );
  }
  assertFilled(batch);
  const step = await createStep(tx, batch, sent, now());
  for await (const lines of readLines(sent.source, ANSWER_LINE, step.faults)) {
    await importSome(step, lines);
    if (step.faults.isFull()) break;
  }
  const { imported, accepted, skipped, clipped } = step;
  step.faults.assertTolerable(imported + skipped);
  if (imported > 0 && batch.status === "created") await startBatch(tx, batch, now());
  // Last, and in this order, because every submit takes these locks after that of its item.
  if (imported > 0) await addProgress(tx, batch, { answers: imported, accepted });
  await giveTurns(tx, [batch.account_id], [...step.tied]);
  return { imported, items_accepted: accepted, skipped, clipped, ...step.faults.summary() };
}

/** The shared state of an import's lines, and its counts so far. */
interface Step {
  readonly tx: Tx;
  readonly batch: BatchRow;
  readonly type: AnnotationType;
  readonly version: number;
  readonly guidelines: Guidelines;
  readonly annotators: Annotators;
  readonly options: ImportOptions;
  readonly now: Date;
  readonly faults: LineFaults;
  /** Members paused in the project: read under the batch's lock, under which a pause withdraws answers. */
  readonly paused: ReadonlySet<string>;
  /** People who may not annotate in the project before they pass its training. */
  readonly untrained: ReadonlySet<string>;
  /** Whether people answer the check items of an auto-accept, by which a model is judged. */
  readonly isChecking: boolean;
  readonly tied: Set<string>;
  imported: number;
  accepted: number;
  skipped: number;
  clipped: number;
}

async function createStep(
  tx: Tx,
  batch: BatchRow,
  { annotators, options, source }: Import,
  now: Date,
): Promise<Step> {
  const version = await getGuidelineVersion(tx, batch);
  const guidelines = await getGuidelines(tx, batch, version);
  const ids = [...annotators.values()].flatMap((found) => ("member_id" in found ? found.member_id : []));
  const pauses = await listPauses(tx, batch.account_id, ids, batch.project_id);
  const paused = new Set(pauses.map(({ member_id }) => member_id));
  const untrained = new Set(await listUntrained(tx, batch, ids));
  const run = await findActive(tx, { account_id: batch.account_id, batch_id: batch.id });
  const isChecking = run !== undefined && CHECK_STATUSES.includes(run.status);
  const asked = {
    type: typeOf(batch),
    version,
    guidelines,
    annotators,
    options,
    paused,
    untrained,
    isChecking,
  };
  const shared = { tx, batch, now, ...asked };
  const counts = { imported: 0, accepted: 0, skipped: 0, clipped: 0 };
  return {
    ...shared,
    ...counts,
    faults: createLineFaults(options.skipsFaults, source.placeOf),
    tied: new Set(),
  };
}

async function importSome(step: Step, lines: readonly ImportLine[]): Promise<void> {
  const { tx, batch, version, now } = step;
  const find = await lockTargets(tx, batch, lines);
  const items = await readItems(step, lines, find);
  const answers = lines.flatMap((line) => answerOf(step, items, find, line) ?? []);
  const changed = [...items.values()].filter(({ isChanged }) => isChanged);
  await insertAnswers(tx, answers, now);
  const settled = changed.map(({ state, known, isImported }) => ({
    ...state,
    ...(isImported && { origin: "import" as const }),
    account_id: batch.account_id,
    guideline_version: version,
    isKnown: known !== null,
  }));
  await judgeAnswers(
    tx,
    batch,
    settled.flatMap(({ id, isKnown }) => (isKnown ? id : [])),
  );
  await writeItems(tx, settled, now);
  for (const { state, isTied } of changed) if (isTied) step.tied.add(state.id);
  step.imported += answers.length;
  step.accepted += settled.filter(({ status }) => status === "accepted").length;
}

/** The items named by the lines, with their answers and tasks. */
async function readItems(step: Step, lines: readonly ImportLine[], find: FindTarget) {
  const { tx, batch, type, guidelines } = step;
  const targets = new Set(
    lines.flatMap((line) => {
      const found = find(line);
      return typeof found === "string" ? [] : found;
    }),
  );
  const items = new Map([...targets].map((target) => [target.id, answeredItem(target)]));
  for (const [id, { answers, gold }] of await readAnswers(tx, [...targets])) {
    const item = items.get(id);
    if (item === undefined) continue;
    item.known = gold;
    for (const { member_id, task_id, guideline_version, result, fields } of answers) {
      item.isImported &&= task_id === null;
      const given = await getGuidelines(tx, batch, guideline_version);
      item.answers.push({ result: withPresentNames(type, given, guidelines, result), fields });
      item.member_ids.add(member_id);
    }
  }
  const inWork = [...targets].filter(
    (item) => item.status === "open" && item.answer_count + item.open_slots < item.overlap_required,
  );
  const tasks = await lockWaitingTasks(
    tx,
    batch.account_id,
    inWork.map(({ id }) => id),
  );
  for (const task of tasks) items.get(task.item_id)?.tasks.set(task.member_id, task.id);
  return items;
}

/** The counted answer of a line; undefined if it is skipped or has a reported fault. */
function answerOf(
  step: Step,
  items: ReadonlyMap<string, AnsweredItem>,
  find: FindTarget,
  read: ImportLine,
): NewAnswer | undefined {
  const { type, guidelines, faults, batch, options } = step;
  const sent = fittedLine(read, guidelines.allowed);
  const target = find(sent);
  if (typeof target === "string") return void faults.add(sent.line, target);
  const item = items.get(target.id);
  if (item === undefined) throw new Error(`the item ${target.id} was not read`);
  const line = options.clip ? clippedLine(sent, type, target) : sent;
  const annotator = step.annotators.get(line.annotator);
  if (annotator === undefined || "fault" in annotator) {
    return void faults.add(line.line, `annotator: ${annotator?.fault ?? "is not known"}`);
  }
  if (options.skipsConflicts && item.member_ids.has(annotator.member_id)) {
    step.skipped += 1;
    return undefined;
  }
  if (line.answered_at !== null && line.answered_at > step.now)
    return void faults.add(
      line.line,
      `answered_at must not be in the future (got ${line.answered_at.toISOString()})`,
    );
  const [fault] = answerFaults(type, guidelines, target, line);
  if (fault !== undefined) return void faults.add(line.line, `${fault.path} ${fault.message}`);
  const barred = barredFrom(step, annotator);
  if (barred !== undefined)
    return void faults.add(line.line, `${line.annotator ?? "the member of this key"} ${barred}`);
  const refused = refusal(item, annotator.member_id);
  if (refused !== undefined) return void faults.add(line.line, refused);
  const { result, fields = null } = line;
  const rules = { type, asked: guidelines, policy: batch.policy };
  step.clipped += Number(line !== sent);
  const task_id = answerItem(item, annotator.member_id, { result, fields }, rules) ?? null;
  return {
    id: newId("annotation"),
    account_id: batch.account_id,
    batch_id: batch.id,
    item_id: target.id,
    task_id,
    member_id: annotator.member_id,
    kind: "annotate",
    round: target.round,
    guideline_version: step.version,
    result,
    fields,
    ...{ active_ms: line.active_ms, answered_at: line.answered_at },
    ...{ client_id: null, response_order: null, by_person: false, prediction: null },
  };
}

/** Why the answers of a member do not count now; undefined if they do. */
function barredFrom(
  { paused, untrained, isChecking }: Step,
  { member_id, is_model }: { readonly member_id: string; readonly is_model: boolean },
): string | undefined {
  if (paused.has(member_id)) return "is paused in the project";
  if (untrained.has(member_id)) return "has not passed the training of the project";
  if (!isChecking || !is_model) return undefined;
  return "is a model, and people answer the check items of the auto-accept that is under way";
}
