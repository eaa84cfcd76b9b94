import { randomInt } from "node:crypto";
import type { Deps } from "../deps.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { allParts } from "./lease.ts";
import { completeStalledUploads } from "./pieces.ts";
import { digestsOf } from "./process.ts";
import { LIFE_MS } from "./receiving/limits.ts";
import { listOverdue, updateUpload } from "./store.ts";

const DAY_MS = 24 * 3_600_000;
const UPLOADS_AT_ONCE = 20;

/** Expires unfinished uploads, and removes bytes without a row in one random folder of 256. */
export async function sweepUploads(deps: Deps): Promise<void> {
  await expireUploads(deps);
  await completeStalledUploads(deps);
  await sweepBlobs(deps, randomInt(256));
}

/** Moves some overdue uploads to `expired`. */
async function expireUploads(deps: Deps): Promise<void> {
  const now = deps.now();
  const expired = await deps.db.transaction().execute(async (tx) => {
    const uploads = await listOverdue(tx, now, UPLOADS_AT_ONCE);
    for (const { id } of uploads)
      await updateUpload(tx, id, { status: "expired", source: null, unfinished: null, updated_at: now });
    return uploads;
  });
  await removeUnusedBlobs(deps, expired.flatMap(digestsOf));
  await deps.blobs.unfinished.drop(expired.flatMap(allParts));
}

/**
 * Removes blobs that a crash left without a row, among those whose digest begins with `byte`: only blobs
 * older than a day, because a row may still follow.
 */
export async function sweepBlobs(deps: Deps, byte: number): Promise<void> {
  const before = new Date(deps.now().getTime() - DAY_MS);
  await deps.blobs.discardAbandoned(before, new Date(before.getTime() - LIFE_MS));
  await removeUnusedBlobs(deps, await deps.blobs.listSome(byte, before));
}
