import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { mediaCountsOf } from "./media-counts.ts";
import { type AddedObject, addObjects, type ListedObject, listObjects } from "./objects.ts";
import { assertFits } from "./quota.ts";
import { LIFE_MS } from "./receiving/limits.ts";
import { addReferences, prefixOf } from "./referenced.ts";
import { findInStatus, insertUpload, updateUpload } from "./store.ts";

type SourceRow = Pick<
  Row<"sources">,
  "id" | "account_id" | "member_id" | "name" | "progress" | "kind" | "mode" | "config"
>;

/** The upload that gets the objects of a sync. */
export type Filled = NonNullable<NonNullable<SourceRow["progress"]>["upload"]>;

/** What a page of listed objects has added. */
export interface Added {
  readonly objects: readonly AddedObject[];
  /** The upload that has them; the one of before if there are none. */
  readonly upload: Filled | null;
}

/**
 * Adds the new ones of listed objects to the upload of the running sync, or to a new one, by the transaction that locked the
 * source. Throws `insufficient_storage` if they exceed the account's plan.
 */
export async function addToUpload(
  { now }: Pick<Deps, "now">,
  tx: Tx,
  source: SourceRow,
  listed: readonly ListedObject[],
): Promise<Added> {
  const { account_id, id: source_id } = source;
  const before = source.progress?.upload ?? null;
  const open = before && (await findInStatus(tx, { id: before.id, account_id }, "processing"));
  const upload_id = open?.id ?? newId("upload");
  const position = open && before ? before.objects : 0;
  const objects = await addObjects(tx, { account_id, upload_id, source_id, position }, listed);
  if (objects.length === 0) return { objects, upload: before };
  const isReferenced = source.mode === "reference";
  const bytes = objects.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (!isReferenced) await assertFits(tx, account_id, bytes);
  if (open) {
    await updateUpload(tx, open, { size_bytes: open.size_bytes + bytes, updated_at: now() });
  } else {
    await insertUpload(tx, {
      ...{ id: upload_id, account_id, member_id: source.member_id, source_id },
      ...{ status: "processing", size_bytes: bytes, on_error: "skip" },
      ...(isReferenced && { stored_bytes: 0 }),
      metadata: JSON.stringify({}),
      source: JSON.stringify({ objects: true }),
      created_at: now(),
      updated_at: now(),
      expires_at: new Date(now().getTime() + LIFE_MS),
    });
  }
  if (isReferenced) {
    const created_at = now();
    await addReferences(tx, { id: upload_id, account_id, created_at }, objects, prefixOf(source.config));
  }
  return { objects, upload: { id: upload_id, objects: position + objects.length } };
}

/** Hands an upload with all its objects to the job that copies or fetches them. By reference it is ready, and a job reads the sizes of images. */
export async function closeUpload(
  { now }: Pick<Deps, "now">,
  tx: Tx,
  { account_id, kind, mode }: Pick<SourceRow, "account_id" | "kind" | "mode">,
  { id, objects }: Filled,
): Promise<void> {
  if (mode === "copy" && kind !== "http_manifest")
    return addJob(tx, account_id, "fetch_objects", { upload_id: id });
  const upload = await findInStatus(tx, { id, account_id }, "processing");
  if (upload === undefined) return;
  if (mode === "copy") {
    const urls = (await listObjects(tx, upload)).map(({ key }) => ({ url: key }));
    await updateUpload(tx, upload, { source: JSON.stringify({ urls }) });
    return addJob(tx, account_id, "fetch_urls", { upload_id: id });
  }
  const counts = await mediaCountsOf(tx, account_id, [upload]);
  await updateUpload(tx, upload, {
    ...{ status: "ready", file_count: objects, source: null, expires_at: null, updated_at: now() },
    media_counts: JSON.stringify(counts.get(id) ?? []),
  });
  await addJob(tx, account_id, "measure_objects", { upload_id: id, after: -1 });
}
