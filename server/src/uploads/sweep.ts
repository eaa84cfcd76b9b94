import { randomInt } from "node:crypto";
import type { Deps } from "../deps.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { allParts, uploadOfPart } from "./lease.ts";
import { completeStalledUploads } from "./pieces.ts";
import { digestsOf } from "./process.ts";
import { listToClear } from "./steps.ts";
import { listOpen, listOverdue, updateUpload } from "./store.ts";

const DAY_MS = 24 * 3_600_000;
const UPLOADS_AT_ONCE = 20;
/** Longer than the signed URL is valid to which a client may still send bytes when its upload is over. */
const PARTS_LEFT_MS = 2 * 3_600_000;

/**
 * Expires unfinished uploads, lets jobs remove what is stored of those that are over, and removes parts of such, and bytes
 * without a row in one random folder of 256.
 */
export async function sweepUploads(deps: Deps): Promise<void> {
  await expireUploads(deps);
  await completeStalledUploads(deps);
  for (const { id, account_id } of await listToClear(deps.db, UPLOADS_AT_ONCE))
    await addJob(deps.db, account_id, "process_upload", { upload_id: id });
  await sweepParts(deps);
  await sweepBlobs(deps, randomInt(256));
}

/** Moves some overdue uploads to `expired`. */
async function expireUploads(deps: Deps): Promise<void> {
  const now = deps.now();
  const expired = await deps.db.transaction().execute(async (tx) => {
    const uploads = await listOverdue(tx, now, UPLOADS_AT_ONCE);
    for (const { id, account_id } of uploads) {
      await updateUpload(tx, id, { status: "expired", source: null, unfinished: null, updated_at: now });
      await addJob(tx, account_id, "process_upload", { upload_id: id }); // removes what its jobs have stored
    }
    return uploads;
  });
  await removeUnusedBlobs(deps, expired.flatMap(digestsOf));
  await deps.blobs.unfinished.drop(expired.flatMap(allParts));
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
