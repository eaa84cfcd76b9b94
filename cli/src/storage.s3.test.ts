import { openBlobs } from "@assay/server/src/platform/blobs/open.ts";
import { checkS3 } from "@assay/server/src/platform/blobs/s3-check.ts";
import { connectS3 } from "@assay/server/src/platform/blobs/s3-client.ts";
import { parseStorageUrl } from "@assay/server/src/platform/storage-url.ts";
import { S3_CREDENTIALS, startS3, storageUrl } from "@assay/server/test/s3.ts";
import { startFaultyS3 } from "@assay/server/test/s3-faults.ts";
import { givenUser } from "@assay/server/test/s3-users.ts";
import { CreateBucketCommand, PutBucketCorsCommand } from "@aws-sdk/client-s3";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { run } from "./run.ts";

const s3 = inject("s3");
const ORIGIN = "https://assay.example.com";

async function check(ASSAY_STORAGE_URL: string) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(...text.split("\n"));
  const env = { ASSAY_STORAGE_URL, ASSAY_BASE_URL: ORIGIN, ...S3_CREDENTIALS };
  return { code: await run(["storage", "check"], { env, print, note: print }), printed };
}

test("storage check tries each operation, and names the missing CORS rule", async () => {
  const bucket = "checked-bucket";
  const url = `${storageUrl({ ...s3, bucket }, "check")}&presigned=1`;
  const storage = parseStorageUrl(url);
  if (storage.kind !== "s3") throw new Error("the URL is one of S3");
  const client = connectS3(storage);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));

  const without = await check(url);
  const AllowedMethods = ["GET", "HEAD", "PUT"];
  const CORSRules = [{ AllowedOrigins: [ORIGIN], AllowedMethods, AllowedHeaders: ["*"] }];
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }));
  const allowed = await check(url);

  expect(without.code).toBe(1);
  const failed = without.printed.filter((line) => line.includes(": ") && !line.endsWith(": works"));
  expect(failed.filter((line) => !line.startsWith("assay"))[0]).toBe(
    `CORS: the bucket has no CORS rule that allows PUT with the header content-type from ${ORIGIN}`,
  );
  expect(allowed.printed.filter((line) => !line.endsWith(": works"))).toEqual([]);
  expect(allowed).toMatchObject({ code: 0, printed: { length: 11 } });
});

test("storage check names a bucket that cannot lock files, if they are to be locked", async () => {
  const url = `${storageUrl(s3, "check")}&object_lock=governance:1`;

  const { code, printed } = await check(url);

  expect(code).toBe(1);
  expect(printed.filter((line) => !line.endsWith(": works"))[0]).toBe(
    "Object Lock: object_lock: the bucket assay-test has no Object Lock: use a bucket that was created with it, " +
      "or remove object_lock",
  );
});

test("storage check names the missing permission", async () => {
  const faulty = await startFaultyS3(s3.endpoint);
  const url = storageUrl({ ...s3, endpoint: faulty.endpoint }, "check");
  faulty.answer({ method: "DELETE" }, 403, "AccessDenied");

  const { code, printed } = await check(url);

  expect(code).toBe(1);
  expect(printed.join("\n")).toContain("the credentials lack the permission s3:");
});

test("storage check names a clock that is wrong", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });

  const { code, printed } = await check(storageUrl(s3, "check"));

  expect(code).toBe(1);
  expect(printed.filter((line) => !line.endsWith(": works"))[0]).toBe(
    "clock: the clock of this machine is not the store's: set it by NTP",
  );
});

test("storage check, and the start, name a missing permission to lock files", async () => {
  const { s3: store, admin, stop } = await startS3();
  onTestFinished(stop);
  const bucket = "lockable";
  const storage = parseStorageUrl(`${storageUrl({ ...store, bucket }, "check")}&object_lock=governance:1`);
  if (storage.kind !== "s3") throw new Error("the URL is one of S3");
  const client = connectS3(storage);
  await client.send(new CreateBucketCommand({ Bucket: bucket, ObjectLockEnabledForBucket: true }));
  const user = await givenUser({ admin, client, bucket });
  const without = [
    ...["s3:ListBucket", "s3:ListBucketMultipartUploads", "s3:AbortMultipartUpload"],
    ...["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:GetBucketObjectLockConfiguration"],
  ];
  const checked = () => user.asUser(() => checkS3(storage, ORIGIN));
  const faults = async () => (await checked()).filter(({ fault }) => fault !== undefined);

  await user.allow(...without);
  expect(await faults()).toEqual([
    { operation: "lock an object", fault: "the credentials lack the permission s3:PutObjectRetention" },
    { operation: "read a lock", fault: "the credentials lack the permission s3:GetObjectRetention" },
  ]);
  await expect(user.asUser(() => openBlobs(storage))).rejects.toThrow(
    /^ASSAY_STORAGE_URL: .* for object_lock .*s3:PutObjectRetention/,
  );

  await user.allow(...without, "s3:PutObjectRetention", "s3:GetObjectRetention");
  expect(await faults()).toEqual([]);
  await user.asUser(() => openBlobs(storage));
});
