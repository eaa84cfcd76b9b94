import { ServiceError } from "@assay/domain/errors.ts";
import type { ListedPage } from "../buckets/bucket.ts";
import { HubBusy } from "../buckets/hub-faults.ts";
import type { Deps } from "../deps.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { startTurn } from "../platform/jobs/turn.ts";
import { LIMITS } from "../platform/limits.ts";
import { forgetLost } from "../uploads/objects.ts";
import { addToUpload, closeUpload } from "../uploads/of-source.ts";
import { isFit } from "./fit.ts";
import { openStore } from "./object-store.ts";
import { findSource, lockSource, type SourceRow, updateSource } from "./store.ts";

/** An upload gets no more pages once the next might exceed this. */
const OBJECTS_OF_UPLOAD = LIMITS.upload_urls;
const OBJECTS_OF_PAGE = 1_000;
/** When a job looks again at a sync that another run of it has continued: if that one dies, nobody else does. */
const LOOK_AGAIN_MS = 10_000;

/** Another run of the job went on from the same place, or the source was deleted. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * The job of a sync: lists the objects of a source in pages of `objectsOfPage`, at most 1,000, and adds the new ones to uploads. Records its place with each
 * page, where a run after a crash, or after the turns of other accounts, continues. Faults of the bucket end the sync as
 * `failed`; what it has found until then stays. Other errors are thrown, so that the queue tries again.
 */
export async function syncSource(
  deps: Deps,
  { account_id, source_id }: { account_id: string; source_id: string },
  died?: ServiceError,
  objectsOfPage = OBJECTS_OF_PAGE,
): Promise<void> {
  const key = { id: source_id, account_id };
  const source = await findSource(deps.db, key);
  if (source?.status !== "syncing") return;
  const again = (at?: Date) => addJob(deps.db, account_id, "sync_source", { source_id }, at);
  try {
    if (died !== undefined) throw died;
    if (!(await listAll(deps, source, objectsOfPage))) await again();
  } catch (fault) {
    if (fault instanceof Overtaken) return again(new Date(Date.now() + LOOK_AGAIN_MS)); // the queue's clock
    if (fault instanceof HubBusy) return again(new Date(Date.now() + fault.wait_ms));
    if (!(fault instanceof ServiceError) || fault.code === "service_unavailable") throw fault;
    await failSync(deps, key, fault);
  }
}

/** Whether all pages are listed; false if the turn is over before. */
async function listAll(deps: Deps, first: SourceRow, limit: number): Promise<boolean> {
  const turn = startTurn(deps, first.account_id, "sync_source");
  if (first.progress?.after === "" && first.progress.upload === null) await forgetLost(deps.db, first);
  const store = await openStore(deps, first);
  try {
    let source = first;
    let coming = store.list(source.progress?.after ?? "", limit);
    for (;;) {
      const page = await coming;
      // Listed while this page is saved: of a million known objects either takes half the time.
      if (page.after !== undefined) coming = store.list(page.after, limit);
      coming.catch(() => undefined); // reported by the next turn of the loop, unless saving fails first
      source = await deps.db.transaction().execute((tx) => savePage(deps, tx, source, page));
      if (source.status !== "syncing") return true;
      if (await turn.isOver()) return false;
    }
  } finally {
    store.close();
  }
}

/** Adds the new objects of a page with the place behind it; after the last one the source is `idle`. */
async function savePage(deps: Deps, tx: Tx, read: SourceRow, page: ListedPage): Promise<SourceRow> {
  const source = await lockAt(tx, read);
  const fit = page.objects.filter((object) => isFit(object, source));
  const { objects, upload } = await addToUpload(deps, tx, source, fit);
  const isFull = upload !== null && upload.objects + OBJECTS_OF_PAGE > OBJECTS_OF_UPLOAD;
  const isLast = page.after === undefined;
  if (upload !== null && (isFull || isLast)) await closeUpload(deps, tx, source, upload);
  const time = deps.now();
  return updateSource(tx, source, {
    objects_seen: source.objects_seen + page.objects.length,
    added: source.added + objects.length,
    changed: source.changed + objects.filter(({ is_changed }) => is_changed).length,
    skipped: source.skipped + page.objects.length - fit.length,
    updated_at: time,
    ...(isLast
      ? { status: "idle", progress: null, synced_at: time }
      : { progress: JSON.stringify({ after: page.after, upload: isFull ? null : upload }) }),
  });
}

/** The source, locked until `tx` ends. Throws Overtaken if it is no longer where it was when it was read. */
async function lockAt(tx: Tx, { account_id, id, progress }: SourceRow): Promise<SourceRow> {
  const source = await lockSource(tx, account_id, id).catch((fault: unknown) => {
    throw fault instanceof ServiceError ? new Overtaken("the source was deleted") : fault;
  });
  const isThere =
    source.status === "syncing" &&
    source.progress?.after === progress?.after &&
    source.progress?.upload?.id === progress?.upload?.id;
  if (!isThere) throw new Overtaken(`another run continued the sync of ${id}`);
  return source;
}

/** Ends a sync with the reason; the upload that it was filling is processed. */
async function failSync(
  deps: { readonly db: Db; readonly now: () => Date },
  { account_id, id }: Pick<SourceRow, "id" | "account_id">,
  { code, message }: ServiceError,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const source = await findSource(tx, { account_id, id });
    if (source?.status !== "syncing") return;
    const locked = await lockSource(tx, account_id, id);
    if (locked.progress?.upload) await closeUpload(deps, tx, locked, locked.progress.upload);
    const error = JSON.stringify({ code, message });
    await updateSource(tx, locked, { status: "failed", error, progress: null, updated_at: deps.now() });
  });
}
