import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
} from "@aws-sdk/client-s3";
import { afterAll, expect, inject, test } from "vitest";
import { givenCertified } from "../../../test/given-dataset.ts";
import { startS3, storageUrl, type TestS3 } from "../../../test/s3.ts";
import { startFaultyS3 } from "../../../test/s3-faults.ts";
import { startService } from "../../../test/service.ts";
import { parseStorageUrl } from "../storage-url.ts";
import { diskBlobs } from "./disk.ts";
import { moveBlobs } from "./move.ts";
import { openBlobs } from "./open.ts";
import { connectS3 } from "./s3-client.ts";
import { keyOfBlob } from "./s3-keys.ts";

const BUCKET = "with-object-lock";
const DAY_MS = 24 * 3_600_000;
const keeping = await startS3({ versions: true });
afterAll(keeping.stop);
const folder = await mkdtemp(join(tmpdir(), "assay-locks-"));
afterAll(() => rm(folder, { recursive: true }));

/** A store in a bucket with Object Lock. */
async function givenStore(s3: TestS3) {
  const open = (lock: string) =>
    openBlobs(parseStorageUrl(`${storageUrl({ ...s3, bucket: BUCKET }, "a")}&object_lock=${lock}`));
  const storage = parseStorageUrl(storageUrl({ ...s3, bucket: BUCKET }, "a"));
  if (storage.kind !== "s3") throw new Error("the URL is one of S3");
  const client = connectS3(storage);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET, ObjectLockEnabledForBucket: true }));
  const keyOf = (sha256: string): string => keyOfBlob(storage, sha256);
  /** The mode of a blob's lock, and the days for which it holds. */
  async function lockOf(sha256: string): Promise<[string | undefined, number]> {
    const head = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: keyOf(sha256) }));
    const { ObjectLockMode: mode, ObjectLockRetainUntilDate: until } = head;
    return [mode, until === undefined ? 0 : Math.round((until.getTime() - Date.now()) / DAY_MS)];
  }
  return { client, storage, keyOf, open, lockOf };
}

const stores = {
  "keeps versions": await givenStore(keeping.s3),
  "keeps one version": await givenStore(inject("s3")),
};
const chunks = (content: string): Readable => Readable.from([Buffer.from(content)]);

test.each(Object.entries(stores))(
  "in a store that %s a lock is only made longer",
  async (_name, { open, lockOf }) => {
    const blobs = await open("governance:30");
    const { sha256 } = await blobs.receive(chunks("locked"), 100);
    expect(await lockOf(sha256)).toEqual([undefined, 0]);

    await blobs.lock([sha256]);
    expect(await lockOf(sha256)).toEqual(["GOVERNANCE", 30]);
    await (await open("governance:20")).lock([sha256]);
    expect(await lockOf(sha256)).toEqual(["GOVERNANCE", 30]);
    await (await open("governance:40")).lock([sha256]);

    expect(await lockOf(sha256)).toEqual(["GOVERNANCE", 40]);
  },
);

test.each(Object.entries(stores))(
  "in a store that %s the same bytes can be kept beside their lock, and after their removal",
  async (_name, { open }) => {
    const blobs = await open("governance:1");
    const { sha256 } = await blobs.receive(chunks("kept twice"), 100);
    await blobs.lock([sha256]);

    await blobs.receive(chunks("kept twice"), 100);
    await blobs.remove([sha256]);
    await blobs.receive(chunks("kept twice"), 100);

    expect(await text(blobs.open(sha256))).toBe("kept twice");
  },
);

test("a locked file is removed from a store with versions, which keeps the locked version", async () => {
  const { open, client, keyOf } = stores["keeps versions"];
  const blobs = await open("governance:1");
  const { sha256 } = await blobs.receive(chunks("removed"), 100);
  await blobs.lock([sha256]);

  expect(await blobs.remove([sha256])).toEqual([]);

  expect(await blobs.exists(sha256)).toBe(false);
  const Key = keyOf(sha256);
  const listed = await client.send(new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: Key }));
  const [{ VersionId } = {}] = listed.Versions ?? [];
  await expect(client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId }))).rejects.toThrow(
    "object lock",
  );
});

test("a locked file stays in a store with one version, and others beside it are removed", async () => {
  const blobs = await stores["keeps one version"].open("governance:1");
  const [locked, other] = [
    await blobs.receive(chunks("stays"), 100),
    await blobs.receive(chunks("goes"), 100),
  ];
  await blobs.lock([locked.sha256]);

  expect(await blobs.remove([other.sha256, locked.sha256])).toEqual([locked.sha256]);

  expect([await blobs.exists(locked.sha256), await blobs.exists(other.sha256)]).toEqual([true, false]);
});

test.each(Object.entries(stores))(
  "in a store that %s the files of a certified batch are locked, and the batch can be deleted",
  async (_name, { open, lockOf }) => {
    const blobs = await open("governance:7");
    const service = await startService({ blobs });
    const { db, request, runJobs } = service;
    const { id } = await givenCertified(service);
    const artefacts = await db.selectFrom("artefacts").select("sha256").where("batch_id", "=", id).execute();
    const locks = () => Promise.all(artefacts.map(({ sha256 }) => lockOf(sha256)));
    const locked = artefacts.map(() => ["GOVERNANCE", 7]);

    expect(artefacts.length).toBeGreaterThan(3);
    expect(await locks()).toEqual(locked);

    expect(await request("DELETE", `/v1/batches/${id}`)).toMatchObject({ status: 204 });
    await runJobs();
    expect(await request("GET", `/v1/batches/${id}`)).toMatchObject({ status: 404 });
  },
);

test("a move locks the files of certified datasets, those that were copied before too", async () => {
  const from = await diskBlobs(join(folder, "from"));
  const { open, lockOf } = stores["keeps versions"];
  const service = await startService({ blobs: from });
  const { id } = await givenCertified(service);
  const artefacts = await service.db
    .selectFrom("artefacts")
    .select("sha256")
    .where("batch_id", "=", id)
    .execute();

  await moveBlobs(service.db, from, await openBlobs(stores["keeps versions"].storage));
  await moveBlobs(service.db, from, await open("governance:9"));

  for (const { sha256 } of artefacts) expect(await lockOf(sha256)).toEqual(["GOVERNANCE", 9]);
});

test("a bucket without Object Lock is refused at the start", async () => {
  const url = `${storageUrl(inject("s3"), "locks")}&object_lock=compliance:30`;
  await expect(openBlobs(parseStorageUrl(url))).rejects.toThrow(
    "ASSAY_STORAGE_URL: object_lock: the bucket assay-test has no Object Lock: use a bucket that was created with it",
  );
});

test.each([
  ["PUT", 400, "InvalidRequest"],
  ["PUT", 404, "NoSuchVersion"],
  ["GET", 405, "MethodNotAllowed"],
])(
  "a start does not depend on how a store says that a key is missing: %s %i %s",
  async (method, status, code) => {
    const faulty = await startFaultyS3(keeping.s3.endpoint);
    const url = `${storageUrl({ ...keeping.s3, endpoint: faulty.endpoint, bucket: BUCKET }, "a")}&object_lock=governance:1`;
    faulty.answer({ method, url: "retention" }, status, code);

    expect((await openBlobs(parseStorageUrl(url))).place).toContain(BUCKET);
  },
);

test.each(["PUT", "GET"])("a start without the permission to %s locks is refused", async (method) => {
  const faulty = await startFaultyS3(keeping.s3.endpoint);
  const url = `${storageUrl({ ...keeping.s3, endpoint: faulty.endpoint, bucket: BUCKET }, "a")}&object_lock=governance:1`;
  faulty.answer({ method, url: "retention" }, 403, "AccessDenied");

  await expect(openBlobs(parseStorageUrl(url))).rejects.toThrow(
    "for object_lock s3:GetBucketObjectLockConfiguration",
  );
});
