import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectRetentionCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import type { Lock } from "../storage-url.ts";
import type { S3Connection } from "./s3-client.ts";
import { statusOf } from "./s3-faults.ts";

/** One request copies at most 5 GiB, the limit of S3. */
const ONE_COPY_BYTES = 5 * 1024 ** 3;
const PART_BYTES = 1024 ** 3;
const DAY_MS = 24 * 3_600_000;
/** A transaction waits for the copy: a store that does not answer must not keep its connection for longer. */
const COPY_WITHIN_MS = 10_000;
/** 10 MB/s; stores copy ten times as fast. */
const SLOWEST_BYTES_PER_MS = 10_000;

interface Copy {
  readonly from: string;
  readonly to: string;
  readonly size_bytes: number;
  /** Whether the copy is locked, where the storage has a lock. */
  readonly isFrozen: boolean;
}

/**
 * Copies an object inside the store, unless the target exists: names are digests, so that its bytes are the same. No
 * request ever overwrites an object.
 */
export async function copyOnce(connection: S3Connection, copy: Copy): Promise<void> {
  const { client, storage } = connection;
  const lock = copy.isFrozen ? storage.lock : undefined;
  const abortSignal = AbortSignal.timeout(COPY_WITHIN_MS + Math.ceil(copy.size_bytes / SLOWEST_BYTES_PER_MS));
  try {
    if (copy.size_bytes > ONE_COPY_BYTES) return await copyInParts(connection, copy, { lock, abortSignal });
    const source = { Bucket: storage.bucket, CopySource: sourceOf(connection, copy) };
    await client.send(
      new CopyObjectCommand({ ...source, Key: copy.to, IfNoneMatch: "*", ...retention(lock) }),
      { abortSignal },
    );
  } catch (fault) {
    if (statusOf(fault) !== 412) throw fault;
    await lockExisting(connection, copy.to, lock);
  }
}

/** A blob that was kept before is locked when a frozen dataset names it. */
async function lockExisting(
  { client, storage }: S3Connection,
  key: string,
  lock: Lock | undefined,
): Promise<void> {
  if (lock === undefined) return;
  const { mode, until } = retainedBy(lock);
  const Retention = { Mode: mode, RetainUntilDate: until };
  await client.send(new PutObjectRetentionCommand({ Bucket: storage.bucket, Key: key, Retention }));
}

async function copyInParts(
  connection: S3Connection,
  copy: Copy,
  { lock, abortSignal }: { readonly lock: Lock | undefined; readonly abortSignal: AbortSignal },
): Promise<void> {
  const { client, storage } = connection;
  const target = { Bucket: storage.bucket, Key: copy.to };
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ...retention(lock) }),
    { abortSignal },
  );
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < copy.size_bytes; start += PART_BYTES) {
      const PartNumber: number = Parts.length + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + PART_BYTES, copy.size_bytes) - 1}`;
      const source = { CopySource: sourceOf(connection, copy), CopySourceRange };
      const part = await client.send(
        new UploadPartCopyCommand({ ...target, UploadId, PartNumber, ...source }),
        { abortSignal },
      );
      Parts.push({ PartNumber, ETag: part.CopyPartResult?.ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({
        ...target,
        UploadId,
        MultipartUpload: { Parts },
        IfNoneMatch: "*",
      }),
      { abortSignal },
    );
  } catch (fault) {
    // The sweep ends what cannot be ended now.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw fault;
  }
}

function sourceOf({ storage: { bucket } }: S3Connection, { from }: Copy): string {
  return `${bucket}/${from.split("/").map(encodeURIComponent).join("/")}`;
}

function retention(lock: Lock | undefined) {
  if (lock === undefined) return {};
  const { mode, until } = retainedBy(lock);
  return { ObjectLockMode: mode, ObjectLockRetainUntilDate: until };
}

function retainedBy({ mode, days }: Lock) {
  return { mode, until: new Date(Date.now() + days * DAY_MS) };
}
