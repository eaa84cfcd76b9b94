import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import type { S3Connection } from "./s3-client.ts";
import { isLockedBy, statusOf } from "./s3-faults.ts";

/** One request copies at most 5 GiB, the limit of S3. */
const ONE_COPY_BYTES = 5 * 1024 ** 3;
const PART_BYTES = 1024 ** 3;
/** A transaction waits for the copy: a store that does not answer must not keep its connection for longer. */
const COPY_WITHIN_MS = 10_000;
/** 10 MB/s; stores copy ten times as fast. */
const SLOWEST_BYTES_PER_MS = 10_000;

interface Copy {
  readonly from: string;
  readonly to: string;
  readonly size_bytes: number;
}

/**
 * Copies an object inside the store, unless the target exists: names are digests, so that its bytes are the same. No
 * request ever overwrites an object.
 */
export async function copyOnce(connection: S3Connection, copy: Copy): Promise<void> {
  const { client, storage } = connection;
  const abortSignal = AbortSignal.timeout(COPY_WITHIN_MS + Math.ceil(copy.size_bytes / SLOWEST_BYTES_PER_MS));
  try {
    if (copy.size_bytes > ONE_COPY_BYTES) return await copyInParts(connection, copy, abortSignal);
    const source = { Bucket: storage.bucket, CopySource: sourceOf(connection, copy) };
    await client.send(new CopyObjectCommand({ ...source, Key: copy.to, IfNoneMatch: "*" }), { abortSignal });
  } catch (fault) {
    if (statusOf(fault) === 412) return;
    // Stores without versions refuse to write over a locked object before they look at the condition.
    if (!(fault instanceof Error && isLockedBy(fault.message))) throw fault;
  }
}

async function copyInParts(connection: S3Connection, copy: Copy, abortSignal: AbortSignal): Promise<void> {
  const { client, storage } = connection;
  const target = { Bucket: storage.bucket, Key: copy.to };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target), { abortSignal });
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
