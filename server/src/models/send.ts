import { ServiceError } from "@assay/domain/errors.ts";
import { costOf } from "@assay/domain/model-cost.ts";
import { type BatchRow, getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import type { ItemContent } from "../items/store.ts";
import { type Answered, readAnswer } from "./answer.ts";
import { askHttp, type Fault } from "./ask-http.ts";
import { askOpenai } from "./ask-openai.ts";
import { type AskedProject, itemsOf, projectOf, toAskedItem } from "./content.ts";
import { cutReason, failRun, giveUp, keepAnswer, spend } from "./keep.ts";
import { REPLY_MS, replyUrl } from "./reply-url.ts";
import { findAndLockRun, type RequestRow, type RunRow, updateRequest } from "./run-store.ts";
import { type ModelRow, updateModel } from "./store.ts";

/** A request that is to be sent now. */
export interface Taken {
  readonly model: ModelRow;
  readonly run: RunRow;
  readonly request: RequestRow;
  /** The ids of the run's other requests whose answer is not stored. */
  readonly others: readonly string[];
}

/** Pauses before a request is sent again, by the times that it was. A model that asks for more gets up to the longest of all. */
const PAUSES_MS = [1_000, 5_000, 30_000];
const MOST_PAUSE_MS = 600_000;

/** What came of a request that was sent. */
type Outcome =
  | { readonly kind: "answered"; readonly answered: Answered }
  | { readonly kind: "later" }
  | Fault;

/** What a request tells a model. */
interface Content {
  readonly batch: BatchRow;
  readonly project: AskedProject;
  readonly items: readonly ItemContent[];
}

/** Reads what a request tells the model; undefined if the batch was deleted meanwhile. */
export async function prepare(deps: Deps, { request }: Taken): Promise<Content | undefined> {
  const { account_id, batch_id, guideline_version } = request;
  return unlessDeleted(async () => {
    const batch = await getBatch(deps.db, account_id, batch_id);
    const project = { account_id, id: batch.project_id };
    return {
      batch,
      project: await projectOf(deps.db, batch, project, guideline_version),
      items: await itemsOf(deps, request),
    };
  });
}

/** Sends a request once. Undefined if its batch was deleted. */
export async function ask(
  deps: Deps,
  taken: Taken,
  content: Content | undefined,
): Promise<Outcome | undefined> {
  if (content === undefined) return undefined;
  const askKind = taken.model.kind === "openai" ? askChat : askServer;
  return unlessDeleted(() => askKind(deps, taken, content));
}

/** Stores the answer to a request, or when it is sent again. */
export async function keep(deps: Deps, taken: Taken, outcome: Outcome | undefined): Promise<void> {
  const { model, run, request } = taken;
  if (outcome === undefined) return;
  if (outcome.kind === "later") {
    const due_at = new Date(deps.now().getTime() + REPLY_MS);
    await deps.db
      .transaction()
      .execute((tx) => updateRequest(tx, request, { due_at, reason: "the model never replied" }));
    return;
  }
  if (outcome.kind === "fault") return postpone(deps, taken, outcome);
  const { answered } = outcome;
  try {
    await deps.db.transaction().execute((tx) => keepAnswer(tx, model, request, answered, deps.now()));
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    await failRun(deps, { account_id: run.account_id, id: run.id }, fault.message); // such as an auto-accept that is under way
  }
}

async function unlessDeleted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code === "not_found") return undefined;
    throw fault;
  }
}

async function askServer(
  deps: Deps,
  { model, run, request }: Taken,
  { project, items }: Content,
): Promise<Outcome> {
  const asked = { project, items: items.map((item) => toAskedItem(deps, item)) };
  const reply_url = replyUrl(deps, request.account_id, request.id);
  const reply = await askHttp(deps, model, request.id, {
    type: "predict",
    run_id: run.id,
    ...asked,
    reply_url,
  });
  if (reply.kind !== "answer") return reply;
  const answered = readAnswer(reply.value, { ...run, ...request });
  return typeof answered === "string" ? { kind: "fault", reason: answered } : { kind: "answered", answered };
}

/** A request of the kind openai has one item, which may be erased by now. */
async function askChat(
  deps: Deps,
  { model, request: { guideline_version } }: Taken,
  { batch, project, items: [item] }: Content,
): Promise<Outcome> {
  if (item === undefined) return { kind: "answered", answered: { lines: [], failed: [] } };
  const guidelines = await getGuidelines(deps.db, batch, guideline_version);
  return askOpenai(deps, model, { project, type: typeOf(batch), guidelines }, item);
}

/** Records why a request had no answer, and when it is sent again; gives it up after the last time. */
async function postpone(
  { db, now }: Deps,
  { model, request }: Taken,
  { retry_after_ms = 0, usage, ...told }: Fault,
): Promise<void> {
  const { reason } = cutReason(told);
  await updateModel(db, model, { last_error: JSON.stringify({ at: now().toISOString(), reason }) });
  const pause = PAUSES_MS[request.attempt - 1];
  const spent = usage === undefined ? 0 : (costOf(model.price, usage) ?? 0);
  await db.transaction().execute(async (tx) => {
    if (spent > 0) await spend(tx, request, spent, now());
    if (pause !== undefined) {
      const ms = Math.max(pause, Math.min(retry_after_ms, MOST_PAUSE_MS));
      await updateRequest(tx, request, { due_at: new Date(now().getTime() + ms), reason });
      return;
    }
    const run = await findAndLockRun(tx, { account_id: request.account_id, id: request.run_id });
    if (run !== undefined) await giveUp(tx, run, request, reason, now());
  });
}
