import { Readable } from "node:stream";
import { packTar, type TarEntry } from "modern-tar";
import { expect, test } from "vitest";
import { bodyOf, givenProject } from "../../../test/given.ts";
import { startService } from "../../../test/service.ts";
import { givenImage, givenWav, traces } from "../../../test/upload-bodies.ts";
import { createStaging } from "./part.ts";
import { unpackShard } from "./webdataset.ts";

const service = await startService();
const { request, runJobs } = service;
const jpeg = await givenImage("jpeg");

function file(name: string, body: string | Uint8Array): TarEntry {
  return { header: { name, size: Buffer.byteLength(body), type: "file" }, body };
}

async function send(entries: TarEntry[], query = "") {
  const bytes = Buffer.from(await packTar(entries));
  const { body } = await request("POST", `/v1/uploads${query}`, bytes, {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="shard-000.tar"`,
  });
  await runJobs();
  return (await request("GET", `/v1/uploads/${body.id}`)).body;
}

async function skippedOf(id: string) {
  const { bytes } = await request("GET", `/v1/uploads/${id}/skipped`);
  return bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The items of a batch of the upload, in order. */
async function itemsOf(annotation_type: string, upload_id: string) {
  const project = await givenProject(service, { annotation_type });
  const sent = { project_id: project.id, upload_ids: [upload_id] };
  const batch = bodyOf(await request("POST", "/v1/batches", sent), 201);
  await runJobs();
  const { data } = (await request("GET", `/v1/items?batch_id=${batch.id}`)).body;
  // biome-ignore lint/suspicious/noExplicitAny: an item as the service sent it
  return data.map(({ external_id, metadata }: any) => ({ external_id, metadata }));
}

const CAT = [file("a/000.jpg", jpeg), file("a/000.json", '{"caption":"a cat","score":0.5}')];

test("each sample of a WebDataset shard is an item with its key and its description", async () => {
  const upload = await send([
    ...CAT,
    file("a/000.cls", "3\n"),
    file("a/000.txt", "a cat on a mat"),
    file("a/001.cls", "dog"),
    file("a/001.jpeg", await givenImage("jpeg", 30, 10)),
    file("a/002.png", await givenImage("png")),
  ]);

  expect(upload).toMatchObject({
    status: "ready",
    content_type: "application/x-tar",
    file_count: 3,
    skipped: 0,
    files: [{ filename: "a/000.jpg" }, { filename: "a/001.jpeg" }, { filename: "a/002.png" }],
  });
  expect(await itemsOf("bounding_box", upload.id)).toEqual([
    { external_id: "a/000", metadata: { caption: "a cat", score: 0.5, cls: 3, txt: "a cat on a mat" } },
    { external_id: "a/001", metadata: { cls: "dog" } },
    { external_id: "a/002", metadata: {} },
  ]);
});

test("without an image or a recording the txt is the text", async () => {
  const upload = await send([
    file("0.json", '{"lang":"en"}'),
    file("0.txt", "It came on time."),
    file("1.txt", "It was late."),
  ]);

  expect(upload).toMatchObject({ status: "ready", file_count: 2 });
  expect(await itemsOf("text_classification", upload.id)).toEqual([
    { external_id: "0", metadata: { lang: "en" } },
    { external_id: "1", metadata: {} },
  ]);
});

test("other entries of the samples are left out and named once for each ending", async () => {
  const upload = await send([
    file("0.wav", givenWav(1)),
    file("0.json", "{}"),
    file("0.npy", "x"),
    file("1.wav", givenWav(2)),
    file("1.npy", "x"),
  ]);

  expect(upload).toMatchObject({ status: "ready", file_count: 2, skipped: 1 });
  expect(await skippedOf(upload.id)).toMatchObject([{ filename: "0.npy", line: null }]);
});

test("a sample with a fault is skipped if the upload skips faults", async () => {
  const upload = await send(
    [
      ...CAT,
      file("a/001.jpg", jpeg),
      file("a/001.json", "[]"),
      file("a/001.npy", "x"),
      file("a/002.npy", "x"),
      file("README", "x"),
    ],
    "?on_error=skip",
  );

  expect(upload).toMatchObject({ status: "ready", file_count: 1, skipped: 3 });
  expect((await skippedOf(upload.id)).map(({ reason }) => reason)).toEqual([
    "shard-000.tar holds the sample a/001: its json must hold an object",
    'a/001.npy and every other file that ends in "npy" is left out, 2 together: a sample has one image or recording, json, txt and cls',
    'README and every other file that ends in "" is left out, 1 together: a sample has one image or recording, json, txt and cls',
  ]);
});

test("a tar that is no shard becomes its files", async () => {
  const upload = await send([
    { header: { name: "street/", size: 0, type: "directory" } },
    file("./street/b.jpg", jpeg),
    file("labels/b.txt", "0 0.5 0.5 0.1 0.1"),
  ]);

  expect(upload).toMatchObject({ status: "ready", skipped: 1, files: [{ filename: "street/b.jpg" }] });
  expect(await itemsOf("bounding_box", upload.id)).toEqual([{ external_id: null, metadata: {} }]);
});

const link: TarEntry = { header: { name: "a", size: 0, type: "symlink", linkname: "/etc/passwd" } };

test.each([
  ["a symbolic link", [...CAT, link], /symbolic link/],
  ["a path that leads outside", [...CAT, file("../a.txt", "a")], /\.\./],
  ["a device", [...CAT, { header: { name: "a", size: 0, type: "block-device" as const } }], /not a file/],
  ["an archive inside", [file("a.tar.gz", Buffer.from("\x1f\x8b\x08", "latin1"))], /archive inside/],
  ["the entries of a key in two places", [...CAT, file("b.txt", "b"), ...CAT], /a\/000 in two places/],
  ["two images of a key", [...CAT, file("a/000.png", jpeg)], /a\/000: it has two images/],
  ["two entries of one name", [...CAT, file("a/000.json", "{}")], /two entries that end in json/],
  [
    "a json that is too long",
    [file("a.txt", "a"), file("a.json", `"${"a".repeat(1_048_576)}"`)],
    /a\.json is longer/,
  ],
  [
    "too many keys",
    [file("a.txt", "a"), file("a.json", JSON.stringify({ ...Array(51).fill(0) }))],
    /50 keys/,
  ],
  ["NUL in a json", [file("a.txt", "a"), file("a.json", '{"a":"\\u0000"}')], /NUL/],
  ["a txt that is not UTF-8", [...CAT, file("a/000.txt", Buffer.from([0xff]))], /its txt is not UTF-8/],
  [
    "a cut off image",
    [file("a.jpg", jpeg.subarray(0, 500)), file("a.json", "{}")],
    /a\.jpg is an image that cannot/,
  ],
])("a tar with %s is refused and leaves nothing behind", async (_what, entries, message) => {
  const before = await traces(service);

  const upload = await send(entries);

  expect(upload).toMatchObject({ status: "failed", error: { message: expect.stringMatching(message) } });
  await request("DELETE", `/v1/uploads/${upload.id}`);
  await runJobs();
  expect(await traces(service)).toEqual(before);
});

test("a sample without an image, a recording or a txt is refused", async () => {
  const upload = await send([...CAT, file("b.json", "{}")]);

  expect(upload).toMatchObject({
    error: { message: "shard-000.tar holds the sample b: it has neither an image or recording nor a txt" },
  });
});

test.each([0, 1, 2, 3])("a run that continues after %i samples reads the others", async (skipped) => {
  const bytes = Buffer.from(
    await packTar([...CAT, file("README", "x"), file("b.txt", "b"), file("c.txt", "c")]),
  );
  const staging = createStaging(service.deps.blobs);
  const blob = await staging.stage(Readable.from([bytes]), bytes.length);
  const read = unpackShard({ filename: "a.tar", declared: undefined, blob }, staging, skipped);

  const rest: unknown[] = [];
  for await (const { entry, filename } of read) rest.push([entry, filename]);
  const all = ["a/000.jpg", "b.txt", "c.txt", "README"].map((filename, entry) => [entry, filename]);
  expect(rest).toEqual(all.slice(skipped));
});

test("half a tar is refused", async () => {
  const bytes = Buffer.from(await packTar(CAT)).subarray(0, 700);
  const sent = { "content-type": "application/x-tar", "content-disposition": 'attachment; filename="a.tar"' };
  const { body } = await request("POST", "/v1/uploads", bytes, sent);
  await runJobs();

  expect((await request("GET", `/v1/uploads/${body.id}`)).body).toMatchObject({
    status: "failed",
    error: { message: expect.stringMatching(/a\.tar is not a valid tar archive/) },
  });
});
