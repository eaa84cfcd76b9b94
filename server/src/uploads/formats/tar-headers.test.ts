import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { ServiceError } from "@assay/domain/errors.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { filesOfTar, type TarKind, tarFault } from "./tar.ts";

/** A header of `size` bytes with their content behind it, as GNU tar and bsdtar write them. */
function entry(name: string, type: string, content: string | Buffer = "", size?: string): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write(size ?? `${bytes.length.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\0" + "00", 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, bytes, Buffer.alloc(-bytes.length & 511)]);
}

function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  const digits = String(length + String(length + String(length).length).length);
  return `${digits}${rest}`;
}

const archive = (...entries: readonly Buffer[]) => Buffer.concat([...entries, Buffer.alloc(1024)]);

async function filesIn(
  bytes: Buffer,
  kind: TarKind = "tar",
): Promise<readonly (readonly [string, string])[]> {
  const open = () => Readable.from(bytes.length === 0 ? [] : [bytes.subarray(0, 700), bytes.subarray(700)]);
  const blob = {
    sha256: "",
    size_bytes: bytes.length,
    open,
    borrow: async () => ({ path: "", giveBack: async () => undefined }),
  };
  const part = { filename: "a.tar", declared: undefined, blob };
  const files: [string, string][] = [];
  try {
    for await (const { filename, size_bytes, body } of filesOfTar(part, kind)) {
      const content = await text(body);
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4 * size_bytes);
      files.push([filename, content]);
    }
  } catch (cause) {
    throw tarFault(part, kind, cause);
  }
  return files;
}

test("the path and the size of a PAX header are those of its file", async () => {
  const path = `${"folder/".repeat(30)}ü.txt`;
  const pax = entry("PaxHeaders/1", "x", record("path", path) + record("size", "5") + record("mtime", "1.5"));
  const wrong = entry("short", "0", "hello", "00000000000\0");
  const after = entry("after.txt", "0", "world");

  expect(await filesIn(archive(pax, wrong, after))).toEqual([
    [path, "hello"],
    ["after.txt", "world"],
  ]);
});

test("a header for all files and GNU's long names are read", async () => {
  const all = entry("pax_global_header", "g", record("comment", "0a1b"));
  const long = `${"a".repeat(150)}.txt`;

  expect(await filesIn(archive(all, entry("././@LongLink", "L", `${long}\0`), entry("a", "0", "x")))).toEqual(
    [[long, "x"]],
  );
});

test.each<[string, Buffer, string]>([
  ["GNU's sparse files", entry("a", "S", "x"), "contains a sparse file: pack it without --sparse"],
  [
    "sparse files of PAX",
    Buffer.concat([entry("p", "x", record("GNU.sparse.major", "1")), entry("a", "0", "x")]),
    "contains a sparse file: pack it without --sparse",
  ],
  ["parts of files", entry("a", "M", "x"), "contains a part of a file on several volumes: pack it as one"],
  ["labels", entry("a", "V"), 'contains an entry of the type "V", which is not a file'],
  [
    "records that break off",
    Buffer.concat([entry("p", "x", "99 path=b\n"), entry("a", "0", "x")]),
    "contains a PAX header that cannot be read",
  ],
  [
    "records without an end",
    Buffer.concat([entry("p", "x", "10 path=bc"), entry("a", "0", "x")]),
    "contains a PAX header that cannot be read",
  ],
  [
    "a size that is no number",
    Buffer.concat([entry("p", "x", record("size", "-1")), entry("a", "0", "x")]),
    "contains a PAX header with a size that is no number",
  ],
  [
    "headers that would fill the memory",
    Buffer.concat([entry("a", "L", "", "00004000001\0"), entry("a", "0", "x")]),
    "contains a PAX header or a name larger than 1 MiB",
  ],
  [
    "one size for all files",
    Buffer.concat([entry("p", "g", record("size", "1")), entry("a", "0", "x")]),
    "contains a PAX header that gives all its files one size or path",
  ],
  [
    "a path that another header would hide",
    Buffer.concat([
      entry("p", "x", record("path", "b")),
      entry("q", "x", record("a", "b")),
      entry("a", "0", "x"),
    ]),
    "contains a PAX header that is not directly before its file",
  ],
])("%s are refused with the reason", async (_, bytes, message) => {
  for (const [content, kind] of [
    [archive(bytes), "tar"],
    [gzipSync(archive(bytes)), "gzip"],
  ] as const)
    await expect(filesIn(content, kind)).rejects.toThrow(`a.tar ${message}`);
});

const SAMPLE = archive(
  entry("p", "x", record("path", "b.txt") + record("size", "3")),
  entry("a.txt", "0", "abc"),
  entry("././@LongLink", "L", "long.txt\0"),
  entry("a", "0", "x".repeat(600)),
  entry("d/", "5"),
);

test("a damaged tar is read or refused, and never waits", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(SAMPLE.length - 1),
      fc.uint8Array({ minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (at, bytes, isCut) => {
        const damaged = Buffer.from(SAMPLE);
        damaged.set(bytes.subarray(0, damaged.length - at), at);
        // With its checksum right a header goes further.
        const block = Math.floor(at / 512) * 512;
        damaged.write("        ", block + 148);
        const sum = damaged.subarray(block, block + 512).reduce((all, byte) => all + byte, 0);
        damaged.write(`${sum.toString(8).padStart(6, "0")}\0 `, block + 148);

        const outcome = await filesIn(isCut ? damaged.subarray(0, at) : damaged).catch(
          (thrown: unknown) => thrown,
        );

        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError);
      },
    ),
    { numRuns: 1_000 },
  );
});
