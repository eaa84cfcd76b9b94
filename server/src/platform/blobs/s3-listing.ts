import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from "@aws-sdk/client-s3";
import type { S3Connection } from "./s3-client.ts";
import { isLockedBy } from "./s3-faults.ts";

/** S3 lists and deletes at most this many objects in one request. */
const MAX_KEYS = 1_000;

interface Wanted {
  /** Ends with a slash. */
  readonly folder: string;
  /** The keys behind this one. */
  readonly after?: string;
  /** At most 1,000. */
  readonly limit: number;
  /** False lists only the folders in it. */
  readonly isDeep?: boolean;
}

interface Page {
  readonly keys: readonly { readonly key: string; readonly stored_at: Date }[];
  readonly folders: readonly string[];
  readonly isLast: boolean;
}

/** One page of keys, in order. */
export async function listKeys({ client, storage }: S3Connection, wanted: Wanted): Promise<Page> {
  const { folder, after, limit, isDeep = true } = wanted;
  if (limit < 1) return { keys: [], folders: [], isLast: false };
  const page = await client.send(
    new ListObjectsV2Command({
      Bucket: storage.bucket,
      Prefix: folder,
      MaxKeys: limit,
      ...(after !== undefined && { StartAfter: after }),
      ...(!isDeep && { Delimiter: "/" }),
    }),
  );
  return {
    keys: (page.Contents ?? []).flatMap(({ Key: key, LastModified: stored_at }) =>
      key === undefined || stored_at === undefined ? [] : [{ key, stored_at }],
    ),
    folders: (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
    isLast: page.IsTruncated !== true,
  };
}

/** How long the store may take to remove a page of objects: a transaction may wait for it. */
const REMOVE_WITHIN_MS = 10_000;

/** Removes objects; those that are gone are no error. Returns the keys of those that stay because they are locked. */
export async function removeKeys(
  { client, storage }: S3Connection,
  keys: readonly string[],
): Promise<readonly string[]> {
  const locked: string[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    const Objects = keys.slice(start, start + MAX_KEYS).map((Key) => ({ Key }));
    const request = new DeleteObjectsCommand({ Bucket: storage.bucket, Delete: { Objects, Quiet: true } });
    const abortSignal = AbortSignal.timeout(REMOVE_WITHIN_MS);
    const { Errors = [] } = await client.send(request, { abortSignal });
    for (const { Key = "", Code, Message } of Errors) {
      if (isLockedBy(Message)) locked.push(Key);
      else if (Code !== "NoSuchKey") throw new Error(`${Key} cannot be removed: ${Code} ${Message}`);
    }
  }
  return locked;
}

/** Ends uploads in parts that processes left behind before `before`: their parts take space and are in no list. */
export async function abortUploads({ client, storage }: S3Connection, before: Date): Promise<void> {
  const { bucket: Bucket, prefix: Prefix } = storage;
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket, Prefix, MaxUploads: MAX_KEYS }),
  );
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Initiated !== undefined && Initiated < before) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  }
}
