import { createHash, type Hash, randomUUID } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import { getProject } from "../projects/store.ts";
import { cleanFilename } from "./formats/filename.ts";
import { assertFits } from "./quota.ts";
import { assertDigest, LIFE_MS } from "./receiving/limits.ts";
import type { OnError } from "./receiving/skips.ts";
import { summarize } from "./receiving/summary.ts";
import {
  findInStatus,
  findUpload,
  insertUpload,
  listComplete,
  type UploadRow,
  updateUpload,
} from "./store.ts";

/**
 * How long after a process died while appending another request may append: less than the 9 s for which
 * tus-js-client retries by default.
 */
const LEASE_MS = 8_000;
const RENEW_MS = 2_000;

/** The announcement of a file whose bytes are still to come. */
export interface Announced {
  readonly account_id: string;
  /** The member who uploads in person. */
  readonly member_id: string | null;
  readonly filename: string;
  readonly declared: string | undefined;
  /** The exact number of bytes: 1 to 5 GiB. */
  readonly size_bytes: number;
  /** Lower-case or upper-case hexadecimal. */
  readonly sha256: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly project_id: string | undefined;
  readonly on_error: OnError;
}

/**
 * Creates a `pending` upload. Throws `payload_too_large`, `invalid_request` and, for the project,
 * `not_found`.
 */
export async function beginUpload(tx: Tx, now: Date, announced: Announced): Promise<UploadRow> {
  const { account_id, member_id, declared, size_bytes, sha256, metadata, project_id, on_error } = announced;
  if (size_bytes > LIMITS.resumable_upload_bytes) {
    throw new ServiceError("payload_too_large", "a file has at most 5 GiB");
  }
  if (size_bytes < 1) throw new ServiceError("invalid_request", "the file is empty");
  if (project_id !== undefined) await getProject(tx, account_id, project_id);
  await assertFits(tx, account_id, size_bytes);
  return insertUpload(tx, {
    id: newId("upload"),
    account_id,
    member_id,
    on_error,
    status: "pending",
    filename: cleanFilename(announced.filename),
    size_bytes,
    source: JSON.stringify({ announced: { declared, sha256 } }),
    metadata: JSON.stringify(metadata),
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + LIFE_MS),
  });
}

export interface Checksum {
  readonly algorithm: "sha1" | "sha256";
  /** In base64. */
  readonly digest: string;
}

/** Bytes for an upload, from `offset` on. */
export interface Piece {
  readonly offset: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The expected checksum of the bytes. */
  readonly checksum?: Checksum | undefined;
  /** Whether it must contain all missing bytes. */
  readonly isLast: boolean;
}

/**
 * Stores bytes of an unfinished upload, one request at a time, and hands the upload to its job after the last
 * byte. Received bytes are durable and count, even if the piece is interrupted, unless it had to be complete
 * or its checksum is wrong.
 *
 * Throws `upload_offset_mismatch`, `locked` while another request appends, `gone`, `invalid_state` for a
 * complete upload, `payload_too_large` past its size, `upload_checksum_mismatch` for the piece,
 * `checksum_mismatch` for the whole, `invalid_request` for an interrupted piece.
 */
export async function receivePiece(deps: Deps, id: string, piece: Piece): Promise<UploadRow> {
  const { offset, isLast, checksum } = piece;
  const hash = checksum && createHash(checksum.algorithm);
  const chunks = hash === undefined ? piece.chunks : hashed(piece.chunks, hash);
  const writer = randomUUID();
  const upload = await lease(deps, id, { writer, offset });
  const renewal = setInterval(() => void renew(deps, id, writer).catch(() => undefined), RENEW_MS);
  let received = offset;
  try {
    const kept = await deps.blobs.unfinishedBytes(id);
    if (kept < offset) {
      received = kept;
      throw offsetMismatch(kept);
    }
    const room = upload.size_bytes - offset;
    const countsInPart = !isLast && checksum === undefined;
    const { bytes, fault } = await deps.blobs.append(id, offset, chunks, room, async (synced) => {
      if (!countsInPart) return;
      received = offset + synced;
      await recordReceived(deps, id, { writer, received });
    });
    if (isLast && bytes < room) {
      throw new ServiceError("invalid_request", `the body has ${bytes} bytes, not ${room}`, { cause: fault });
    }
    if (hash?.digest("base64") !== checksum?.digest) {
      throw new ServiceError("upload_checksum_mismatch", "the bytes do not match Upload-Checksum");
    }
    received = offset + bytes;
    if (fault !== undefined)
      throw new ServiceError("invalid_request", "the body is incomplete", { cause: fault });
  } finally {
    clearInterval(renewal);
    await release(deps, id, { writer, received });
  }
  return received === upload.size_bytes ? completeUpload(deps, id) : getAny(deps.db, id);
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Hands a complete upload to its job; does nothing for one that was handed over already. Throws
 * `checksum_mismatch`, after which the upload waits for all its bytes again.
 */
async function completeUpload(deps: Deps, id: string): Promise<UploadRow> {
  const upload = await getAny(deps.db, id);
  if (upload.status !== "uploading" || upload.received_bytes !== upload.size_bytes) return upload;
  const { filename, source } = upload;
  const name = filename ?? "file";
  const { declared, sha256 } = source?.announced ?? {};
  const staged = await deps.blobs.stageUnfinished(id);
  const part = { filename: name, declared, blob: staged };
  try {
    assertDigest(name, staged.sha256, sha256);
    const summary = await summarize([part]);
    const parts = [{ filename: name, declared, sha256: staged.sha256, size_bytes: staged.size_bytes }];
    const completed = await deps.db.transaction().execute(async (tx) => {
      if ((await findInStatus(tx, id, "uploading")) === undefined) return getAny(tx, id);
      await keepBlobs(deps, tx, [staged]);
      await addJob(tx, "process_upload", { upload_id: id });
      const processing = { status: "processing", source: JSON.stringify({ parts }) } as const;
      return updateUpload(tx, id, { ...summary, ...processing, updated_at: deps.now() });
    });
    await deps.blobs.dropUnfinished(id);
    return completed;
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code === "checksum_mismatch") {
      await updateUpload(deps.db, id, { status: "pending", received_bytes: 0, updated_at: deps.now() });
    }
    throw fault;
  } finally {
    await deps.blobs.discard([staged]);
  }
}

/** Completes uploads whose last request died between the last byte and their job. */
export async function completeStalledUploads(deps: Deps): Promise<void> {
  for (const { id } of await listComplete(deps.db, deps.now())) {
    await completeUpload(deps, id).catch((fault: unknown) => {
      if (!(fault instanceof ServiceError)) throw fault; // a wrong digest: the upload waits for its bytes again
    });
  }
}

interface Pen {
  readonly writer: string;
  readonly offset: number;
}

async function lease({ db, now }: Deps, id: string, { writer, offset }: Pen): Promise<UploadRow> {
  const time = now();
  const taken = await db
    .updateTable("uploads")
    .set({ status: "uploading", writer, writer_until: new Date(time.getTime() + LEASE_MS) })
    .where("id", "=", id)
    .where("status", "in", ["pending", "uploading"])
    .where("received_bytes", "=", offset)
    .where(sql<boolean>`received_bytes < size_bytes`)
    .where(sql<boolean>`(writer is null or writer_until <= ${time})`)
    .where("expires_at", ">", time)
    .returningAll()
    .executeTakeFirst();
  return taken ?? refuse(await getAny(db, id), offset, time);
}

function refuse(upload: UploadRow, offset: number, now: Date): never {
  const { id, status, received_bytes, expires_at, writer } = upload;
  const isOver = expires_at !== null && expires_at <= now;
  if (status === "expired" || isOver) throw new ServiceError("gone", `the upload ${id} has expired`);
  if ((status !== "pending" && status !== "uploading") || received_bytes === upload.size_bytes) {
    throw new ServiceError("invalid_state", `the upload ${id} already has all its bytes`);
  }
  if (received_bytes !== offset) throw offsetMismatch(received_bytes);
  if (writer === null) throw new ServiceError("conflict", `the upload ${id} was just changed; try again`);
  throw new ServiceError("locked", `another request is sending bytes of the upload ${id}`);
}

function offsetMismatch(received: number): ServiceError {
  return new ServiceError(
    "upload_offset_mismatch",
    `the upload has ${received} bytes; continue from that offset`,
  );
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

async function renew({ db, now }: Deps, id: string, writer: string): Promise<void> {
  const writer_until = new Date(now().getTime() + LEASE_MS);
  await db
    .updateTable("uploads")
    .set({ writer_until })
    .where("id", "=", id)
    .where("writer", "=", writer)
    .execute();
}

/** Records the bytes that are on disk: they survive the death of the process. */
async function recordReceived(
  { db, now }: Deps,
  id: string,
  { writer, received }: { readonly writer: string; readonly received: number },
): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ received_bytes: received, updated_at: now() })
    .where("id", "=", id)
    .where("writer", "=", writer)
    .execute();
}

/** Throws `locked` if the lease was lost meanwhile, and `not_found` if the upload was deleted. */
async function release(
  { db, blobs, now }: Deps,
  id: string,
  { writer, received }: { readonly writer: string; readonly received: number },
): Promise<void> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await db
    .updateTable("uploads")
    .set({ received_bytes: received, writer: null, writer_until: null, updated_at: now() })
    .where("id", "=", id)
    .where("writer", "=", writer)
    .execute();
  if (numUpdatedRows > 0n) return;
  const upload = await findUpload(db, id);
  if (upload === undefined || upload.status === "expired") await blobs.dropUnfinished(id);
  if (upload === undefined) missing(id);
  throw new ServiceError("locked", "another request took over the upload");
}

/** Any account's upload: the caller has checked permission. */
async function getAny(db: Db, id: string): Promise<UploadRow> {
  return (await findUpload(db, id)) ?? missing(id);
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no upload ${id}`);
}
