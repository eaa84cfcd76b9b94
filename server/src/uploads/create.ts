import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { callerOf, personOf } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import type { NewRow } from "../platform/database/tables.ts";
import { type Answer, idempotent } from "../platform/http/idempotency.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { getProject } from "../projects/store.ts";
import { createStaging, type Received } from "./formats/part.ts";
import { assertFits, remainingBytes, tooMuchStored } from "./quota.ts";
import { type InspectedFile, inspectQuickly } from "./receiving/inspect.ts";
import { LIFE_MS } from "./receiving/limits.ts";
import { receive } from "./receiving/receive.ts";
import { createSkips, type OnError, type Skips } from "./receiving/skips.ts";
import { type PartsSummary, summarize } from "./receiving/summary.ts";
import { keepStaged, saveFiles } from "./save.ts";
import { insertAllLines } from "./save-lines.ts";
import { type Content, type CreateUploadQuery, FILES_INLINED, toUpload } from "./schemas.ts";
import { datasetIn, insertUpload, listFirstFiles, updateUpload } from "./store.ts";

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Plan {
  readonly account_id: string;
  /** The member who uploads in person. */
  readonly member_id: string | null;
  readonly received: Received;
  readonly summary: PartsSummary;
  /** What counts towards the storage of the account's plan. */
  readonly bytes: number;
  /** Undefined leaves the upload to its job. */
  readonly files: readonly InspectedFile[] | undefined;
  readonly on_error: OnError;
  readonly content: Content;
  readonly skips: Skips;
}

/**
 * Receives an upload. Files that are quick to read are `ready` in the response; long lists, archives and
 * files to fetch are left to the job `process_upload`. A faulty request leaves no rows and no bytes.
 */
export async function createUpload(
  deps: Deps,
  { request, reply }: Exchange,
  { on_error, content }: CreateUploadQuery,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const { account_id } = caller;
  const staging = createStaging(deps.blobs);
  try {
    if ((await remainingBytes(deps.db, account_id)) === 0) throw tooMuchStored(sentBytes(request), 0);
    const received = await receive(request, staging, deps.outbound.refusal);
    const skips = createSkips(on_error);
    const files = content === "dataset" ? undefined : await inspectQuickly(received.parts, staging, skips);
    const summary = await summarize(received.parts);
    const bytes = Math.max(summary.size_bytes, bytesOf(files ?? []));
    const room = await remainingBytes(deps.db, account_id);
    if (bytes > room) throw tooMuchStored(bytes, room);
    const from = { account_id, member_id: personOf(caller) };
    const plan: Plan = { ...from, received, files, summary, bytes, on_error, content, skips };
    const fingerprint = fingerprintOf(request, received, content);
    return await idempotent(deps, { request, reply, fingerprint }, (tx) => storeUpload(deps, tx, plan));
  } catch (fault) {
    letBodyGo(request, reply);
    throw fault;
  } finally {
    await staging.discard();
  }
}

async function storeUpload(deps: Deps, tx: Tx, plan: Plan): Promise<Answer> {
  const { account_id, received, files, skips } = plan;
  const { urls, project_id } = received;
  if (project_id !== undefined) await getProject(tx, account_id, project_id);
  let upload = await insertUpload(tx, newRow(deps.now(), plan));
  if (files !== undefined) {
    const tried = createSkips(plan.on_error, skips.all); // of this try of the transaction
    const contents = { files, links: new Map(), skips: tried, unusable: new Set<string>() };
    const counts = await insertAllLines(tx, account_id, contents);
    const stored = await saveFiles(deps, tx, { upload, ...contents }, counts);
    upload = await updateUpload(tx, upload, stored);
  } else {
    await keepStaged(
      deps,
      tx,
      received.parts.map(({ blob }) => blob),
    );
    await addJob(tx, upload.account_id, "process_upload", { upload_id: upload.id });
  }
  await assertFits(tx, account_id, plan.bytes, upload.id); // last: other uploads wait for the commit, but not for the disk
  const first = await listFirstFiles(tx, account_id, [upload.id], FILES_INLINED);
  const location = `/v1/uploads/${upload.id}`;
  return { status: urls.length > 0 ? 202 : 201, body: toUpload(upload, first), location };
}

function newRow(
  now: Date,
  { account_id, member_id, received, summary, files, on_error, content }: Plan,
): NewRow<"uploads"> {
  const metadata = JSON.stringify(received.metadata);
  const times = { created_at: now, updated_at: now };
  const row = {
    id: newId("upload"),
    account_id,
    member_id,
    metadata,
    on_error,
    ...times,
    ...summary,
    ...datasetIn(content),
  };
  if (files !== undefined) return { ...row, status: "ready" };
  const { urls } = received;
  const parts = received.parts.map(({ filename, declared, blob: { sha256, size_bytes }, details }) => ({
    filename,
    declared,
    sha256,
    size_bytes,
    details,
  }));
  return {
    ...row,
    ...(urls.length === 1 && { filename: urls[0]?.filename ?? null }),
    status: "processing",
    source: JSON.stringify(urls.length > 0 ? { urls } : { parts }),
    expires_at: new Date(now.getTime() + LIFE_MS),
  };
}

function bytesOf(files: readonly InspectedFile[]): number {
  return files.reduce((sum, { blob }) => sum + blob.size_bytes, 0);
}

function sentBytes({ headers }: FastifyRequest): number {
  return Number(headers["content-length"] ?? 0);
}

/** The same for two requests with the same content, because the boundaries of forms are random. */
function fingerprintOf(
  request: FastifyRequest,
  { parts, urls, metadata, project_id }: Received,
  content: Content,
): string {
  const sent = parts.map(({ filename, blob, details }) => [
    filename,
    blob.sha256,
    ...(details ? [details] : []),
  ]);
  const all = [request.mediaType, sent, urls, metadata, project_id];
  return JSON.stringify(content === "dataset" ? [...all, content] : all);
}

/**
 * The rest of a refused body is read and dropped; otherwise a client that is still sending would never see
 * the reason.
 */
export function letBodyGo({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded) return;
  reply.header("connection", "close");
  raw.unpipe();
  raw.resume();
}
