import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { testBlobs } from "../../../test/blobs-suite.ts";
import { storageUrl } from "../../../test/s3.ts";
import { untilHolds } from "../../../test/until.ts";
import { parseStorageUrl } from "../storage-url.ts";
import { s3Blobs } from "./s3.ts";
import { connectS3 } from "./s3-client.ts";
import { listKeys } from "./s3-listing.ts";

const storage = parseStorageUrl(storageUrl(inject("s3"), "suite"));
if (storage.kind !== "s3") throw new Error("the URL is one of S3");
const client = connectS3(storage);
const connection = { storage, client };
const { bucket: Bucket, prefix: Prefix } = storage;
afterAll(() => client.destroy());

/** Staged objects, and uploads in parts that were begun. */
async function staged(): Promise<string[]> {
  const { keys } = await listKeys(connection, { folder: `${Prefix}incoming/`, limit: 1_000 });
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  return [...keys.map(({ key }) => key), ...Uploads.map(({ Key = "" }) => Key)];
}

testBlobs(s3Blobs(connection), staged);

test("nothing of another prefix is listed or removed", async () => {
  const other = { ...storage, prefix: "suite-beside/" };
  const beside = s3Blobs({ storage: other, client });
  const { sha256 } = await beside.receive(Readable.from([Buffer.from("beside")]), 100);

  await s3Blobs(connection).removeAll();

  expect(await beside.exists(sha256)).toBe(true);
});

test("readers that take nothing hold up no other request", async () => {
  const large = Buffer.alloc(16 * 1024 * 1024, "more than the buffers of a connection");
  const blobs = s3Blobs(connection);
  const { sha256 } = await blobs.receive(Readable.from([large]), large.length);
  const slow = Array.from({ length: 120 }, () => blobs.open(sha256));
  onTestFinished(() => {
    for (const stream of slow) stream.destroy();
  });
  await Promise.all(slow.map((stream) => once(stream, "readable")));

  expect(await blobs.exists(sha256)).toBe(true);
});

test("files that arrive beside many others are whole, and their small objects go", async () => {
  const blobs = s3Blobs(connection);
  const before = await staged();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let waiting = 0;
  async function* slowly(name: string): AsyncGenerator<Buffer> {
    yield Buffer.from(name);
    waiting += 1;
    await ended;
    yield Buffer.alloc(9 * 1024 * 1024, name);
  }
  const names = Array.from({ length: 8 }, (_, nth) => `file ${nth} `);
  const received = names.map((name) => blobs.receive(slowly(name), 100 * 1024 * 1024));
  await untilHolds(() => expect(waiting).toBe(8));
  end();

  for (const [nth, { sha256 }] of (await Promise.all(received)).entries()) {
    const name = names[nth] ?? "";
    const whole = Buffer.concat([Buffer.from(name), Buffer.alloc(9 * 1024 * 1024, name)]);
    expect((await buffer(blobs.open(sha256))).equals(whole)).toBe(true);
  }
  expect(await staged()).toEqual(before);
});
