import { randomInt } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { markDeleted } from "./erase.ts";
import { allParts, uploadOfPart } from "./lease.ts";
import { completeUpload } from "./pieces.ts";
import { digestsOf } from "./process.ts";
import { type UploadKey, type UploadRow, updateUpload } from "./store.ts";

const DAY_MS = 24 * 3_600_000;
const UPLOADS_AT_ONCE = 20;
/** How long uploads that expired or failed are listed with the reason. */
const OVER_MS = 30 * DAY_MS;
const OVER_AT_ONCE = 500;
/** Hashing 5 GiB takes less. */
const STALLED_MS = 60_000;
/** Longer than the signed URL is valid to which a client may still send bytes when its upload is over. */
const PARTS_LEFT_MS = 2 * 3_600_000;

/**
 * Expires unfinished uploads, deletes those that expired or failed 30 days ago, lets jobs remove what is stored of those that
 * are over, and removes parts of such, and bytes without a row in one random folder of 256.
 */
export async function sweepUploads(deps: Deps): Promise<void> {
  await expireUploads(deps);
  await deleteOver(deps);
  await completeStalledUploads(deps);
  for (const { id, account_id } of await listToClear(deps.db, UPLOADS_AT_ONCE))
    await addJob(deps.db, account_id, "process_upload", { upload_id: id });
  await sweepParts(deps);
  await sweepBlobs(deps, randomInt(256));
}

/** Completes uploads whose last request died between the last byte and their job. */
async function completeStalledUploads(deps: Deps): Promise<void> {
  for (const upload of await listComplete(deps.db, deps.now())) {
    // After a wrong digest the upload waits for its bytes again. One whose bytes are lost must not stop the sweep of all others.
    await completeUpload(deps, upload).catch((fault: unknown) => {
      if (!(fault instanceof ServiceError))
        deps.log.error({ err: fault, upload_id: upload.id }, "completing an upload failed");
    });
  }
}

/** Moves some overdue uploads to `expired`. */
async function expireUploads(deps: Deps): Promise<void> {
  const now = deps.now();
  const expired = await deps.db.transaction().execute(async (tx) => {
    const uploads = await listOverdue(tx, now, UPLOADS_AT_ONCE);
    for (const upload of uploads) {
      await updateUpload(tx, upload, { status: "expired", source: null, unfinished: null, updated_at: now });
      await addJob(tx, upload.account_id, "process_upload", { upload_id: upload.id }); // removes what its jobs have stored
    }
    return uploads;
  });
  await removeUnusedBlobs(deps, expired.flatMap(digestsOf));
  await deps.blobs.unfinished.drop(expired.flatMap(allParts));
}

/** Deletes some uploads that expired or failed 30 days ago; jobs remove what they have. */
async function deleteOver({ db, now }: Deps): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const over = Map.groupBy(
      await listOver(tx, new Date(now().getTime() - OVER_MS), OVER_AT_ONCE),
      ({ account_id }) => account_id,
    );
    for (const [account_id, uploads] of over)
      await markDeleted(
        tx,
        account_id,
        uploads.map(({ id }) => id),
        now(),
      );
  });
}

/**
 * Removes parts whose upload is processed, deleted or expired: what a lost writer left behind, and what a client sent to the
 * store afterwards. Nothing else counts these bytes, so that they would be a way around the plan's storage.
 */
async function sweepParts({ db, blobs, now }: Deps): Promise<void> {
  const names = await blobs.unfinished.listSome(new Date(now().getTime() - PARTS_LEFT_MS));
  const open = await listOpen(db, [...new Set(names.map(uploadOfPart))]);
  const over = names.filter((name) => !open.has(uploadOfPart(name)));
  await blobs.unfinished.drop(over.map((name) => ({ name, bytes: 0 })));
}

/**
 * Removes blobs that a crash left without a row, among those whose digest begins with `byte`: only blobs
 * older than a day, because a row may still follow.
 */
export async function sweepBlobs(deps: Deps, byte: number): Promise<void> {
  const before = new Date(deps.now().getTime() - DAY_MS);
  await deps.blobs.discardAbandoned(before);
  await removeUnusedBlobs(deps, await deps.blobs.listSome(byte, before));
}

/** Unfinished uploads that have expired, locked until `tx` ends; skips those that others have locked. */
async function listOverdue(tx: Tx, now: Date, limit: number): Promise<UploadRow[]> {
  return tx
    .selectFrom("uploads")
    .selectAll()
    .where("status", "in", ["pending", "uploading", "processing"])
    .where("expires_at", "<=", now)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Those of the uploads that still receive bytes. */
async function listOpen(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("uploads")
    .select("id")
    .where(sql<boolean>`id = any(${ids})`)
    .where("status", "in", ["pending", "uploading"])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Complete uploads that no request is about to hand to their job. */
async function listComplete(db: Db, now: Date): Promise<UploadKey[]> {
  return db
    .selectFrom("uploads")
    .select(["id", "account_id"])
    .where("status", "=", sql.lit("uploading"))
    .whereRef("received_bytes", "=", "size_bytes")
    .where("updated_at", "<=", new Date(now.getTime() - STALLED_MS))
    .execute();
}

/** Some uploads that have steps and are processed no longer. */
async function listToClear(db: Db, limit: number): Promise<readonly UploadKey[]> {
  return db
    .selectFrom("uploads")
    .select(["id", "account_id"])
    .where("progress", "is not", null)
    .where("status", "<>", sql.lit("processing"))
    .limit(limit)
    .execute();
}

/**
 * Ends the leases of all requests that append, so that clients can continue at once. Only for a service that starts with the
 * embedded database: no other process uses it, so the requests died with the last one.
 */
export async function endLeasesOfDead({ db }: Pick<Deps, "db">): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ writer: null, writer_until: null })
    .where("writer", "is not", null)
    .execute();
}

/** Uploads that expired or failed by then, locked until `tx` ends; skips those that others have locked. */
function listOver(tx: Tx, before: Date, limit: number): Promise<UploadKey[]> {
  return tx
    .selectFrom("uploads")
    .select(["id", "account_id"])
    .where(sql<boolean>`status in ('expired', 'failed')`) // literals, for the partial index
    .where("deleted_at", "is", null)
    .where("updated_at", "<", before)
    .orderBy("updated_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
