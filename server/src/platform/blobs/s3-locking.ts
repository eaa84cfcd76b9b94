import { randomUUID } from "node:crypto";
import {
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutObjectRetentionCommand,
} from "@aws-sdk/client-s3";
import type { Lock } from "../storage-url.ts";
import type { S3Connection } from "./s3-client.ts";
import { isLockedBy } from "./s3-faults.ts";
import { keyOfPart } from "./s3-keys.ts";
import { isMissing } from "./s3-reading.ts";

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

/** A check that throws, and the permission without which the store answers 403. */
export type Step = readonly [operation: string, permission: string, run: () => Promise<void>];

/**
 * What locks need; `explain` has a sentence for a bucket without Object Lock. A store says of a key that does not exist either that
 * it is missing or that the operation is not allowed, so that nothing is locked to find out.
 */
export function lockSteps({ client, storage }: S3Connection, { mode: Mode, days }: Lock): Step[] {
  const Bucket = storage.bucket;
  const missing = { Bucket, Key: keyOfPart(storage, `check.${randomUUID()}`) };
  const Retention = { Mode, RetainUntilDate: new Date(Date.now() + days * DAY_MS) };
  return [
    [
      "Object Lock",
      "s3:GetBucketObjectLockConfiguration",
      async () => void (await client.send(new GetObjectLockConfigurationCommand({ Bucket }))),
    ],
    [
      "lock an object",
      "s3:PutObjectRetention",
      () => assertMissing(client.send(new PutObjectRetentionCommand({ ...missing, Retention }))),
    ],
    [
      "read a lock",
      "s3:GetObjectRetention",
      () => assertMissing(client.send(new GetObjectRetentionCommand(missing))),
    ],
  ];
}

async function assertMissing(sent: Promise<unknown>): Promise<void> {
  await sent.catch((fault: unknown) => {
    if (!isMissing(fault)) throw fault;
  });
}
