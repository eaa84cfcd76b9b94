import { randomUUID } from "node:crypto";
import {
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutObjectRetentionCommand,
} from "@aws-sdk/client-s3";
import type { Lock } from "../storage-url.ts";
import { CHECK_WITHIN_MS, type S3Connection } from "./s3-client.ts";
import { isLockedBy, statusOf } from "./s3-faults.ts";
import { keyOfPart } from "./s3-keys.ts";

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
 * What locks need; `explain` has a sentence for a bucket without Object Lock. The permissions are tried on a key that does not
 * exist, so that nothing is locked to find out.
 */
export function lockSteps({ client, storage }: S3Connection, { mode: Mode, days }: Lock): Step[] {
  const Bucket = storage.bucket;
  const missing = { Bucket, Key: keyOfPart(storage, `check.${randomUUID()}`) };
  const Retention = { Mode, RetainUntilDate: new Date(Date.now() + days * DAY_MS) };
  const limited = () => ({ abortSignal: AbortSignal.timeout(CHECK_WITHIN_MS) });
  return [
    [
      "Object Lock",
      "s3:GetBucketObjectLockConfiguration",
      async () => void (await client.send(new GetObjectLockConfigurationCommand({ Bucket }), limited())),
    ],
    [
      "lock an object",
      "s3:PutObjectRetention",
      () => assertAllowed(client.send(new PutObjectRetentionCommand({ ...missing, Retention }), limited())),
    ],
    [
      "read a lock",
      "s3:GetObjectRetention",
      () => assertAllowed(client.send(new GetObjectRetentionCommand(missing), limited())),
    ],
  ];
}

/** Stores differ in what they say of a missing key: 404 with several codes, 400, 405. A 403 is a missing permission in all. */
async function assertAllowed(sent: Promise<unknown>): Promise<void> {
  await sent.catch((fault: unknown) => {
    const status = statusOf(fault);
    if (status === undefined || status === 403 || status >= 500) throw fault;
  });
}
