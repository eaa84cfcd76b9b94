import {
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  PutObjectRetentionCommand,
} from "@aws-sdk/client-s3";
import type { Lock } from "../storage-url.ts";
import type { S3Connection } from "./s3-client.ts";
import { isLockedBy } from "./s3-faults.ts";

const DAY_MS = 24 * 3_600_000;
/** A transaction waits for the lock: a store that does not answer must not keep its connection for longer. */
const LOCK_WITHIN_MS = 10_000;

/** Locks an object until the days of `object_lock` are over. A lock that ends later stays as it is. */
export async function lockObject(
  { client, storage: { bucket: Bucket } }: S3Connection,
  Key: string,
  { mode, days }: Lock,
): Promise<void> {
  const options = { abortSignal: AbortSignal.timeout(LOCK_WITHIN_MS) };
  const until = new Date(Date.now() + days * DAY_MS);
  const Retention = { Mode: mode, RetainUntilDate: until };
  try {
    await client.send(new PutObjectRetentionCommand({ Bucket, Key, Retention }), options);
  } catch (fault) {
    if (!(fault instanceof Error && isLockedBy(fault.message))) throw fault;
    const { ObjectLockRetainUntilDate: locked } = await client.send(
      new HeadObjectCommand({ Bucket, Key }),
      options,
    );
    if (locked === undefined || locked < until) throw fault;
  }
}

/** Asks for the bucket's Object Lock; `explain` has a sentence for a bucket without it. */
export async function assertLockable({ client, storage: { bucket } }: S3Connection): Promise<void> {
  await client.send(new GetObjectLockConfigurationCommand({ Bucket: bucket }));
}
