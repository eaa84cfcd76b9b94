import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "@assay/domain/errors.ts";
import { HubBusy } from "../buckets/hub-faults.ts";
import type { Deps } from "../deps.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { copyTransaction } from "../platform/database/copy.ts";
import { liftTimeLimit, type Tx } from "../platform/database/db.ts";
import type { UploadProgress } from "../platform/database/upload-tables.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { startTurn, type Turn } from "../platform/jobs/turn.ts";
import { clearSteps } from "./clear.ts";
import { filesOf, partsOf } from "./contents.ts";
import { failUpload } from "./fail.ts";
import { copyLines, countLines, type FileLine } from "./file-lines.ts";
import { createStaging, type Part, type Staging } from "./formats/part.ts";
import { remainingBytes, tooMuchStored } from "./quota.ts";
import { datasetFiles } from "./receiving/dataset-files.ts";
import { assertUsable, type ReadFile, readFiles } from "./receiving/inspect.ts";
import { livingLinks } from "./receiving/links.ts";
import { createSkips } from "./receiving/skips.ts";
import { summarize } from "./receiving/summary.ts";
import { toFileStep, toLinks } from "./restore-steps.ts";
import { keepStaged, saveFiles } from "./save.ts";
import { type Contents, type LinesStep, readLines } from "./save-lines.ts";
import { advance, deleteSteps, FIRST, insertSteps, listSteps, lockAt, Overtaken } from "./steps.ts";
import { findUpload, type UploadKey, type UploadRow, updateUpload } from "./store.ts";

/** The files of one transaction, and its lines: as many as are read in this time. */
const FILES_AT_ONCE = 100;
const LINES_AT_ONCE = 20_000;
const STEP_MS = 2_000;
/** When a job looks again at an upload that another run of it has continued: if that one dies, nobody else does. */
const LOOK_AGAIN_MS = 10_000;

/** One run of a job of an upload. */
export interface Run {
  readonly deps: Deps;
  readonly staging: Staging;
  readonly turn: Turn;
}

/**
 * Makes a `processing` upload `ready`, by unpacking and reading its source, or `failed` with the reason. Records each step, and
 * a run after a crash, or after the turns of other accounts, continues from there (ADR 0074). Everything becomes visible in
 * one commit. Leaves URLs to the job `fetch_urls`. Errors that are not the sender's are thrown, so that the queue tries
 * again. Clears up after an upload that is processed no longer.
 */
export async function processUpload(
  deps: Deps,
  { account_id, upload_id }: { account_id: string; upload_id: string },
  died?: ServiceError,
): Promise<void> {
  const key = { id: upload_id, account_id };
  await runSteps(deps, key, { name: "process_upload", died }, async (run, upload) => {
    const parts = await partsOf(deps, upload, createSkips(upload.on_error));
    if (parts === undefined) return "fetch_urls";
    const read = await readAllFiles(run, upload, parts);
    if (read.progress?.next !== null) return "process_upload";
    const contents = await contentsOf(deps, read);
    if (contents.files.some(({ has_urls }) => has_urls) && !read.progress.links_fetched) return "fetch_urls";
    const stored = await storeLines(run, read, contents);
    if (stored === undefined) return "process_upload";
    await finish(deps, stored, parts, contents);
    return undefined;
  });
}

type UploadJob = "process_upload" | "fetch_urls" | "fetch_objects";

/** Takes the next steps of a `processing` upload by `take`, which names the job that continues; `died` fails it. */
export async function runSteps(
  deps: Deps,
  key: UploadKey,
  { name, died }: { readonly name: UploadJob; readonly died: ServiceError | undefined },
  take: (run: Run, upload: UploadRow) => Promise<UploadJob | undefined>,
): Promise<void> {
  const upload = await findUpload(deps.db, key);
  if (upload?.status !== "processing") return clearSteps(deps, key);
  const { account_id } = key;
  const staging = createStaging(deps.blobs);
  try {
    if (died !== undefined) throw died;
    const next = await take({ deps, staging, turn: startTurn(deps, account_id, name) }, upload);
    if (next !== undefined) await addJob(deps.db, account_id, next, { upload_id: key.id });
  } catch (fault) {
    const wait = fault instanceof HubBusy ? fault.wait_ms : fault instanceof Overtaken ? LOOK_AGAIN_MS : null;
    if (wait !== null) {
      const again = new Date(Date.now() + wait); // the queue's clock, not that of deps
      await addJob(deps.db, account_id, name, { upload_id: key.id }, again);
      return;
    }
    await failUpload(deps, key, fault);
    await removeUnusedBlobs(deps, digestsOf(upload));
  } finally {
    await staging.discard();
  }
}

/** The digests of an unfinished upload's stored parts. */
export function digestsOf({ source }: Pick<UploadRow, "source">): string[] {
  return source?.parts?.map(({ sha256 }) => sha256) ?? [];
}

/** Reads files until all are read, or the turn is over. */
async function readAllFiles(run: Run, first: UploadRow, parts: readonly Part[]): Promise<UploadRow> {
  const { next } = first.progress ?? FIRST;
  if (next === null) return first;
  const skips = createSkips(first.on_error);
  let upload = first;
  let read: ReadFile[] = [];
  let until = performance.now() + STEP_MS;
  const isDataset = first.dataset_import !== null;
  for await (const file of isDataset ? datasetFiles(parts, next) : readFiles(parts, run.staging, next)) {
    assertUsable(file, skips);
    read.push(file);
    if (read.length < FILES_AT_ONCE && performance.now() < until) continue;
    upload = await saveRead(run.deps, upload, read, afterFile(file, isDataset));
    read = [];
    if (await run.turn.isOver()) return upload;
    until = performance.now() + STEP_MS;
  }
  return saveRead(run.deps, upload, read, null);
}

/** A dataset is a part of one file, whatever is in it. */
function afterFile({ part, entry }: ReadFile, isDataset: boolean) {
  return isDataset ? { part: part + 1, entry: 0 } : { part, entry: entry + 1 };
}

async function saveRead(
  deps: Deps,
  upload: UploadRow,
  read: readonly ReadFile[],
  next: UploadProgress["next"],
): Promise<UploadRow> {
  const progress = upload.progress ?? FIRST;
  const blobs = read.flatMap(({ outcome }) => (outcome instanceof ServiceError ? [] : outcome.blob));
  return deps.db.transaction().execute(async (tx) => {
    await lockAt(tx, upload);
    await keepStaged(deps, tx, blobs);
    const steps = read.map((file, index) => toFileStep(progress.files + index, file));
    await insertSteps(tx, upload, "file", steps);
    return advance(tx, upload, { ...progress, next, files: progress.files + read.length });
  });
}

/** What the steps of an upload have found. */
async function contentsOf(deps: Deps, upload: UploadRow): Promise<Contents> {
  const { on_error, progress } = upload;
  const found = createSkips(on_error);
  await partsOf(deps, upload, found);
  const files = await filesOf(deps, upload, found);
  const links = toLinks(deps.blobs, await listSteps(deps.db, upload, "link"));
  const left = (await listSteps(deps.db, upload, "skip")).map(({ result }) => result);
  const skips = createSkips(on_error, [...found.all, ...left]);
  return { files, links, skips, unusable: new Set(progress?.unusable) };
}

/** Stores lines until all are stored; undefined if the turn is over before. */
async function storeLines(run: Run, first: UploadRow, contents: Contents): Promise<UploadRow | undefined> {
  const lines = readLines(contents, (first.progress ?? FIRST).lines);
  let upload = first;
  try {
    for (;;) {
      const stored = await storeSome(run.deps, upload, contents, lines);
      if (stored === undefined) return upload;
      // What is stored is read over first, and a turn that ended meanwhile would end without a step.
      const isBehind = isDeepStrictEqual(stored.progress?.lines, upload.progress?.lines);
      upload = stored;
      if (!isBehind && (await run.turn.isOver())) return undefined;
    }
  } finally {
    await lines.return(undefined); // closes the file that it reads
  }
}

/** Stores the next lines with the place behind them; undefined if there are none. */
async function storeSome(
  deps: Deps,
  upload: UploadRow,
  { skips, unusable }: Contents,
  lines: AsyncGenerator<LinesStep>,
): Promise<UploadRow | undefined> {
  const progress = upload.progress ?? FIRST;
  const known = skips.all.length;
  let place: UploadProgress["lines"] | undefined;
  async function* some(): AsyncGenerator<readonly FileLine[]> {
    const until = performance.now() + STEP_MS;
    // At least once, however long the process was suspended: no line means that none is left.
    for (let count = 0; place === undefined || (count < LINES_AT_ONCE && performance.now() < until); ) {
      const { done, value } = await lines.next();
      if (done) return;
      ({ place } = value);
      count += value.rows.length;
      yield value.rows;
    }
  }
  return copyTransaction(deps.pool, async (tx, copyIn) => {
    await lockAt(tx, upload);
    await copyLines(copyIn, upload.account_id, some());
    if (place === undefined) return undefined;
    const added = skips.all.slice(known);
    const steps = added.map((result, index) => ({ position: progress.skips + index, sha256: null, result }));
    await insertSteps(tx, upload, "skip", steps);
    const after = {
      ...progress,
      lines: place,
      skips: progress.skips + added.length,
      unusable: [...unusable],
    };
    return advance(tx, upload, after);
  });
}

/** Makes the upload `ready` in one commit. */
async function finish(
  deps: Deps,
  upload: UploadRow,
  parts: readonly Part[],
  contents: Contents,
): Promise<void> {
  const summary = await summarize(parts);
  const lists = contents.files.filter(({ medium }) => medium === "lines");
  const unused = await deps.db.transaction().execute(async (tx) => {
    await liftTimeLimit(tx);
    await lockAt(tx, upload);
    await assertExpandedFits(tx, upload, bytesOf(contents));
    const counts = await countLines(
      tx,
      upload.account_id,
      lists.map(({ id }) => id),
    );
    const skips = createSkips(upload.on_error, contents.skips.all); // of this try of the transaction
    const stored = await saveFiles(deps, tx, { upload, ...contents, skips }, counts);
    const digests = await deleteSteps(tx, upload);
    const done = { status: "ready", source: null, progress: null, error: null, expires_at: null } as const;
    await updateUpload(tx, upload, { ...summary, ...done, ...stored, updated_at: deps.now() });
    return digests;
  });
  await removeUnusedBlobs(deps, [...unused, ...digestsOf(upload)]); // unpacked archives, and links that are texts
}

function bytesOf({ files, links }: Contents): number {
  const all = [...files, ...livingLinks(links).map(({ file }) => file)];
  return all.reduce((sum, { blob }) => sum + blob.size_bytes, 0);
}

/** Throws `payload_too_large` if unpacked and fetched files exceed the plan; trying again would not help. */
async function assertExpandedFits(tx: Tx, { account_id, size_bytes }: UploadRow, bytes: number) {
  const remaining = size_bytes + (await remainingBytes(tx, account_id));
  if (bytes > remaining) {
    throw new ServiceError("payload_too_large", tooMuchStored(bytes, remaining).message);
  }
}
