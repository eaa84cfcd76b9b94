import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Column } from "@assay/domain/formats/flat-columns.ts";
import type { ExportItem } from "@assay/domain/formats/format.ts";
import { parquetTable } from "@assay/domain/formats/parquet-table.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOf, givenProject } from "../../../../test/given.ts";
import {
  type CraftedColumn,
  craftParquet,
  levelRun,
  TEXT,
  textColumn,
} from "../../../../test/parquet/crafted.ts";
import { startService } from "../../../../test/service.ts";
import { givenImage, givenZip, sendRaw, traces } from "../../../../test/upload-bodies.ts";
import type { Line } from "../line.ts";
import { createStaging, type Part } from "../part.ts";
import { columnsOf, readLines, unpackRows } from "./parquet.ts";

const service = await startService();
const { request, runJobs, deps } = service;

/** A file that `server/test/parquet/make.py` wrote. */
function given(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../../test/parquet/${name}.parquet`, import.meta.url));
}

async function send(bytes: Buffer, { query = "", filename = "a.parquet" } = {}) {
  const { body } = await request("POST", `/v1/uploads${query}`, bytes, {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${filename}"`,
  });
  await runJobs();
  return (await request("GET", `/v1/uploads/${body.id}`)).body;
}

/** The items of a batch of the upload, in order. */
async function itemsOf(annotation_type: string, upload_id: string) {
  const project = await givenProject(service, { annotation_type });
  const sent = { project_id: project.id, upload_ids: [upload_id] };
  const batch = bodyOf(await request("POST", "/v1/batches", sent), 201);
  await runJobs();
  return (await request("GET", `/v1/items?batch_id=${batch.id}`)).body.data;
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

async function stagedPart(bytes: Buffer): Promise<Part> {
  const blob = await createStaging(deps.blobs).stage(Readable.from([bytes]), bytes.length);
  return { filename: "a.parquet", declared: undefined, blob };
}

async function linesIn(bytes: Buffer): Promise<Line[]> {
  const refuse = (_row: number, fault: Error): never => {
    throw fault;
  };
  return (await all(readLines(await stagedPart(bytes), "parquet", refuse))).flat();
}

const NO_OTHER = { url: null, conversation: null };
const TEXTS = [
  {
    ...{ line: 1, text: "It came on time.", ...NO_OTHER, external_id: "a", group: "g1", priority: 1 },
    metadata: {
      ...{ score: 0.5, n: 1, when: "2026-01-02T03:04:05.000Z" },
      ...{ tags: ["x", "y"], nested: { a: 1, b: ["p"] }, flag: true },
    },
  },
  {
    ...{ line: 2, text: "Ünï ☃ late", ...NO_OTHER, external_id: "b", group: null, priority: 0 },
    metadata: {
      ...{ score: null, n: "1152921504606846976", when: null },
      ...{ tags: [], nested: { a: null, b: null }, flag: false },
    },
  },
  {
    ...{ line: 3, text: "third", ...NO_OTHER, external_id: null, group: "g2", priority: -3 },
    metadata: { score: null, n: -5, when: "2020-01-01T00:00:00.000Z", tags: null, nested: null, flag: null },
  },
];

test.each(["snappy", "zstd", "gzip", "brotli", "none", "v2"])(
  "a file of pyarrow (%s) is read value by value",
  async (how) => {
    expect(await linesIn(await given(`text-${how}`))).toEqual(TEXTS);
  },
);

test("a file of Assay's own export is read, with columns that hold nothing", async () => {
  const file = { id: "file_1", filename: "a.jsonl", content_type: "", sha256: "", width: null, height: null };
  const item: ExportItem = {
    ...{ id: "item_1", batch_id: "batch_1", external_id: "a", group: null, metadata: {}, line: 1 },
    ...{ file: { ...file, duration: null }, text: "Ünï ☃", conversation: null, status: "open" },
    ...{ excluded_reason: null, result: null, fields: null, support: null, origin: null, answers: [] },
  };
  async function* pages() {
    for (let count = 0; count < 300; count += 1) yield Array.from({ length: 10 }, () => item);
  }
  const columns: Column[] = [
    { name: "text", type: "string", read: ({ text }) => text },
    { name: "external_id", type: "string", read: ({ external_id }) => external_id },
    { name: "fields", type: "string", read: () => null },
    { name: "labels", type: "strings", read: () => ["x", "y"] },
  ];

  const lines = await linesIn(Buffer.concat(await all(parquetTable(columns, pages()))));

  expect(lines).toHaveLength(3_000);
  const metadata = { fields: null, labels: ["x", "y"] };
  for (const line of lines) expect(line).toMatchObject({ text: "Ünï ☃", external_id: "a", metadata });
});

test("each row of a Parquet file is an item", async () => {
  const bytes = await given("text-snappy");
  const upload = await send(bytes);

  expect(upload).toMatchObject({
    status: "ready",
    content_type: "application/vnd.apache.parquet",
    size_bytes: bytes.length,
    file_count: 1,
  });
  expect(await itemsOf("text_classification", upload.id)).toMatchObject(
    TEXTS.map(({ external_id, group, priority, metadata }) => ({ external_id, group, priority, metadata })),
  );
});

test.each([
  [
    "messages",
    {
      messages: [{ role: "user", content: "Why?" }],
      responses: [
        { id: "x", text: "A" },
        { id: "y", text: "B", model: "m" },
      ],
    },
  ],
  [
    "prompt",
    {
      messages: [{ role: "user", content: "Why?" }],
      responses: [
        { id: "1", text: "A" },
        { id: "2", text: "B" },
      ],
    },
  ],
])("a file with the column %s holds conversations", async (name, conversation) => {
  expect(await linesIn(await given(name))).toMatchObject([{ text: null, conversation }]);
});

test("the column url names files to fetch", async () => {
  expect(await linesIn(await given("url"))).toMatchObject([
    { url: "http://127.0.0.1:1/a.png", external_id: "a" },
  ]);
  expect(await send(await given("url"))).toMatchObject({
    status: "failed",
    error: { message: expect.stringMatching(/a\.parquet: line 1: url/) },
  });
});

test("each image of a Parquet file is an item, and the file is not kept", async () => {
  const before = await traces(service);
  const upload = await send(await given("images"));

  expect(upload).toMatchObject({
    status: "ready",
    file_count: 3,
    files: [{ filename: "i0.png" }, { filename: "image-2.png" }, { filename: "i2.png" }],
  });
  expect((await traces(service)).blobs).toBe(before.blobs + 3);
  expect(await itemsOf("bounding_box", upload.id)).toMatchObject([
    { external_id: "k0", metadata: { label: 0 } },
    { external_id: "k1", metadata: { label: 1 } },
    { external_id: "k2", metadata: { label: 0 } },
  ]);
});

test.each([0, 1, 2, 3])("a run that continues after %i images reads the others", async (skipped) => {
  const part = await stagedPart(await given("images"));
  const read = unpackRows(part, await columnsOf(part, "parquet"), createStaging(deps.blobs), skipped);

  const rest = (await all(read)).map(({ entry, filename }) => [entry, filename]);
  expect(rest).toEqual(
    [
      [0, "i0.png"],
      [1, "image-2.png"],
      [2, "i2.png"],
    ].slice(skipped),
  );
});

test("faulty rows are skipped and named if the upload skips faults", async () => {
  const upload = await send(await given("faults"), { query: "?on_error=skip" });

  expect(upload).toMatchObject({ status: "ready", skipped: 3 });
  const { bytes } = await request("GET", `/v1/uploads/${upload.id}/skipped`);
  const skipped = bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(skipped).toEqual([
    { filename: "a.parquet", line: 2, reason: "a.parquet: row 2: the column text is empty" },
    { filename: "a.parquet", line: 3, reason: "a.parquet: row 3: text is empty" },
    {
      filename: "a.parquet",
      line: 4,
      reason: "a.parquet: row 4: priority must be an integer from -1000 to 1000",
    },
  ]);
});

const withFooterLength = async (length: number) => {
  const bytes = Buffer.from(await given("text-none"));
  bytes.writeUInt32LE(length, bytes.length - 8);
  return bytes;
};

const TWO_MILLION = 2_000_000;
const TEXT_ELEMENT = { name: "text", ...TEXT };

/** One row whose list goes on for 30 pages. */
const withEndlessRow = () => {
  const later = { values: TWO_MILLION, levels: [levelRun(1, TWO_MILLION), levelRun(3, TWO_MILLION)] };
  const from = Buffer.concat([levelRun(0, 1), levelRun(1, TWO_MILLION - 1)]);
  const first = { values: TWO_MILLION, levels: [from, levelRun(3, TWO_MILLION)] };
  const path = ["tags", "list", "element"];
  const tags: CraftedColumn = {
    path,
    value: "a",
    pages: [first, ...Array.from({ length: 29 }, () => later)],
  };
  const schema = [
    TEXT_ELEMENT,
    { name: "tags", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" } as const,
    { name: "list", repetition_type: "REPEATED", num_children: 1 } as const,
    { name: "element", ...TEXT, repetition_type: "OPTIONAL" } as const,
  ];
  return craftParquet(schema, [{ rows: 1, columns: [textColumn("text", "a"), tags] }]);
};

/** `rows` rows with a text in so many structs, one in the other. */
const withStructs = (levels: number, rows: number) => {
  const names = Array.from({ length: levels }, (_, level) => `s${level}`);
  const structs = names.map((name) => ({ name, repetition_type: "OPTIONAL", num_children: 1 }) as const);
  const column = {
    path: [...names, "v"],
    value: "a",
    pages: [{ values: rows, levels: [levelRun(levels, rows)] }],
  };
  const schema = [TEXT_ELEMENT, ...structs, { name: "v", ...TEXT }];
  return craftParquet(schema, [{ rows, columns: [textColumn("text", "a", rows), column] }]);
};

/** Two groups of rows, the second of which takes back most of the first in the sum. */
const withNegativeRows = () =>
  craftParquet(
    [TEXT_ELEMENT],
    [
      { rows: TWO_MILLION, columns: [textColumn("text", "a", TWO_MILLION)] },
      { rows: 1 - TWO_MILLION, columns: [textColumn("text", "a")] },
    ],
  );

/** One image of 1 MB in each of 1,000 rows. */
const withRepeatedImage = async () => {
  const rows = 1_000;
  const pages = [{ values: rows, levels: [levelRun(2, rows)] }];
  const value = Buffer.concat([await givenImage("jpeg"), Buffer.alloc(1_000_000)]);
  const schema = [
    { name: "image", repetition_type: "OPTIONAL", num_children: 2 } as const,
    { name: "bytes", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" } as const,
    { name: "path", ...TEXT, repetition_type: "OPTIONAL" } as const,
  ];
  const columns = [
    { path: ["image", "bytes"], value, pages },
    { path: ["image", "path"], value: "a.png", pages },
  ];
  return craftParquet(schema, [{ rows, columns }]);
};

/** A second column of one value. */
const withColumn = (name: string, value: string, converted_type: "UTF8" | "JSON") =>
  craftParquet(
    [TEXT_ELEMENT, { name, ...TEXT, converted_type }],
    [{ rows: 1, columns: [textColumn("text", "a"), textColumn(name, value)] }],
  );

test("structs in structs are read", async () => {
  const [line] = await linesIn(withStructs(3, 2));
  expect(line?.metadata).toEqual({ s0: { s1: { s2: { v: "a" } } } });
});

test.each([
  [
    "no column for the content",
    () => given("no-content"),
    /none of the columns text, .*: its columns are other$/,
  ],
  ["a faulty row", () => given("faults"), /a\.parquet: row 2: the column text is empty/],
  ["a row without an image", () => given("no-image"), /a\.parquet row 2: image holds no bytes/],
  ["bytes that are no text", () => given("bytes"), /row 2: the column raw holds bytes that are not UTF-8/],
  ["a repeated id", () => given("repeated"), /external_id "1" occurs twice/],
  ["a compression that is not read", () => given("text-lz4"), /compressed by LZ4_RAW: write it with snappy/],
  ["a page that grows to 70 MiB", () => given("large-page"), /pages of more than 64 MiB/],
  ["a page of 3,000,000 values", () => given("nested"), /2,097,152 values/],
  ["more than 1,000,000 rows", () => given("many-rows"), /more than 1000000 rows/],
  ["a long value in each row", () => given("dictionary"), /more than 100 times its size/],
  ["a row that goes on for 30 pages", withEndlessRow, /1,048,576 lists and structs in all columns/],
  ["rows in many structs", () => withStructs(30, 100_000), /1,048,576 lists and structs in all columns/],
  ["columns in 100 structs", () => withStructs(100, 1), /more than 32 levels of lists and structs/],
  ["fewer rows than none in a group", withNegativeRows, /not a valid Parquet file/],
  ["the same image in each row", withRepeatedImage, /more than 100 times its size/],
  ["a column __proto__", () => withColumn("__proto__", "a", "UTF8"), /a name that is not allowed/],
  [
    "JSON of 10,000 levels",
    () => withColumn("json", "[".repeat(10_000) + "]".repeat(10_000), "JSON"),
    /row 1: the column json is nested more than 64 levels deep/,
  ],
  ["half its bytes", async () => (await given("text-none")).subarray(0, 2_000), /not a valid Parquet file/],
  ["a footer that is longer than the file", () => withFooterLength(1_000_000), /not a valid Parquet file/],
  ["a footer of no bytes", () => withFooterLength(0), /not a valid Parquet file/],
])("a Parquet file with %s is refused and leaves nothing behind", async (_what, make, message) => {
  const before = await traces(service);

  const upload = await send(await make());

  expect(upload).toMatchObject({ status: "failed", error: { message: expect.stringMatching(message) } });
  await request("DELETE", `/v1/uploads/${upload.id}`);
  await runJobs();
  expect(await traces(service)).toEqual(before);
});

test("images in a Parquet file inside of an archive are refused", async () => {
  const zip = givenZip([{ name: "b.parquet", content: await given("images") }]);

  expect(await sendRaw(request, "a.zip", zip)).toMatchObject({
    status: 400,
    body: { message: "b.parquet has images or recordings in it: upload it by itself" },
  });
});

test("a text with the name of a Parquet file is refused", async () => {
  expect(await sendRaw(request, "a.parquet", "text")).toMatchObject({ status: 400 });
});

test("a file with any bytes changed is read or refused", { timeout: 60_000 }, async () => {
  const files = await Promise.all(["text-none", "text-v2", "messages", "images"].map(given));
  const change = fc.record({ at: fc.nat(6_000), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (file, changes) => {
        const bytes = Buffer.from(file);
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        const part = await stagedPart(bytes);
        const read = async () => {
          const columns = await columnsOf(part, "parquet");
          const staging = createStaging(deps.blobs);
          if (columns.content === "media") await all(unpackRows(part, columns, staging, 0));
          else await all(readLines(part, "parquet", () => undefined));
        };
        const fault = await read().catch((cause: unknown) => cause);
        expect(fault === undefined || (fault instanceof Error && fault.name === "ServiceError")).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});
