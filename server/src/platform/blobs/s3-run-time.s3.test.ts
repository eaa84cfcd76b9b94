import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { recordLog } from "../../../test/recorded-log.ts";
import { startS3, storageUrl } from "../../../test/s3.ts";
import { startFaultyS3 } from "../../../test/s3-faults.ts";
import { givenUser, USER_SECRET } from "../../../test/s3-users.ts";
import { type Response, startService } from "../../../test/service.ts";
import { givenSmallDisk } from "../../../test/small-disk.ts";
import { sendRaw } from "../../../test/upload-bodies.ts";
import { parseStorageUrl, type S3Storage } from "../storage-url.ts";
import { openBlobs } from "./open.ts";
import { connectS3 } from "./s3-client.ts";

const MiB = 1024 * 1024;
const ALWAYS = 1_000;
const HOUR_MS = 3_600_000;
const TUS = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };

const disk = givenSmallDisk(48, () => own.stop());
/** A server whose disk is small, whose bucket can vanish and whose users can be removed. */
const own = await startS3({ disk: join(disk.folder, "buckets") });
const s3 = await startFaultyS3(own.s3.endpoint);
const bucket = "bucket-of-faults";
const url = storageUrl({ ...own.s3, bucket, endpoint: s3.endpoint }, "a");
const root = connectS3({ ...storageOf(url), endpoint: own.s3.endpoint });
afterEach(s3.heal);
await root.send(new CreateBucketCommand({ Bucket: bucket })); // a mere folder has no permissions that users need
const user = await givenUser({ ...own, client: root, bucket });
await user.allow("s3:*");
const openAsUser = () => user.asUser(() => openBlobs(parseStorageUrl(url)));
const recorded = recordLog();
const { key, request } = await startService({ blobs: await openAsUser(), log: recorded.log });

function storageOf(given: string): S3Storage {
  const storage = parseStorageUrl(given);
  if (storage.kind !== "s3") throw new Error("the URL is one of S3");
  return storage;
}

async function beginUpload(bytes: number): Promise<string> {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(bytes),
    "upload-metadata": `filename ${btoa("a.txt")}`,
  };
  return String((await request("POST", "/v1/uploads", undefined, headers)).headers.location);
}

const append = (to: string, offset: number, bytes: Buffer) =>
  request("PATCH", to, bytes, { ...TUS, "upload-offset": String(offset) });
const offsetOf = async (of: string) =>
  Number((await request("HEAD", of, undefined, { "tus-resumable": "1.0.0" })).headers["upload-offset"]);

/** A file that is stored, and an upload of which half has arrived. */
async function givenAcknowledged() {
  const text = Buffer.from("acknowledged before the fault");
  const sent = await sendRaw(request, "before.txt", text);
  const { files } = (await request("GET", `/v1/uploads/${sent.body.id}`)).body;
  const half = await beginUpload(2 * text.length);
  await append(half, 0, text);
  const read = () => request("GET", `/v1/files/${files[0].id}/content`);
  return { text, half, read };
}

interface Refusal {
  readonly status: number;
  /** What the log says. */
  readonly sentence: RegExp;
  readonly retryAfter?: string;
}

/** Each way to the store is refused as `refusal` says; once it is over, the same requests succeed, and nothing was lost. */
async function expectRefusals(
  given: Awaited<ReturnType<typeof givenAcknowledged>>,
  ways: readonly ("write" | "append" | "read")[],
  { status, sentence, retryAfter = status === 507 ? "60" : "5" }: Refusal,
  heal: () => unknown,
): Promise<void> {
  const { text, half, read } = given;
  const send = {
    write: () => sendRaw(request, "new.txt", "sent during the fault"),
    append: () => append(half, text.length, text),
    read,
  };
  const count = async () => (await request("GET", "/v1/uploads?limit=100")).body.data.length;
  const before = await count();
  for (const way of ways) {
    const logged = recorded.lines("request refused").length;
    const refused = await send[way]();
    expectRefusal(refused, status, retryAfter);
    const line = recorded.lines("request refused")[logged];
    expect(line).toMatchObject({
      level: "warn",
      request_id: refused.headers["x-request-id"],
      err: { message: expect.stringMatching(sentence) },
    });
  }
  expect([await count(), await offsetOf(half)]).toEqual([before, text.length]);

  await heal();

  expect((await send.write()).status).toBe(201);
  expect((await send.append()).status).toBe(204);
  expect((await read()).bytes.equals(text)).toBe(true);
  expect(recorded.text()).not.toContain(USER_SECRET);
  expect(recorded.text()).not.toContain(key);
}

function expectRefusal({ status, headers, body }: Response, expected: number, retryAfter: string): void {
  expect({ status, retryAfter: headers["retry-after"] }).toEqual({ status: expected, retryAfter });
  expect(body.message).toMatch(/^the object store (does not work now; try again|is full; try again later)$/);
}

test.each([
  [
    403,
    "InvalidAccessKeyId",
    503,
    /ASSAY_STORAGE_URL: .* does not know the access key: set AWS_ACCESS_KEY_ID/,
  ],
  [
    403,
    "SignatureDoesNotMatch",
    503,
    /the secret does not belong to the access key: set AWS_SECRET_ACCESS_KEY/,
  ],
  [400, "ExpiredToken", 503, /the session token is invalid or has expired: set AWS_SESSION_TOKEN/],
  [403, "RequestTimeTooSkewed", 503, /the clock of this machine is not the store's: set it by NTP/],
  [301, "PermanentRedirect", 503, /region: the bucket bucket-of-faults is not in us-east-1/],
  [400, "AuthorizationHeaderMalformed", 503, /region: the bucket bucket-of-faults is not in us-east-1/],
  [500, "InternalError", 503, /refuses the bucket bucket-of-faults \(InternalError: From the proxy/],
  [507, "XMinioStorageFull", 507, /has no room for the bucket bucket-of-faults \(XMinioStorageFull\)/],
  [
    403,
    "QuotaExceeded",
    507,
    /has no room for the bucket bucket-of-faults \(QuotaExceeded\): add space, or raise its quota/,
  ],
  [400, "XMinioAdminBucketQuotaExceeded", 507, /has no room for the bucket bucket-of-faults/],
])(
  "%i %s of the store: requests get %i, the log names the setting, nothing is lost",
  async (from, code, status, sentence) => {
    const given = await givenAcknowledged();
    s3.answer({ times: ALWAYS }, from, code);

    await expectRefusals(given, ["write", "append", "read"], { status, sentence }, s3.heal);
  },
);

test("a store that throttles for long: requests get 503 after some attempts", async () => {
  const given = await givenAcknowledged();
  s3.slowDown({ times: ALWAYS });
  const sentence = /takes no more requests \(SlowDown\): raise its limits/;

  await expectRefusals(given, ["write"], { status: 503, sentence }, s3.heal);
});

test("a store that cuts each connection within a part", async () => {
  const given = await givenAcknowledged();
  const file = await beginUpload(MiB);
  s3.cutRequest({ method: "PUT", times: ALWAYS }, 100_000);

  expectRefusal(await append(file, 0, Buffer.alloc(MiB)), 503, "5");
  expect(recorded.lines("request refused").at(-1)).toMatchObject({
    err: { message: expect.stringMatching(/endpoint: http\S+ does not respond \(E\w+\)/) },
  });

  s3.heal();
  const from = await offsetOf(file);
  expect((await append(file, from, Buffer.alloc(MiB - from))).status).toBe(204);
  expect((await given.read()).bytes.equals(given.text)).toBe(true);
});

test("a clock that is an hour off, and is set right: the SDK learns the time of the store and repeats the request", async () => {
  const { read, text } = await givenAcknowledged();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_MS });
  const before = s3.requests.length;

  expect((await sendRaw(request, "late.txt", "sent by a late clock")).status).toBe(201);
  const first = s3.requests.slice(before).filter((each) => each.includes("/incoming/"));
  expect(first[1]).toBe(first[0]);
  vi.useRealTimers();
  expect((await read()).bytes.equals(text)).toBe(true);
});

test("a wrong clock is refused at the start", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_MS });

  await expect(openAsUser()).rejects.toThrow("the clock of this machine is not the store's: set it by NTP");
});

test("an access key that is revoked, and given again", async () => {
  const given = await givenAcknowledged();
  user.remove();

  const sentence = /does not know the access key: set AWS_ACCESS_KEY_ID/;
  await expectRefusals(given, ["write", "append", "read"], { status: 503, sentence }, user.create);
});

test("a permission that is taken away", async () => {
  const given = await givenAcknowledged();
  await user.allow("s3:ListBucket");

  const sentence =
    /the credentials may not use the bucket bucket-of-faults: allow s3:ListBucket, .*s3:PutObject/;
  await expectRefusals(given, ["write", "append", "read"], { status: 503, sentence }, () =>
    user.allow("s3:*"),
  );
});

test("a bucket that is gone is not a bucket without files", async () => {
  const given = await givenAcknowledged();
  const blobs = await openAsUser();
  const { sha256 } = await blobs.receive(Readable.from([Buffer.from("kept")]), 100);
  const [here, away] = [join(own.buckets, bucket), join(own.buckets, "..", "away")];
  await rename(here, away);

  await expect(blobs.exists(sha256)).rejects.toMatchObject({ code: "service_unavailable" });
  await expect(blobs.assertReady()).rejects.toMatchObject({ code: "service_unavailable" });
  const sentence = /has no bucket bucket-of-faults: correct its name or create it/;
  await expectRefusals(given, ["write", "append", "read"], { status: 503, sentence }, () =>
    rename(away, here),
  );
  expect(await blobs.exists(sha256)).toBe(true);
});

test.skipIf(!disk.isMounted)("a store whose disk is full", async () => {
  const given = await givenAcknowledged();
  const ballast = join(disk.folder, "ballast");
  await writeFile(ballast, Buffer.alloc(64 * MiB)).catch(() => undefined);

  const sentence =
    /has no room for the bucket bucket-of-faults \(InsufficientStorage\): add space, or raise its quota/;
  await expectRefusals(given, ["write", "append"], { status: 507, sentence }, () => rm(ballast));
});
