import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { ServiceError } from "@assay/domain/errors.ts";
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Storage } from "../storage-url.ts";
import { assertClock, connectS3, type S3Connection } from "./s3-client.ts";
import { explain, statusOf } from "./s3-faults.ts";
import { keyOfPart } from "./s3-keys.ts";
import { lockSteps, type Step } from "./s3-locking.ts";
import { openObject } from "./s3-reading.ts";
import { s3SignedUrls } from "./s3-signed-urls.ts";

/** An operation that the service needs. */
export interface Checked {
  readonly operation: string;
  /** Why it fails, and what to change; undefined if it works. */
  readonly fault: string | undefined;
}

/** What scripts of the workbench send to the store: methods, and the header that each of them needs. */
const BROWSERS_SEND = [
  ["PUT", "content-type"],
  ["GET", "range"],
] as const;

const CONTENT = Buffer.from("assay storage check");

/**
 * Tries each operation that the service needs on an object of its own, which it removes. `origin` is that of
 * the pages whose scripts reach the store, if clients do.
 */
export async function checkS3(storage: S3Storage, origin: string): Promise<Checked[]> {
  const connection = { storage, client: connectS3(storage) };
  const checked: Checked[] = [];
  for (const [operation, permission, run] of stepsOf(connection, origin)) {
    const fault = await run().then(
      () => undefined,
      (thrown: unknown) => faultOf(thrown, permission, storage),
    );
    checked.push({ operation, fault });
  }
  connection.client.destroy();
  return checked;
}

/** A fault with a sentence of its own. */
class CheckFault extends Error {}

function faultOf(thrown: unknown, permission: string, storage: S3Storage): string {
  if (thrown instanceof CheckFault) return thrown.message;
  // `asStoreFault` adds a sentence, which here has to name the permission.
  const wrapper = thrown instanceof ServiceError && thrown.cause instanceof Error ? thrown.cause : undefined;
  const cause = wrapper === undefined ? thrown : wrapper.cause;
  const isDenied = statusOf(cause) === 403 && cause instanceof Error && /denied|forbidden/i.test(cause.name);
  return isDenied ? `the credentials lack the permission ${permission}` : explain(cause, storage);
}

function stepsOf(connection: S3Connection, origin: string): Step[] {
  const { client, storage } = connection;
  const { bucket: Bucket, prefix: Prefix, presigned } = storage;
  const Key = keyOfPart(storage, `check.${randomUUID()}`);
  const read = async (start: number, end: number): Promise<void> => {
    const bytes = await buffer(openObject(connection, Key, { start, end }));
    if (!bytes.equals(CONTENT.subarray(start, end + 1)))
      throw new CheckFault("the store returned other bytes");
  };
  const steps: Step[] = [
    [
      "list",
      "s3:ListBucket",
      async () => void (await client.send(new ListObjectsV2Command({ Bucket, Prefix }))),
    ],
    ["clock", "", async () => assertClock(client)],
    [
      "list uploads in parts",
      "s3:ListBucketMultipartUploads",
      async () => void (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }))),
    ],
    [
      "put",
      "s3:PutObject",
      async () => void (await client.send(new PutObjectCommand({ Bucket, Key, Body: CONTENT }))),
    ],
    ["get", "s3:GetObject", () => read(0, CONTENT.length - 1)],
    ["get a range", "s3:GetObject", () => read(6, 12)],
    ["never overwrite (If-None-Match)", "s3:PutObject", () => putOnce()],
    ["put in parts", "s3:PutObject, s3:AbortMultipartUpload", () => putPart()],
  ];
  if (storage.lock !== undefined) steps.push(...lockSteps(connection, storage.lock));
  async function putOnce(): Promise<void> {
    const again = new PutObjectCommand({ Bucket, Key, Body: CONTENT, IfNoneMatch: "*" });
    const status = await client.send(again).then(() => 200, statusOf);
    if (status !== 412) {
      throw new CheckFault(`the store answers ${status} to If-None-Match: *; it must refuse with 412`);
    }
  }
  async function putPart(): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = { Bucket, Key, UploadId, PartNumber: 1, Body: CONTENT };
    await client.send(new UploadPartCommand(part));
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
  if (presigned) {
    const url = async (): Promise<string> => {
      const name = Key.slice(keyOfPart(storage, "").length);
      return (await s3SignedUrls(storage)).uploadUrl(name, CONTENT.length);
    };
    steps.push(["put by a signed URL", "s3:PutObject", async () => putSigned(await url(), origin)]);
    steps.push(["CORS", "", async () => preflight(await url(), origin)]);
  }
  steps.push([
    "delete",
    "s3:DeleteObject",
    async () => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      const gone = await client.send(new GetObjectCommand({ Bucket, Key })).then(() => 200, statusOf);
      if (gone !== 404)
        throw new CheckFault(`the store answers ${gone} to a GET of a deleted object, not 404`);
    },
  ]);
  return steps;
}

async function putSigned(url: string, origin: string): Promise<void> {
  const { status } = await fetch(url, { method: "PUT", body: new Uint8Array(CONTENT), headers: { origin } });
  if (status !== 200) throw new CheckFault(`the store answers ${status} to a PUT at ${new URL(url).origin}`);
}

async function preflight(url: string, origin: string): Promise<void> {
  for (const [method, header] of BROWSERS_SEND) {
    const headers = {
      ...{ origin, "access-control-request-method": method },
      "access-control-request-headers": header,
    };
    const response = await fetch(url, { method: "OPTIONS", headers });
    const allowed = response.headers.get("access-control-allow-origin");
    if (!response.ok || (allowed !== "*" && allowed !== origin)) {
      throw new CheckFault(
        `the bucket has no CORS rule that allows ${method} with the header ${header} from ${origin}`,
      );
    }
  }
}
