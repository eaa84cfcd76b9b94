import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { unzip } from "../../../test/unzip.ts";
import { type ZipEntry, zip } from "./zip.ts";

function entry(path: string, text: string): ZipEntry {
  const bytes = Buffer.from(text);
  return { path, size_bytes: bytes.length, crc32: crc32(bytes), open: () => [bytes] };
}

async function archive(entries: Iterable<ZipEntry>): Promise<Buffer> {
  async function* each() {
    yield* entries;
  }
  return buffer(zip(each()));
}

test("reading the archive returns the same files, under their names and in their order", async () => {
  const files = { "b.txt": "two", "a/Straße 🚗.txt": "", "a/c.json": '{"x":1}' };

  const read = await unzip(await archive(Object.entries(files).map(([path, text]) => entry(path, text))));

  expect([...read].map(([path, bytes]) => [path, bytes.toString()])).toEqual(Object.entries(files));
});

test("readers open an archive without files", async () => {
  expect(await unzip(await archive([]))).toEqual(new Map());
});

test("the archive contains no current time, so that the same files always give the same bytes", async () => {
  const zone = process.env.TZ;
  process.env.TZ = "Pacific/Auckland";
  const far = await archive([entry("a", "1")]);
  process.env.TZ = "UTC";
  const here = await archive([entry("a", "1")]);
  process.env.TZ = zone;

  expect(far).toEqual(here);
  const [first] = await entriesOf(here);
  expect(first?.getLastModDate({ timezone: "UTC" }).toISOString()).toBe("1980-01-01T00:00:00.000Z");
});

test("readers open an archive with more than 65,535 files", async () => {
  function* many() {
    for (let place = 0; place < 65_540; place += 1) yield entry(`f${place}`, "x");
  }

  const entries = await entriesOf(await archive(many()));

  expect(entries).toHaveLength(65_540);
  expect(entries.at(-1)?.fileName).toBe("f65539");
});

test("sizes and offsets past 4 GiB have a zip64 field in both headers", async () => {
  const size_bytes = 2 ** 32 + 5;
  const large: ZipEntry = { path: "large", size_bytes, crc32: 7, open: () => [] };
  const bytes = await archive([large, entry("after", "y")]);

  const [local, first, second] = [4 + 26 + 5, bytes.indexOf("PK\x01\x02"), bytes.lastIndexOf("PK\x01\x02")];
  expect(bytes.readBigUInt64LE(local + 4)).toBe(BigInt(size_bytes));
  expect(bytes.readBigUInt64LE(first + 46 + 5 + 4)).toBe(BigInt(size_bytes));
  expect(bytes.readUInt32LE(second + 42)).toBe(0xffff_ffff);
  expect(bytes.readBigUInt64LE(second + 46 + 5 + 4 + 16)).toBe(BigInt(30 + 5 + 20 + size_bytes));
});

async function entriesOf(bytes: Buffer): Promise<yauzl.Entry[]> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const entries: yauzl.Entry[] = [];
  for await (const one of zip.eachEntry()) entries.push(one);
  return entries;
}
