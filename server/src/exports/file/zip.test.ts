import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { unzip } from "../../../test/unzip.ts";
import { ZipWriter } from "./zip.ts";

function add(zip: ZipWriter, path: string, text: string): void {
  const bytes = Buffer.from(text);
  zip.add({ path, size_bytes: bytes.length, crc32: crc32(bytes) }, bytes);
}

function archive(files: Iterable<readonly [path: string, text: string]>): Buffer {
  const zip = new ZipWriter();
  for (const [path, text] of files) add(zip, path, text);
  return Buffer.concat(zip.end());
}

test("reading the archive returns the same files, under their names and in their order", async () => {
  const files = { "b.txt": "two", "a/Straße 🚗.txt": "", "a/c.json": '{"x":1}' };

  const read = await unzip(archive(Object.entries(files)));

  expect([...read].map(([path, bytes]) => [path, bytes.toString()])).toEqual(Object.entries(files));
});

test("readers open an archive without files", async () => {
  expect(await unzip(archive([]))).toEqual(new Map());
});

test("the archive contains no current time, so that the same files always give the same bytes", async () => {
  const zone = process.env.TZ;
  process.env.TZ = "Pacific/Auckland";
  const far = archive([["a", "1"]]);
  process.env.TZ = "UTC";
  const here = archive([["a", "1"]]);
  process.env.TZ = zone;

  expect(far).toEqual(here);
  const [first] = await entriesOf(here);
  expect(first?.getLastModDate({ timezone: "UTC" }).toISOString()).toBe("1980-01-01T00:00:00.000Z");
});

test("readers open an archive with more than 65,535 files", async () => {
  function* many() {
    for (let place = 0; place < 65_540; place += 1) yield [`f${place}`, "x"] as const;
  }

  const entries = await entriesOf(archive(many()));

  expect(entries).toHaveLength(65_540);
  expect(entries.at(-1)?.fileName).toBe("f65539");
});

test("sizes and offsets past 4 GiB have a zip64 field in both headers", async () => {
  const size_bytes = 2 ** 32 + 5;
  const zip = new ZipWriter();
  const begun = zip.begin({ path: "large", size_bytes, crc32: 7 });
  add(zip, "after", "y");
  const bytes = Buffer.concat([...begun, ...zip.end()]);

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
