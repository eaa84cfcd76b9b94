import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { countedBytes } from "../platform/blobs/unfinished.ts";
import type { Db } from "../platform/database/db.ts";
import type { UnfinishedPart } from "../platform/database/upload-tables.ts";
import { findUpload, type UploadKey, type UploadRow } from "./store.ts";

/**
 * How long after a process died while appending another request may append: less than the 9 s for which
 * tus-js-client retries by default.
 */
const LEASE_MS = 8_000;
/** How often a request renews its lease. */
const RENEW_MS = 2_000;

interface Pen {
  readonly writer: string;
  readonly offset: number;
}

/**
 * Lets one request append from `offset` on. Throws `upload_offset_mismatch`, `locked`, `gone`, `invalid_state`
 * and `conflict`.
 */
export async function lease({ db, now }: Deps, key: UploadKey, { writer, offset }: Pen): Promise<UploadRow> {
  const time = now();
  const taken = await db
    .updateTable("uploads")
    .set({ status: "uploading", writer, writer_until: new Date(time.getTime() + LEASE_MS) })
    .where("account_id", "=", key.account_id)
    .where("id", "=", key.id)
    .where("status", "in", ["pending", "uploading"])
    .where("received_bytes", "=", offset)
    .where(sql<boolean>`received_bytes < size_bytes`)
    .where(sql<boolean>`(writer is null or writer_until <= ${time})`)
    .where("expires_at", ">", time)
    .returningAll()
    .executeTakeFirst();
  return taken ?? refuse(await readAgain(db, key), offset, time);
}

/**
 * Lets one request at a time hand an upload that has all its bytes to its job; undefined if another one does, or did, or
 * bytes are missing.
 */
export async function leaseComplete(
  { db, now }: Deps,
  key: UploadKey,
  writer: string,
): Promise<UploadRow | undefined> {
  const time = now();
  return db
    .updateTable("uploads")
    .set({ writer, writer_until: new Date(time.getTime() + LEASE_MS) })
    .where("account_id", "=", key.account_id)
    .where("id", "=", key.id)
    .where("status", "=", "uploading")
    .whereRef("received_bytes", "=", "size_bytes")
    .where(sql<boolean>`(writer is null or writer_until <= ${time})`)
    .returningAll()
    .executeTakeFirst();
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

/** The refusal of an offset that is not the end of the received bytes. */
export function offsetMismatch(received: number): ServiceError {
  return new ServiceError(
    "upload_offset_mismatch",
    `the upload has ${received} bytes; continue from that offset`,
  );
}

/** Extends the lease again and again, while `writer` has it, until the returned function is called. */
export function keepLease(deps: Deps, key: UploadKey, writer: string): () => void {
  const renewal = setInterval(() => void renew(deps, key, writer).catch(() => undefined), RENEW_MS);
  return () => clearInterval(renewal);
}

async function renew({ db, now }: Deps, key: UploadKey, writer: string): Promise<void> {
  const writer_until = new Date(now().getTime() + LEASE_MS);
  await db
    .updateTable("uploads")
    .set({ writer_until })
    .where("account_id", "=", key.account_id)
    .where("id", "=", key.id)
    .where("writer", "=", writer)
    .execute();
}

interface Held {
  readonly writer: string;
  readonly parts: readonly UnfinishedPart[];
}

/** Records bytes that survive the death of the process. Throws `locked` if the lease was lost meanwhile. */
export async function recordReceived(
  { db, now }: Deps,
  key: UploadKey,
  { writer, parts }: Held,
): Promise<void> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await db
    .updateTable("uploads")
    .set({ ...received(parts), updated_at: now() })
    .where("account_id", "=", key.account_id)
    .where("id", "=", key.id)
    .where("writer", "=", writer)
    .execute();
  if (numUpdatedRows === 0n) throw takenOver();
}

function received(parts: readonly UnfinishedPart[]) {
  return { received_bytes: countedBytes(parts), unfinished: JSON.stringify(parts) };
}

/**
 * Ends the lease, and removes those of the `known` parts that the upload does not count. Throws `locked` if
 * the lease was lost meanwhile, and `not_found` if the upload was deleted.
 */
export async function release(
  { db, blobs, now }: Deps,
  key: UploadKey,
  { writer, parts }: Held,
  known: readonly UnfinishedPart[],
): Promise<void> {
  const released = await db
    .updateTable("uploads")
    .set({ ...received(parts), writer: null, writer_until: null, updated_at: now() })
    .where("account_id", "=", key.account_id)
    .where("id", "=", key.id)
    .where("writer", "=", writer)
    .returningAll()
    .executeTakeFirst();
  const upload = released ?? (await findUpload(db, key));
  const counted = new Set((upload === undefined ? [] : partsOf(upload)).map(({ name }) => name));
  await blobs.unfinished.drop(known.filter(({ name }) => !counted.has(name)));
  if (released !== undefined) return;
  if (upload === undefined) missing(key);
  throw takenOver();
}

function takenOver(): ServiceError {
  return new ServiceError("locked", "another request took over the upload");
}

/**
 * The parts that hold the received bytes. A process of the version without the column may have received them:
 * then they are in one file, named by the upload.
 */
export function partsOf({ id, received_bytes, unfinished }: UploadRow): readonly UnfinishedPart[] {
  const parts = unfinished ?? [];
  if (countedBytes(parts) === received_bytes) return parts;
  return received_bytes === 0 ? [] : [{ name: id, bytes: received_bytes, is_open: true }];
}

/** The name of the part that a client sends straight to the store. */
export function directPart(id: string): string {
  return `${id}.direct`;
}

/** The id of the upload to which a part belongs: all names of parts begin with it. */
export function uploadOfPart(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

/** Everything that the store may hold of an unfinished upload. */
export function allParts(upload: UploadRow): readonly UnfinishedPart[] {
  return [...partsOf(upload), { name: directPart(upload.id), bytes: 0 }];
}

/** The same parts, the last of which is being written to. */
export function opened(parts: readonly UnfinishedPart[]): readonly UnfinishedPart[] {
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, is_open: true } : part));
}

/** The first `bytes` of the parts. */
export function cutOff(parts: readonly UnfinishedPart[], bytes: number): readonly UnfinishedPart[] {
  let left = bytes;
  return parts
    .map((part) => {
      const some = Math.min(part.bytes, left);
      left -= some;
      return { ...part, bytes: some };
    })
    .filter((part) => part.bytes > 0);
}

/** The upload as it is now; throws `not_found` if it was deleted meanwhile. */
export async function readAgain(db: Db, key: UploadKey): Promise<UploadRow> {
  return (await findUpload(db, key)) ?? missing(key);
}

function missing({ id }: UploadKey): never {
  throw new ServiceError("not_found", `there is no upload ${id}`);
}
