import { ApiError } from "@assay/sdk/api-error.ts";
import { strings as all } from "#strings/projects.ts";
import { api } from "../api/client.ts";
import { PIECE_BYTES, type Plan, type UploadStep } from "./draft.ts";

const strings = all.sending;

const POLL_MS = 500;
const PIECE_TRIES = 5;
const SKIPPED_SHOWN = 3;

/** The finished steps of a plan, so that a second attempt continues after them. */
export interface Sent {
  project_id?: string;
  /** Ids of uploads by the name of their step. */
  readonly uploads: Map<string, string>;
  /** Ids of uploads whose skipped files were shown. */
  readonly shown: Set<string>;
}

/** The current step as text, and how many of all steps are done. */
export interface Sending {
  readonly words: string;
  readonly done: number;
  readonly of: number;
}

/**
 * Creates the project, the uploads and the batch of a plan; `batch_id` is null without data. Throws ApiError; `sent`
 * holds the steps that were finished.
 */
export async function send(
  plan: Plan,
  sent: Sent,
  tell: (progress: Sending) => void,
): Promise<{ readonly project_id: string; readonly batch_id: string | null }> {
  const project_id = await sendProject(plan, sent);
  const upload_ids = await sendUploads(plan.uploads, sent, tell);
  if (upload_ids.length === 0) return { project_id, batch_id: null };
  tell({ words: strings.batch, done: upload_ids.length, of: upload_ids.length });
  const { data: batch } = await api.POST("/v1/batches", { body: { project_id, upload_ids } });
  return { project_id, batch_id: batch.id };
}

/**
 * Sends data and waits until the service has processed it; returns the ids of the uploads. Throws the names of files that
 * an upload skipped, once for each upload, so that a second attempt continues without them.
 */
export async function sendUploads(
  steps: readonly UploadStep[],
  sent: Sent,
  tell: (progress: Sending) => void,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, step] of steps.entries()) {
    const name = nameOf(step);
    const progress = (part: number) =>
      tell({ words: strings.data(index + 1, steps.length), done: index + part, of: steps.length });
    progress(0);
    const id = sent.uploads.get(name) ?? (await begin(step));
    sent.uploads.set(name, id);
    if (step.kind === "pieces") await sendPieces(id, step.file, progress);
    const { skipped } = await untilReady(id, () => sent.uploads.delete(name));
    if (skipped > 0 && !sent.shown.has(id)) {
      const names = await readSkipped(id);
      sent.shown.add(id);
      throw new Error(strings.skipped(skipped, names.slice(0, SKIPPED_SHOWN)));
    }
    ids.push(id);
  }
  return ids;
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

async function begin(step: UploadStep): Promise<string> {
  if (step.kind === "json") return (await api.POST("/v1/uploads", { body: step.body })).data.id;
  if (step.kind === "pieces") {
    const { name, size } = step.file;
    return (await api.POST("/v1/uploads", { body: { filename: name, size_bytes: size } })).data.id;
  }
  const form = new FormData();
  for (const file of step.files) form.append("file", file);
  // the generated types only know the JSON body; the operation also takes a form
  const { data } = await api.POST("/v1/uploads", { body: form as never });
  return data.id;
}

/**
 * Sends the rest of a file in pieces by the tus protocol, each from the offset that the service reports, so that a broken
 * upload continues. `tus-js-client` would add 16 kB gzipped to this screen and need as many lines for tokens and retries.
 */
async function sendPieces(id: string, file: File, tell: (part: number) => void): Promise<void> {
  const params = { path: { id } };
  for (let tries = 0; ; ) {
    const { data: upload } = await api.GET("/v1/uploads/{id}", { params });
    if (upload.offset >= file.size) return;
    tell(upload.offset / file.size);
    try {
      await api.PATCH("/v1/uploads/{id}", {
        params,
        headers: {
          "tus-resumable": "1.0.0",
          "upload-offset": String(upload.offset),
          "content-type": "application/offset+octet-stream",
        },
        body: file.slice(upload.offset, upload.offset + PIECE_BYTES) as never,
        bodySerializer: (piece: unknown) => piece as BodyInit,
      });
      tries = 0;
    } catch (fault) {
      tries += 1;
      if (fault instanceof ApiError || tries === PIECE_TRIES) throw fault;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS * 2 ** tries));
    }
  }
}

async function readSkipped(id: string): Promise<string[]> {
  const { data } = await api.GET("/v1/uploads/{id}/skipped", { params: { path: { id } }, parseAs: "text" });
  return data
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).filename);
}

async function untilReady(id: string, forget: () => void): Promise<{ readonly skipped: number }> {
  for (;;) {
    const { data } = await api.GET("/v1/uploads/{id}", { params: { path: { id } } });
    if (data.status === "ready") return data;
    if (data.status === "failed" || data.status === "expired") {
      forget();
      throw new Error(data.error?.message ?? strings.failed(data.status));
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function nameOf(step: UploadStep): string {
  if (step.kind === "json") return JSON.stringify(step.body);
  const files = step.kind === "form" ? step.files : [step.file];
  return files.map(({ name, size, lastModified }) => `${name}/${size}/${lastModified}`).join("\n");
}
