import { ApiError } from "@assay/sdk/api-error.ts";
import type { components } from "@assay/sdk/schema.ts";
import { strings } from "#strings/work.ts";
import { api } from "../api/client.ts";
import type { ServerDraft } from "../drafts/choose.ts";
import type { SavedDraft } from "../drafts/keeper.ts";
import type { Outgoing, OutgoingBody } from "../drafts/store.ts";
import { draftPlaceOf, type Task, titleOf } from "./task.ts";

/** A decision about a task, to send to the server. */
export function outgoingOf(task: Task, kind: Outgoing["kind"], body: OutgoingBody): Outgoing {
  return {
    ...{ id: crypto.randomUUID(), kind, body, fault: null, queued_at: Date.now() },
    ...{ task_id: task.id, place: draftPlaceOf(task), title: titleOf(task) },
  };
}

/** Whether an answer was right, and the known answer; only where the policy of the batch gives feedback. */
export type Feedback = NonNullable<components["schemas"]["SubmittedAnnotation"]["feedback"]>;

/** How far the member's training in a project is. */
export type Training = components["schemas"]["QualificationState"];

/** What the server says of an answer. */
export interface Delivered {
  readonly feedback?: Feedback | undefined;
  /** Only of training items. */
  readonly training?: Training | undefined;
  /** The task of an audit that the verdict on the batch ended before the answer arrived: the answer was not stored. */
  readonly ended?: Task;
}

/**
 * Sends a decision; in training the server returns feedback. Sending it again has no second effect. A decision on an audit that is no
 * longer needed is dropped.
 */
export async function deliver(outgoing: Outgoing): Promise<Delivered> {
  try {
    return await send(outgoing);
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.code !== "invalid_state") throw fault;
    const task = await readTask(outgoing.task_id);
    if (!isEnded(task)) throw fault;
    return { ended: task };
  }
}

/** Whether a verdict ended the audit: the wrong label that decides a round cancels the audits in progress. */
function isEnded({ kind, status, verdict }: Task): boolean {
  return kind === "audit" && status === "canceled" && verdict?.outcome !== "open";
}

async function send({ id: client_id, kind, task_id, body }: Outgoing): Promise<Delivered> {
  const params = { path: { id: task_id } };
  if (kind === "submit") {
    const { result = {}, ...rest } = body;
    const sent = { params, body: { ...rest, result, client_id } };
    const { feedback, training } = (await api.POST("/v1/tasks/{id}/submit", sent)).data;
    return { feedback, training };
  }
  const given = {
    params,
    headers: { "idempotency-key": client_id },
    body: { reason: body.reason ?? strings.skip.noReason },
  };
  if (kind === "skip") await api.POST("/v1/tasks/{id}/skip", given);
  else await api.POST("/v1/tasks/{id}/exclude", given);
  return {};
}

/** Saves a draft with the revision that it is based on; with `isLeaving` the request outlives the page. */
export async function saveDraft(
  { id }: Task,
  draft: ServerDraft | unknown,
  revision: number,
  isLeaving = false,
): Promise<SavedDraft> {
  const { data } = await api.PUT("/v1/tasks/{id}/draft", {
    params: { path: { id } },
    headers: { "if-match": `"${revision}"` },
    body: { draft },
    keepalive: isLeaving,
  });
  return data;
}

export async function readTask(id: string): Promise<Task> {
  return (await api.GET("/v1/tasks/{id}", { params: { path: { id } } })).data;
}

/** Reopens the member's last answer. */
export async function reopen(id: string): Promise<Task> {
  return (await api.POST("/v1/tasks/{id}/reopen", { params: { path: { id } }, body: {} })).data;
}

/** Where this tab keeps the tasks that it released last: after a reload, the requests may still be on their way. */
const RELEASED = "assay-released";
/** After this time released tasks are free, unless the connection is bad. */
const FREE_MS = 5_000;

/** Releases leases; the requests outlive the page. If a release fails the lease expires. */
export function releaseAll(tasks: readonly Task[]): void {
  const ids = tasks.map(({ id }) => id);
  globalThis.sessionStorage?.setItem(RELEASED, JSON.stringify({ ids, at: Date.now() })); // unit tests have no browser
  for (const id of ids) {
    const request = { params: { path: { id } }, body: {}, keepalive: true };
    api.POST("/v1/tasks/{id}/release", request).catch(() => undefined);
  }
}

/** The tasks that `releaseAll` has released last in this tab; the service may still call them leased. */
export function lastReleased(): ReadonlySet<string> {
  return new Set(readReleased().ids);
}

/** Whether tasks that `releaseAll` has released may not be free yet, so that a claim would miss them. */
export function hasJustReleased(): boolean {
  const { ids, at } = readReleased();
  return ids.length > 0 && Date.now() - at < FREE_MS;
}

function readReleased(): { readonly ids: readonly string[]; readonly at: number } {
  return JSON.parse(globalThis.sessionStorage?.getItem(RELEASED) ?? '{"ids":[],"at":0}');
}
