import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { readAnswer } from "./answer.ts";
import { askHttp, type Reply } from "./ask-http.ts";
import { itemsOf, projectOf, toAskedItem } from "./content.ts";
import { failRun, giveUp, keepAnswer } from "./keep.ts";
import { REPLY_MS, replyUrl } from "./reply-url.ts";
import { findAndLockRun, type RequestRow, type RunRow, updateRequest } from "./run-store.ts";
import { type ModelRow, updateModel } from "./store.ts";

/** A request that is to be sent now. */
export interface Taken {
  readonly model: ModelRow;
  readonly run: RunRow;
  readonly request: RequestRow;
}

/** Pauses before a request is sent again, by the times that it was. A model that asks for more gets up to the longest of all. */
const PAUSES_MS = [1_000, 5_000, 30_000];
const MOST_PAUSE_MS = 600_000;

/** Sends a request once, and stores its answer, or when it is sent again. */
export async function send(deps: Deps, taken: Taken): Promise<void> {
  const { model, run, request } = taken;
  const reply = await ask(deps, taken);
  if (reply === undefined) return;
  if (reply.kind === "later") {
    const due_at = new Date(deps.now().getTime() + REPLY_MS);
    await deps.db
      .transaction()
      .execute((tx) => updateRequest(tx, request, { due_at, reason: "the model never replied" }));
    return;
  }
  const answered = reply.kind === "fault" ? reply.reason : readAnswer(reply.value, { ...run, ...request });
  if (typeof answered === "string") {
    const wait_ms = reply.kind === "fault" ? (reply.retry_after_ms ?? 0) : 0;
    return postpone(deps, taken, answered, wait_ms);
  }
  try {
    await deps.db.transaction().execute((tx) => keepAnswer(tx, model, request, answered, deps.now()));
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    await failRun(deps, { account_id: run.account_id, id: run.id }, fault.message); // such as an auto-accept that is under way
  }
}

/** The reply of the model; undefined if the batch was deleted meanwhile. */
async function ask(deps: Deps, { model, run, request }: Taken): Promise<Reply | undefined> {
  const { account_id, batch_id, guideline_version, id } = request;
  try {
    const project = await projectOf(deps, account_id, batch_id, guideline_version);
    const items = await itemsOf(deps, request);
    const asked = { project, items: items.map((item) => toAskedItem(deps, item)) };
    const body = { type: "predict", run_id: run.id, ...asked, reply_url: replyUrl(deps, account_id, id) };
    return await askHttp(deps, model, id, body);
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code === "not_found") return undefined;
    throw fault;
  }
}

/** Records why a request had no answer, and when it is sent again; gives it up after the last time. */
async function postpone(
  { db, now }: Deps,
  { model, request }: Taken,
  reason: string,
  wait_ms: number,
): Promise<void> {
  await updateModel(db, model, { last_error: JSON.stringify({ at: now().toISOString(), reason }) });
  const pause = PAUSES_MS[request.attempt - 1];
  await db.transaction().execute(async (tx) => {
    if (pause !== undefined) {
      const ms = Math.max(pause, Math.min(wait_ms, MOST_PAUSE_MS));
      await updateRequest(tx, request, { due_at: new Date(now().getTime() + ms), reason });
      return;
    }
    const run = await findAndLockRun(tx, { account_id: request.account_id, id: request.run_id });
    if (run !== undefined) await giveUp(tx, run, request, reason, now());
  });
}
