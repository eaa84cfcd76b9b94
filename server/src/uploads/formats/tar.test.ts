import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { givenImage, sendRaw, traces } from "../../../test/upload-bodies.ts";

const service = await startService();
const { request, runJobs } = service;

function file(name: string, body: string | Uint8Array): TarEntry {
  return { header: { name, size: Buffer.byteLength(body), type: "file" }, body };
}

async function givenTarGz(entries: TarEntry[]): Promise<Buffer> {
  return gzipSync(await packTar(entries));
}

async function sendAll(name: string, bytes: Buffer) {
  const { body } = await sendRaw(request, name, bytes);
  await runJobs();
  return (await request("GET", `/v1/uploads/${body.id}`)).body;
}

test("a tar.gz archive becomes its files, in order, without folders and operating systems' metadata files", async () => {
  const jpeg = await givenImage("jpeg");
  const png = await givenImage("png");
  const archive = await givenTarGz([
    { header: { name: "street/", size: 0, type: "directory" } },
    file("./street/b.jpg", jpeg),
    file(`street/${"long".repeat(40)}.png`, png),
    file("street/.DS_Store", "x"),
    file("./street/._b.jpg", "x"),
    file("c.jsonl", '{"text":"one"}\n{"text":"two"}\n'),
  ]);

  expect(await sendAll("all.tar.gz", archive)).toMatchObject({
    status: "ready",
    content_type: "application/gzip",
    skipped: 1,
    files: [
      { filename: "street/b.jpg", content_type: "image/jpeg", size_bytes: jpeg.length },
      { filename: `street/${"long".repeat(40)}.png`, content_type: "image/png" },
    ],
  });
});

test("large files after ones that are left out are read to their end", async () => {
  const text = Array.from({ length: 20_000 }, () => `{"text":"${randomUUID()}${randomUUID()}"}\n`).join("");
  const archive = await givenTarGz([
    file("._a.jsonl", "x"),
    file(".DS_Store", "x".repeat(1_000)),
    file("a.jsonl", text),
    file("._b.jsonl", "x"),
    file("b.jsonl", text),
  ]);

  expect(await sendAll("all.tar.gz", archive)).toMatchObject({
    status: "ready",
    files: [
      { filename: "a.jsonl", size_bytes: text.length },
      { filename: "b.jsonl", size_bytes: text.length },
    ],
  });
});

const link: TarEntry = { header: { name: "a", size: 0, type: "symlink", linkname: "/etc/passwd" } };

test.each([
  ["no file", async () => givenTarGz([]), /contains no file/],
  ["a symbolic link", async () => givenTarGz([link]), /symbolic link/],
  ["a path that leads outside", async () => givenTarGz([file("../a.txt", "a")]), /\.\./],
  [
    "a device",
    async () => givenTarGz([{ header: { name: "a", size: 0, type: "block-device" } }]),
    /not a file/,
  ],
  [
    "more than 100 times its size",
    async () => givenTarGz([file("a.txt", "a".repeat(5_000_000))]),
    /100 times/,
  ],
  [
    "headers of more than 100 times its size",
    async () => {
      const pax = { comment: "a".repeat(1_000_000) };
      const header = { name: "a.txt", size: 1, type: "file" as const, pax };
      return givenTarGz(Array.from({ length: 5 }, () => ({ header, body: "a" })));
    },
    /100 times/,
  ],
  ["an archive inside", async () => givenTarGz([file("b.tar.gz", gzipSync("b"))]), /archive inside/],
  ["bytes that are no tar", async () => gzipSync("x".repeat(2_000)), /not a valid tar\.gz/],
  ["half its bytes", async () => (await givenTarGz([file("a.txt", "abc")])).subarray(0, 60), /not a valid/],
])("a tar.gz with %s is refused and leaves nothing behind", async (_what, make, message) => {
  const before = await traces(service);

  const upload = await sendAll("bad.tar.gz", await make());

  expect(upload).toMatchObject({ status: "failed", error: { message: expect.stringMatching(message) } });
  await request("DELETE", `/v1/uploads/${upload.id}`);
  await runJobs();
  expect(await traces(service)).toEqual(before);
});
