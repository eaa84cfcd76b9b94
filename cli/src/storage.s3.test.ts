import { connectS3 } from "@assay/server/src/platform/blobs/s3-client.ts";
import { parseStorageUrl } from "@assay/server/src/platform/storage-url.ts";
import { S3_CREDENTIALS, storageUrl } from "@assay/server/test/s3.ts";
import { startFaultyS3 } from "@assay/server/test/s3-faults.ts";
import { CreateBucketCommand, PutBucketCorsCommand } from "@aws-sdk/client-s3";
import { expect, inject, test } from "vitest";
import { run } from "./run.ts";

const s3 = inject("s3");
const ORIGIN = "https://assay.example.com";

async function check(ASSAY_STORAGE_URL: string) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
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
    `CORS: the bucket has no CORS rule that allows PUT from ${ORIGIN}`,
  );
  expect(allowed.printed.filter((line) => !line.endsWith(": works"))).toEqual([]);
  expect(allowed).toMatchObject({ code: 0, printed: { length: 10 } });
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

test("storage check names the missing permission, and a clock that is wrong", async () => {
  const faulty = await startFaultyS3(s3.endpoint);
  const url = storageUrl({ ...s3, endpoint: faulty.endpoint }, "check");
  faulty.answer({ method: "DELETE" }, 403, "AccessDenied");
  faulty.answer({ method: "PUT" }, 403, "RequestTimeTooSkewed");

  const { code, printed } = await check(url);

  expect(code).toBe(1);
  expect(printed).toContain("put: the clock of this machine is not the store's: set it by NTP");
  expect(printed.join("\n")).toContain("the credentials lack the permission s3:");
});
