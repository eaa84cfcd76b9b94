import { ApiError } from "@assay/sdk/api-error.ts";
import { isOfStore, type OfStore } from "@assay/sdk/straight.ts";
import { strings as all } from "#strings/projects.ts";
import { api } from "../api/client.ts";
import { isStoreUntried, noteStore, reachesStore } from "../api/store-reach.ts";
import { PIECE_BYTES, type Plan, type UploadStep } from "./draft.ts";

const strings = all.sending;

const POLL_MS = 500;
const PIECE_TRIES = 5;
const STORE_TRIES = 3;
const SKIPPED_SHOWN = 3;

/** The finished steps of a plan, so that a second attempt continues after them. */
export interface Sent {
  project_id?: string;
  /** Uploads by the name of their step. */
  readonly uploads: Map<string, Begun>;
  /** Ids of uploads whose skipped files were shown. */
  readonly shown: Set<string>;
}

interface Begun {
  readonly id: string;
  /** Where the service expects the bytes of one large file. */
  readonly upload_url: string | null;
}

type PiecesStep = Extract<UploadStep, { kind: "pieces" }>;

/** How a step tells of its progress, from 0 to 1, and how it is canceled. */
interface Course {
  readonly tell: (part: number) => void;
  readonly signal: AbortSignal;
}

/** The current step as text, and how many of all steps are done, the current one in part. */
export interface Sending {
  readonly words: string;
  readonly done: number;
  readonly of: number;
}

/**
 * Creates the project, the uploads and the batch of a plan; `batch_id` is null without data. Throws ApiError, and the reason
 * of `signal` once it cancels; `sent` holds the steps that were finished.
 */
export async function send(
  plan: Plan,
  sent: Sent,
  tell: (progress: Sending) => void,
  signal: AbortSignal,
): Promise<{ readonly project_id: string; readonly batch_id: string | null }> {
  const project_id = await sendProject(plan, sent);
  const upload_ids = await sendUploads(plan.uploads, sent, tell, signal);
  if (upload_ids.length === 0) return { project_id, batch_id: null };
  tell({ words: strings.batch, done: upload_ids.length, of: upload_ids.length });
  const { data: batch } = await api.POST("/v1/batches", { body: { project_id, upload_ids, ...plan.batch } });
  return { project_id, batch_id: batch.id };
}

/**
 * Sends data and waits until the service has processed it; returns the ids of the uploads. Throws the names of files that
 * an upload skipped, once for each upload, so that a second attempt continues without them. Canceled by `signal` it deletes
 * the upload that it was sending, and throws the signal's reason.
 */
export async function sendUploads(
  steps: readonly UploadStep[],
  sent: Sent,
  tell: (progress: Sending) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, step] of steps.entries()) {
    const progress = (part: number) =>
      tell({ words: strings.data(index + 1, steps.length), done: index + part, of: steps.length });
    progress(0);
    const { id, skipped } = await sendStep(step, sent.uploads, { tell: progress, signal });
    if (skipped > 0 && !sent.shown.has(id)) {
      const names = await readSkipped(id);
      sent.shown.add(id);
      throw new Error(strings.skipped(skipped, names.slice(0, SKIPPED_SHOWN)));
    }
    ids.push(id);
  }
  return ids;
}

async function sendStep(step: UploadStep, uploads: Sent["uploads"], course: Course) {
  const name = nameOf(step);
  try {
    const kept = uploads.get(name);
    const begun =
      step.kind === "pieces"
        ? await sendFile(step, kept, uploads, course)
        : (kept ?? (await begin(step, course.signal)));
    uploads.set(name, begun);
    const { id } = begun;
    return { id, ...(await untilReady(id, course.signal, () => uploads.delete(name))) };
  } catch (fault) {
    if (course.signal.aborted) await discard(name, uploads).catch(() => undefined); // it expires by itself
    throw fault;
  }
}

/** Deletes an unfinished upload. */
async function discard(name: string, uploads: Sent["uploads"]): Promise<void> {
  const begun = uploads.get(name);
  uploads.delete(name);
  if (begun !== undefined) await api.DELETE("/v1/uploads/{id}", { params: { path: { id: begun.id } } });
}

async function sendProject({ project }: Plan, sent: Sent): Promise<string> {
  if (sent.project_id !== undefined) {
    const params = { path: { id: sent.project_id } };
    await api.PATCH("/v1/projects/{id}", { params, body: project });
    return sent.project_id;
  }
  const { data } = await api.POST("/v1/projects", { body: project });
  sent.project_id = data.id;
  return data.id;
}

async function begin(step: UploadStep, signal: AbortSignal): Promise<Begun> {
  if (step.kind === "json") return (await api.POST("/v1/uploads", { body: step.body, signal })).data;
  if (step.kind === "pieces") {
    const { name, size } = step.file;
    return (await api.POST("/v1/uploads", { body: { filename: name, size_bytes: size }, signal })).data;
  }
  const form = new FormData();
  for (const file of step.files) form.append("file", file);
  // the generated types only know the JSON body; the operation also takes a form
  const { data } = await api.POST("/v1/uploads", { body: form as never, signal });
  return data;
}

/**
 * Sends a file straight to the object store if its upload has a URL of the store that this page reaches, otherwise through
 * the service. Each further attempt at the store is a new upload: its URL is fresh, and of the last one the store kept
 * nothing. Returns the upload that has the file.
 */
async function sendFile(step: PiecesStep, kept: Begun | undefined, uploads: Sent["uploads"], course: Course) {
  const { signal } = course;
  const name = nameOf(step);
  const renew = async () => {
    await discard(name, uploads);
    const begun = await begin(step, signal);
    uploads.set(name, begun);
    return begun;
  };
  if (kept !== undefined && (await offsetOf(kept.id, signal)) >= step.file.size) return kept;
  let current = kept === undefined || (isOfStore(kept) && reachesStore()) ? await renew() : kept;
  for (let tries = 1; isOfStore(current) && reachesStore() && tries <= STORE_TRIES; tries += 1) {
    if (await sendStraight(current, step.file, course)) return current;
    if (reachesStore() && tries < STORE_TRIES) {
      await delay(POLL_MS * 2 ** tries, signal);
      current = await renew();
    }
  }
  await sendPieces(current.id, step.file, course);
  return current;
}

/** Returns whether the store took the file. If it never answered, the page counts it as not reached. */
async function sendStraight({ id, upload_url }: OfStore, file: File, course: Course): Promise<boolean> {
  const { signal } = course;
  const status = await putFile(upload_url, file, course);
  if (status === 200) {
    noteStore(true);
    await api.POST("/v1/uploads/{id}/complete", { params: { path: { id } }, signal }).catch(exceptLocked);
  } else if (status === 0 && isStoreUntried()) {
    await offsetOf(id, signal); // throws if the connection to the service is lost too
    noteStore(false);
  }
  return status === 200;
}

/** Another request completes the upload already, perhaps one whose answer was lost. */
function exceptLocked(fault: unknown): void {
  if (!(fault instanceof ApiError && fault.status === 423)) throw fault;
}

/**
 * PUTs a file to a signed URL; resolves to the status, 0 without an answer that this page may read. XMLHttpRequest, because
 * `fetch` does not tell how much of a body was sent.
 */
function putFile(url: string, file: File, { tell, signal }: Course): Promise<number> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded }) => tell(loaded / file.size);
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => {
      signal.removeEventListener("abort", abort);
      resolve(request.status);
    };
    signal.addEventListener("abort", abort);
    request.open("PUT", url);
    request.send(file);
  });
}

/**
 * Sends the rest of a file in pieces by the tus protocol, each from the offset that the service reports, so that a broken
 * upload continues. `tus-js-client` would add 16 kB gzipped to this screen and need as many lines for tokens and retries.
 */
async function sendPieces(id: string, file: File, { tell, signal }: Course): Promise<void> {
  const params = { path: { id } };
  for (let tries = 0; ; ) {
    const offset = await offsetOf(id, signal);
    if (offset >= file.size) return;
    tell(offset / file.size);
    try {
      await api.PATCH("/v1/uploads/{id}", {
        params,
        headers: {
          "tus-resumable": "1.0.0",
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        body: file.slice(offset, offset + PIECE_BYTES) as never,
        bodySerializer: (piece: unknown) => piece as BodyInit,
        signal,
      });
      tries = 0;
    } catch (fault) {
      tries += 1;
      if (fault instanceof ApiError || signal.aborted || tries === PIECE_TRIES) throw fault;
      await delay(POLL_MS * 2 ** tries, signal);
    }
  }
}

/** The number of bytes that an upload has. */
async function offsetOf(id: string, signal: AbortSignal): Promise<number> {
  return (await api.GET("/v1/uploads/{id}", { params: { path: { id } }, signal })).data.offset;
}

async function delay(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  await new Promise((resolve) => over.addEventListener("abort", resolve));
  signal.throwIfAborted();
}

async function readSkipped(id: string): Promise<string[]> {
  const { data } = await api.GET("/v1/uploads/{id}/skipped", { params: { path: { id } }, parseAs: "text" });
  return data
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).filename);
}

async function untilReady(
  id: string,
  signal: AbortSignal,
  forget: () => void,
): Promise<{ readonly skipped: number }> {
  for (;;) {
    const { data } = await api.GET("/v1/uploads/{id}", { params: { path: { id } }, signal });
    if (data.status === "ready") return data;
    if (data.status === "failed" || data.status === "expired") {
      forget();
      throw new Error(data.error?.message ?? strings.failed(data.status));
    }
    await delay(POLL_MS, signal);
  }
}

function nameOf(step: UploadStep): string {
  if (step.kind === "json") return JSON.stringify(step.body);
  const files = step.kind === "form" ? step.files : [step.file];
  return files.map(({ name, size, lastModified }) => `${name}/${size}/${lastModified}`).join("\n");
}
