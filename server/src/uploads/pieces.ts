import { createHash, type Hash, randomUUID } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import { countedBytes } from "../platform/blobs/unfinished.ts";
import type { Tx } from "../platform/database/db.ts";
import type { UnfinishedPart } from "../platform/database/upload-tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import { getProject } from "../projects/store.ts";
import { cleanFilename } from "./formats/filename.ts";
import type { Details } from "./formats/part.ts";
import {
  cutOff,
  keepLease,
  lease,
  leaseComplete,
  offsetMismatch,
  opened,
  partsOf,
  readAgain,
  recordReceived,
  release,
} from "./lease.ts";
import { assertFits } from "./quota.ts";
import { assertDigest, LIFE_MS } from "./receiving/limits.ts";
import type { OnError } from "./receiving/skips.ts";
import { summarize } from "./receiving/summary.ts";
import type { Content } from "./schemas.ts";
import {
  datasetIn,
  findInStatus,
  insertUpload,
  type UploadKey,
  type UploadRow,
  updateUpload,
} from "./store.ts";

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
  readonly details?: Details | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly project_id: string | undefined;
  readonly on_error: OnError;
  readonly content: Content;
}

/**
 * Creates a `pending` upload. Throws `payload_too_large`, `invalid_request` and, for the project,
 * `not_found`.
 */
export async function beginUpload(tx: Tx, now: Date, announced: Announced): Promise<UploadRow> {
  const { account_id, member_id, declared, size_bytes, sha256, details, metadata, project_id, on_error } =
    announced;
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
    ...datasetIn(announced.content),
    status: "pending",
    filename: cleanFilename(announced.filename),
    size_bytes,
    source: JSON.stringify({ announced: { declared, sha256, details } }),
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
export async function receivePiece(deps: Deps, key: UploadKey, piece: Piece): Promise<UploadRow> {
  const { offset, isLast, checksum } = piece;
  const hash = checksum && createHash(checksum.algorithm);
  const chunks = hash === undefined ? piece.chunks : hashed(piece.chunks, hash);
  const writer = randomUUID();
  const upload = await lease(deps, key, { writer, offset });
  const endRenewal = keepLease(deps, key, writer);
  const before = partsOf(upload);
  let parts = before;
  const known = new Map<string, UnfinishedPart>();
  const countsInPart = !isLast && checksum === undefined;
  const record = async (durable: readonly UnfinishedPart[]): Promise<void> => {
    for (const part of durable) known.set(part.name, part);
    if (countsInPart) parts = durable;
    await recordReceived(deps, key, { writer, parts: countsInPart ? durable : opened(before) });
  };
  try {
    const kept = await deps.blobs.unfinished.bytesOf(before);
    if (kept < offset) {
      parts = cutOff(before, kept);
      throw offsetMismatch(kept);
    }
    const room = upload.size_bytes - offset;
    const file = { name: key.id, parts: before };
    const { bytes, fault, parts: all } = await deps.blobs.unfinished.append(file, chunks, room, record);
    for (const part of all) known.set(part.name, part);
    if (isLast && bytes < room) {
      throw new ServiceError("invalid_request", `the body has ${bytes} bytes, not ${room}`, { cause: fault });
    }
    if (hash?.digest("base64") !== checksum?.digest) {
      throw new ServiceError("upload_checksum_mismatch", "the bytes do not match Upload-Checksum");
    }
    parts = all;
    if (fault !== undefined)
      throw new ServiceError("invalid_request", "the body is incomplete", { cause: fault });
  } finally {
    endRenewal();
    await release(deps, key, { writer, parts }, [...before, ...known.values()]);
  }
  return countedBytes(parts) === upload.size_bytes ? completeUpload(deps, key) : readAgain(deps.db, key);
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Hands a complete upload to its job, one request at a time: the whole file is read for it. Does nothing for one that was
 * handed over already, or that another request hands over. Throws `checksum_mismatch`, after which the upload waits for all
 * its bytes again.
 */
export async function completeUpload(deps: Deps, key: UploadKey): Promise<UploadRow> {
  const writer = randomUUID();
  const upload = await leaseComplete(deps, key, writer);
  if (upload === undefined) return readAgain(deps.db, key);
  const endRenewal = keepLease(deps, key, writer);
  try {
    return await handOver(deps, upload, writer);
  } catch (fault) {
    await endLease(deps, upload, { writer, fault }).catch(() => undefined); // it also ends by itself
    throw fault;
  } finally {
    endRenewal();
  }
}

async function handOver(deps: Deps, upload: UploadRow, writer: string): Promise<UploadRow> {
  const { id, filename, source } = upload;
  const name = filename ?? "file";
  const { declared, sha256, details } = source?.announced ?? {};
  const unfinished = partsOf(upload);
  const staged = await deps.blobs.unfinished.stage(unfinished);
  try {
    assertDigest(name, staged.sha256, sha256);
    const summary = await summarize([{ filename: name, declared, blob: staged }]);
    const { sha256: found, size_bytes } = staged;
    const parts = [{ filename: name, declared, sha256: found, size_bytes, details }];
    const completed = await deps.db.transaction().execute(async (tx) => {
      if ((await findInStatus(tx, upload, "uploading"))?.writer !== writer) return undefined;
      await keepBlobs(deps, tx, [staged]);
      await addJob(tx, upload.account_id, "process_upload", { upload_id: id });
      const source = JSON.stringify({ parts });
      const processing = { status: "processing", source, unfinished: null } as const;
      const free = { writer: null, writer_until: null, updated_at: deps.now() };
      return updateUpload(tx, upload, { ...summary, ...processing, ...free });
    });
    if (completed === undefined) return await readAgain(deps.db, upload); // another took it over, or it has expired
    await deps.blobs.unfinished.drop(unfinished);
    return completed;
  } finally {
    await deps.blobs.discard([staged]);
  }
}

/** Ends the lease of a request that failed; after a wrong digest the upload waits for all its bytes again. */
async function endLease(
  deps: Deps,
  upload: UploadRow,
  { writer, fault }: { readonly writer: string; readonly fault: unknown },
): Promise<void> {
  const isWrong = fault instanceof ServiceError && fault.code === "checksum_mismatch";
  const anew = { status: "pending", received_bytes: 0, unfinished: null, updated_at: deps.now() } as const;
  const [ended] = await deps.db
    .updateTable("uploads")
    .set({ writer: null, writer_until: null, ...(isWrong && anew) })
    .where("account_id", "=", upload.account_id)
    .where("id", "=", upload.id)
    .where("writer", "=", writer)
    .execute();
  if (isWrong && ended?.numUpdatedRows === 1n) await deps.blobs.unfinished.drop(partsOf(upload));
}
