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
  try {
    if (copy.size_bytes > ONE_COPY_BYTES) return await copyInParts(connection, copy, lock);
    const source = { Bucket: storage.bucket, CopySource: sourceOf(connection, copy) };
    await client.send(
      new CopyObjectCommand({ ...source, Key: copy.to, IfNoneMatch: "*", ...retention(lock) }),
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

async function copyInParts(connection: S3Connection, copy: Copy, lock: Lock | undefined): Promise<void> {
  const { client, storage } = connection;
  const target = { Bucket: storage.bucket, Key: copy.to };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ...retention(lock) }));
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < copy.size_bytes; start += PART_BYTES) {
      const PartNumber: number = Parts.length + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + PART_BYTES, copy.size_bytes) - 1}`;
      const source = { CopySource: sourceOf(connection, copy), CopySourceRange };
      const part = await client.send(
        new UploadPartCopyCommand({ ...target, UploadId, PartNumber, ...source }),
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
