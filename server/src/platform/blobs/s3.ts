import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { readSmall } from "../chunks.ts";
import type { S3Storage } from "../storage-url.ts";
import type { Blobs, ByteRange, Source, StagedBlob } from "./blobs.ts";
import { inMemory } from "./in-memory.ts";
import { boundedStage } from "./s3-bounded-staging.ts";
import { assertClock, CHECK_WITHIN_MS, connectS3, type S3Connection } from "./s3-client.ts";
import { copyOnce } from "./s3-copying.ts";
import { asStoreFault, explain, statusOf } from "./s3-faults.ts";
import { keyOfBlob, keyOfPart } from "./s3-keys.ts";
import { abortUploads, listKeys, removeKeys } from "./s3-listing.ts";
import { lockObject, lockSteps } from "./s3-locking.ts";
import { isMissing, openObject } from "./s3-reading.ts";
import { s3SignedUrls } from "./s3-signed-urls.ts";
import { dayOf, readable, type StageStream, stageIn } from "./s3-staging.ts";
import { type PartObjects, s3Unfinished } from "./s3-unfinished.ts";

const COPIES_AT_ONCE = 16;
/** Objects that one step of a sweep looks at. */
const PAGE = 1_000;
const READY_WITHIN_MS = 3_000;

/**
 * Opens a bucket as the store of blobs. Throws a sentence that names the setting if it cannot be used.
 *
 * Objects are `blobs/<first byte>/<sha256>` once they are kept, `incoming/<day>/<uuid>` while they are staged, and
 * `unfinished/<part>` while they arrive in pieces, so that a sweep never lists the whole bucket (ADR 0061).
 */
export async function openS3Blobs(storage: S3Storage): Promise<Blobs> {
  const connection = { storage, client: connectS3(storage) };
  await assertUsable(connection).catch((fault: unknown) => {
    throw new Error(`ASSAY_STORAGE_URL: ${explain(fault, storage)}`, { cause: fault });
  });
  return {
    ...s3Blobs(connection),
    signedUrls: storage.presigned ? await s3SignedUrls(storage) : undefined,
  };
}

async function assertUsable(connection: S3Connection): Promise<void> {
  const { client, storage } = connection;
  const request = new ListObjectsV2Command({ Bucket: storage.bucket, Prefix: storage.prefix, MaxKeys: 1 });
  await client.send(request, { abortSignal: AbortSignal.timeout(CHECK_WITHIN_MS) });
  assertClock(client);
  if (storage.lock === undefined) return;
  for (const [, , run] of lockSteps(connection, storage.lock)) await run();
}

/** The blobs of a bucket that was checked. */
export function s3Blobs(connection: S3Connection): Blobs {
  const { storage } = connection;
  const { bucket, prefix, lock } = storage;
  const keyOf = (sha256: string): string => keyOfBlob(storage, sha256);
  const inParts = stageIn(connection);
  const objectsIn = (folder: string) => partObjects(connection, folder, inParts);
  const stageStream = boundedStage(objectsIn(`${prefix}incoming/`));
  const moved = new WeakSet<StagedBlob>();
  const openKey = (key: string, range?: ByteRange) => openObject(connection, key, range);
  const rethrow = rethrowFor(storage);

  async function stage(source: Source, limitBytes: number): Promise<StagedBlob> {
    if (!(source instanceof Uint8Array)) return stageStream(source, limitBytes);
    return inMemory(await stageStream(Readable.from([source]), limitBytes), source);
  }

  async function keep(staged: readonly StagedBlob[]): Promise<void> {
    for (let start = 0; start < staged.length; start += COPIES_AT_ONCE) {
      const some = staged.slice(start, start + COPIES_AT_ONCE);
      await Promise.all(some.map((blob) => keepOne(blob).catch(rethrow)));
      for (const blob of some) moved.add(blob);
      await drop(some);
    }
  }

  /** A transaction that runs again keeps its blobs again. */
  async function keepOne(blob: StagedBlob): Promise<void> {
    const { staged: from, sha256, size_bytes } = blob;
    const to = keyOf(sha256);
    if (moved.has(blob) && (await findSize(connection, to)) !== undefined) return;
    await copyOnce(connection, { from, to, size_bytes });
  }

  /** What cannot be removed now is removed by the sweep. */
  async function drop(staged: readonly StagedBlob[]): Promise<void> {
    await removeKeys(
      connection,
      staged.map((blob) => blob.staged),
    ).catch(() => undefined);
  }

  return {
    place: `s3://${bucket}/${prefix}`,
    stage,
    keep,
    async lock(digests) {
      if (lock === undefined) return;
      for (const sha256 of digests) await lockObject(connection, keyOf(sha256), lock).catch(rethrow);
    },
    discard: (staged) => drop(staged.filter((blob) => !moved.has(blob))),
    unfinished: s3Unfinished(objectsIn(keyOfPart(storage, ""))),
    async receive(source, limitBytes) {
      const staged = await stage(source, limitBytes);
      await keep([staged]);
      return { sha256: staged.sha256, size_bytes: staged.size_bytes };
    },
    open: (sha256, range) => openKey(keyOf(sha256), range),
    readSmall: (sha256, mostBytes) => readSmall(openKey(keyOf(sha256)), mostBytes),
    kept: (blob) => readable(blob, (range) => openKey(keyOf(blob.sha256), range)),
    findSize: (sha256) => findSize(connection, keyOf(sha256)),
    exists: async (sha256) => (await findSize(connection, keyOf(sha256))) !== undefined,
    async assertReady() {
      await findSizeByGet(connection, keyOf("0".repeat(64)), AbortSignal.timeout(READY_WITHIN_MS));
    },
    async remove(digests) {
      const locked = await removeKeys(connection, digests.map(keyOf)).catch(rethrow);
      return digests.filter((sha256) => locked.includes(keyOf(sha256)));
    },
    ...sweeping(connection),
  };
}

function rethrowFor(storage: S3Storage): (fault: unknown) => never {
  return (fault) => {
    throw asStoreFault(fault, storage);
  };
}

async function findSize(connection: S3Connection, key: string): Promise<number | undefined> {
  const { client, storage } = connection;
  const asked = client.send(new HeadObjectCommand({ Bucket: storage.bucket, Key: key }));
  const head = await asked.catch((fault: unknown) => {
    if (statusOf(fault) === undefined) throw asStoreFault(fault, storage);
  });
  // A response to HEAD names no fault: that of a missing bucket, and in versitygw of an unknown access key, is a 404 too.
  return head === undefined ? findSizeByGet(connection, key) : head.ContentLength;
}

async function findSizeByGet(
  { client, storage }: S3Connection,
  key: string,
  abortSignal?: AbortSignal,
): Promise<number | undefined> {
  try {
    const request = new GetObjectCommand({ Bucket: storage.bucket, Key: key });
    const { Body, ContentLength } = await client.send(request, {
      ...(abortSignal !== undefined && { abortSignal }),
    });
    if (Body instanceof Readable) Body.destroy();
    return ContentLength;
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    throw asStoreFault(fault, storage);
  }
}

/** The parts under `folder`, which ends with a slash. */
function partObjects(connection: S3Connection, folder: string, stage: StageStream): PartObjects {
  const { client, storage } = connection;
  const { bucket } = storage;
  const keyOf = (name: string): string => folder + name;
  const rethrow = rethrowFor(storage);
  let listed: string | undefined;
  return {
    stage,
    async put(name, bytes) {
      await client
        .send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: bytes }))
        .catch(rethrow);
    },
    open: (name) => openObject(connection, keyOf(name)),
    findSize: (name) => findSize(connection, keyOf(name)),
    async listSome(before) {
      const page = await listKeys(connection, {
        ...{ folder, limit: PAGE },
        ...(listed !== undefined && { after: listed }),
      });
      listed = page.isLast ? undefined : page.keys.at(-1)?.key;
      return olderThan(page.keys, before).map((key) => key.slice(folder.length));
    },
    remove: async (names) => void (await removeKeys(connection, names.map(keyOf)).catch(rethrow)),
  };
}

type Sweeping = Pick<Blobs, "listSome" | "discardAbandoned" | "isEmpty" | "removeAll">;

function sweeping(connection: S3Connection): Sweeping {
  const { prefix } = connection.storage;
  return {
    async listSome(byte, before) {
      const folder = `${prefix}blobs/${byte.toString(16).padStart(2, "0")}/`;
      // From a random key on, and from the first one again behind the last, so that each is reached sooner or later.
      const from = `${folder}${folder.slice(-3, -1)}${randomUUID().slice(0, 6)}`;
      const page = await listKeys(connection, { folder, after: from, limit: PAGE });
      const rest = PAGE - page.keys.length;
      const first = page.isLast ? await listKeys(connection, { folder, limit: rest }) : { keys: [] };
      const old = [...page.keys, ...first.keys].filter(({ stored_at }) => stored_at < before);
      return [...new Set(old.map(({ key }) => key.slice(folder.length)))];
    },
    async discardAbandoned(before) {
      const { folders } = await listKeys(connection, {
        folder: `${prefix}incoming/`,
        limit: PAGE,
        isDeep: false,
      });
      const today = dayOf(before);
      for (const folder of folders) {
        if (folder.slice(-11, -1) > today) break;
        const { keys } = await listKeys(connection, { folder, limit: PAGE });
        await removeKeys(connection, olderThan(keys, before));
      }
      await abortUploads(connection, before);
    },
    async isEmpty() {
      const { keys } = await listKeys(connection, { folder: `${prefix}blobs/`, limit: 1 });
      return keys.length === 0;
    },
    async removeAll() {
      for (const folder of ["blobs/", "incoming/", "unfinished/"]) {
        let after = ""; // locked objects stay, and must not be listed again and again
        for (let isLast = false; !isLast; ) {
          const page = await listKeys(connection, { folder: `${prefix}${folder}`, after, limit: PAGE });
          const keys = page.keys.map(({ key }) => key);
          await removeKeys(connection, keys);
          after = keys.at(-1) ?? after;
          ({ isLast } = page);
        }
      }
    },
  };
}

function olderThan(
  keys: readonly { readonly key: string; readonly stored_at: Date }[],
  before: Date,
): string[] {
  return keys.filter(({ stored_at }) => stored_at < before).map(({ key }) => key);
}
