import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { givenImage, givenZip, sendRaw, traces, type ZipEntry } from "../../../test/upload-bodies.ts";

const service = await startService();
const { request, db, runJobs } = service;
const jpeg = await givenImage("jpeg");
const text = (name: string): ZipEntry => ({ name, content: `the content of ${name}` });

/** An end of directory that counts more entries than 16 bits hold. Source: APPNOTE.TXT 6.3.10, section 4.3.14. */
function givenHugeDirectory(entryCount: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.write("PK\x06\x06", "latin1");
  end64.writeUInt32LE(44, 4);
  end64.writeUInt32LE(entryCount, 24);
  end64.writeUInt32LE(entryCount, 32);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07", "latin1");
  const start = givenZip([text("a")]);
  locator.writeUInt32LE(start.length, 8);
  const end = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
  end.fill(0xff, 8, 20);
  return Buffer.concat([start, end64, locator, end]);
}

test("an archive becomes its files, in order, without operating systems' metadata files", async () => {
  const zip = givenZip([
    { name: "street/", method: 0 },
    { name: "street/b.txt", content: "first", method: 0 },
    { name: "street/ä.txt", content: "a text" },
    { name: "__MACOSX/street/._b.txt", content: "x" },
    { name: "street/._b.txt", content: "x" },
    { name: "street/.DS_Store", content: "x" },
    { name: "street/Thumbs.db", content: "x" },
    { name: "street/desktop.ini", content: "x" },
    { name: "c.jsonl", content: '{"text":"one"}\n{"text":"two"}\n' },
  ]);

  const { status, body } = await sendRaw(request, "all.zip", zip);

  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: "ready",
    filename: "all.zip",
    content_type: "application/zip",
    size_bytes: zip.length,
    file_count: 3,
    files: [
      { filename: "street/b.txt", content_type: "text/plain", size_bytes: 5 },
      { filename: "street/ä.txt", content_type: "text/plain" },
      { filename: "c.jsonl", content_type: "application/x-ndjson" },
    ],
  });
  const lines = await db
    .selectFrom("file_lines")
    .innerJoin("files", "files.id", "file_id")
    .select(["line", "text"])
    .orderBy("position")
    .orderBy("line")
    .execute();
  expect(lines).toEqual([
    { line: 0, text: "first" },
    { line: 0, text: "a text" },
    { line: 1, text: "one" },
    { line: 2, text: "two" },
  ]);
});

test("texts and lists beside the images of an archive become no items, and the upload lists them", async () => {
  const zip = givenZip([
    { name: "README.md", content: "# Photographs" },
    { name: "labels/a.txt", content: "0 0.5 0.5 0.1 0.1" },
    { name: "empty.txt" },
    { name: "annotations.json", content: '{"images": []}' },
    { name: "images/a.jpg", content: jpeg },
    { name: "metadata.csv", content: "file_name,label\na.jpg,cat\n" },
  ]);

  const { status, body } = await sendRaw(request, "photographs.zip", zip);

  expect(status).toBe(201);
  expect(body).toMatchObject({ status: "ready", file_count: 1, files: [{ filename: "images/a.jpg" }] });
  expect(body.skipped).toBe(5);
  const skipped = await request("GET", `/v1/uploads/${body.id}/skipped`);
  const lines = skipped.bytes.toString().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    ["README.md", "labels/a.txt", "empty.txt", "annotations.json", "metadata.csv"].map((filename) => ({
      filename,
      line: null,
      reason: `${filename} is in an archive with images or recordings, and only those become items; upload it by itself to label it`,
    })),
  );
});

test("a file of an unknown kind beside the images of an archive refuses the upload", async () => {
  const zip = givenZip([
    { name: "a.jpg", content: jpeg },
    { name: "b.pdf", content: "%PDF-1.7" },
  ]);

  expect(await sendRaw(request, "a.zip", zip)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^b\.pdf is not of a kind/) },
  });
});

test("the files of an archive are stored, not the archive", async () => {
  const before = await traces(service);

  await sendRaw(request, "a.zip", givenZip([text("kept-1.txt"), text("kept-2.txt")]));

  expect(await traces(service)).toMatchObject({
    files: before.files + 2,
    blobs: before.blobs + 2,
  });
});

test("an archive of many files is left to the job, which unpacks it and deletes the archive", async () => {
  const names = Array.from({ length: 201 }, (_, index) => `many-${index}.txt`);

  const { status, body } = await sendRaw(request, "many.zip", givenZip(names.map(text)));
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { status: "processing", file_count: 0, files: [] },
  });
  const before = await traces(service);
  await runJobs();

  const ready = await request("GET", `/v1/uploads/${body.id}`);
  expect(ready.body).toMatchObject({ status: "ready", file_count: 201, expires_at: null });
  expect(ready.body.files).toHaveLength(100);
  expect((await traces(service)).blobs).toBe(before.blobs + 200);
});

const jsonl = '{"text":"a"}';

/** Its text is another than the one of which it states the CRC-32. */
function changedZip(): Buffer {
  const zip = givenZip([{ name: "a.txt", content: "good", method: 0 }]);
  zip.write("food", zip.indexOf("good"));
  return zip;
}

const HARMFUL: readonly (readonly [string, Buffer, RegExp])[] = [
  ["bytes called a zip", Buffer.from("PK\x03\x04 and nothing"), /a\.zip is not a valid zip/],
  ["a cut off zip", givenZip([text("a")]).subarray(0, 40), /not a valid zip/],
  [
    "a zip with a broken directory",
    Buffer.from(
      givenZip([text("a")])
        .toString("latin1")
        .replace("PK\x01", "PK\x09"),
      "latin1",
    ),
    /not a valid zip/,
  ],
  ["an empty zip", givenZip([]), /contains no file/],
  ["a zip of folders", givenZip([{ name: "a/", method: 0 }]), /contains no file/],
  ["a zip with more than 100,000 entries", givenHugeDirectory(100_001), /more than 100000 entries/],
  ["a zip that climbs", givenZip([text("../a.txt")]), /a path that leads outside/],
  ["a zip that climbs from a folder", givenZip([text("a/../../b.txt")]), /a path that leads outside/],
  ["a zip with an absolute path", givenZip([text("/a.txt")]), /a path that leads outside/],
  ["a zip with a drive", givenZip([text("C:/a.txt")]), /a path that leads outside/],
  ["a zip that climbs by backslash", givenZip([text("..\\a.txt")]), /a path that leads outside/],
  ["a zip with a symbolic link", givenZip([{ ...text("a.txt"), mode: 0o120777 }]), /symbolic link/],
  ["an encrypted zip", givenZip([{ ...text("a.txt"), flags: 1 }]), /is encrypted/],
  ["a zip of another compression", givenZip([{ ...text("a.txt"), method: 12 }]), /deflate/],
  ["a zip bomb", givenZip([{ name: "a.txt", content: Buffer.alloc(1_000_000, "a") }]), /100 times its size/],
  ["a zip with a byte changed", changedZip(), /a\.txt, which cannot be unpacked/],
  [
    "a zip that claims too little",
    givenZip([{ name: "a.txt", content: Buffer.alloc(9_999, "a"), claimedSize: 5 }]),
    /a\.txt, which cannot be unpacked/,
  ],
  [
    "a zip in a zip",
    givenZip([{ name: "b.zip", content: givenZip([text("a.txt")]) }]),
    /b\.zip is an archive inside/,
  ],
  ["a zip with NUL in a name", givenZip([text("a\0.txt")]), /control character/],
  ["a zip with a name that is too long", givenZip([text(`${"a".repeat(252)}.txt`)]), /255 bytes/],
  ["a zip with an empty file", givenZip([text("a.txt"), { name: "b.txt" }]), /b\.txt is empty/],
  [
    "a zip with a cut off image",
    givenZip([text("a.txt"), { name: "b.jpg", content: jpeg.subarray(0, 500) }]),
    /b\.jpg is an image/,
  ],
  [
    "a zip with a bad line",
    givenZip([{ name: "a.jsonl", content: `${jsonl}\n{"txt":"b"}` }]),
    /a\.jsonl: line 2: unknown field "txt"/,
  ],
];

test.each(HARMFUL)("%s is refused and leaves nothing behind", async (_name, zip, message) => {
  const before = await traces(service);

  const response = await sendRaw(request, "a.zip", zip);

  expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
  expect(await traces(service)).toEqual(before);
});
