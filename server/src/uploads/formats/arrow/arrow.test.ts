import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startService } from "../../../../test/service.ts";
import { traces } from "../../../../test/upload-bodies.ts";
import type { Line } from "../line.ts";
import { columnsOf, readLines, unpackRows } from "../parquet/parquet.ts";
import { createStaging, type Part } from "../part.ts";

const service = await startService();
const { request, runJobs, deps } = service;

/** A file that `server/test/arrow/make.py` wrote. */
function given(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../../test/arrow/${name}.arrow`, import.meta.url));
}

async function send(bytes: Buffer, filename = "a.arrow") {
  const { body } = await request("POST", "/v1/uploads", bytes, {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${filename}"`,
  });
  await runJobs();
  return (await request("GET", `/v1/uploads/${body.id}`)).body;
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

async function stagedPart(bytes: Buffer): Promise<Part> {
  const blob = await createStaging(deps.blobs).stage(Readable.from([bytes]), bytes.length);
  return { filename: "a.arrow", declared: undefined, blob };
}

async function linesIn(bytes: Buffer): Promise<Line[]> {
  const refuse = (_row: number, fault: Error): never => {
    throw fault;
  };
  return (await all(readLines(await stagedPart(bytes), "arrow", refuse))).flat();
}

const LINES = [
  {
    ...{ line: 1, text: "It came on time.", external_id: "a", group: "g1", priority: 1 },
    metadata: {
      ...{ score: 0.5, n: 1, when: "2026-01-02T03:04:05.000Z", day: "2026-01-02T00:00:00.000Z" },
      ...{ tags: ["x", "y"], nested: { a: 1, b: ["p"] }, flag: true, price: null },
      ...{ pair: [1, 2], view: "short", nothing: null },
    },
  },
  {
    ...{ line: 2, text: "Ünï ☃ late", external_id: "b", group: null, priority: 0 },
    metadata: {
      ...{ score: null, n: "1152921504606846976", when: null, day: null },
      ...{ tags: [], nested: { a: null, b: null }, flag: false, price: 1.5 },
      ...{ pair: null, view: "longer than twelve bytes", nothing: null },
    },
  },
  {
    ...{ line: 3, text: "third", external_id: null, group: "g2", priority: -3 },
    metadata: {
      ...{ score: null, n: -5, when: "2020-01-01T00:00:00.000Z", day: null },
      ...{ tags: null, nested: null, flag: null, price: 2.25 },
      ...{ pair: [3, 4], view: null, nothing: null },
    },
  },
];

test.each(["text", "text-stream", "text-zstd", "text-lz4"])(
  "the rows of %s are items in order",
  async (name) => {
    expect(await linesIn(await given(name))).toMatchObject(LINES);
  },
);

test.each(["dictionary", "dictionary-zstd"])(
  "columns of %s, such as categories of pandas, have their values",
  async (name) => {
    expect(await linesIn(await given(name))).toMatchObject([
      { text: "a", metadata: { label: "on time", year: 2026, tags: ["x", "y"] } },
      { text: "b", metadata: { label: null, year: 2025, tags: [] } },
      { text: "a", metadata: { label: "late", year: 2026, tags: ["x", "y"] } },
    ]);
  },
);

const MAPS = [
  { text: "a", metadata: { m: { k: 1, l: null }, n: { 7: ["x"] }, deep: { o: { p: 0.5 } } } },
  { text: "b", metadata: { m: {}, n: { 8: [], "1152921504606846976": null }, deep: null } },
  { text: "c", metadata: { m: null, n: {}, deep: {} } },
];

test.each(["map", "map-lz4"])("maps of %s are objects", async (name) => {
  expect(await linesIn(await given(name))).toMatchObject(MAPS);
});

test("maps of Parquet are the same objects", async () => {
  const bytes = await readFile(new URL("../../../../test/arrow/map.parquet", import.meta.url));
  const refuse = (_row: number, fault: Error): never => {
    throw fault;
  };
  const part = { ...(await stagedPart(bytes)), filename: "a.parquet" };
  expect((await all(readLines(part, "parquet", refuse))).flat()).toMatchObject(MAPS);
});

test("a dictionary grows, and another takes its place", async () => {
  const lines = await linesIn(await given("dictionary-deltas"));
  expect(lines.map(({ text }) => text)).toEqual(["a", "b", "a", "b", "c", "z", "y"]);
});

test("texts that LZ4 made much smaller are as they were", async () => {
  const lines = await linesIn(await given("repeated-lz4"));
  expect(lines.map(({ text }) => text)).toEqual(
    Array.from({ length: 4_000 }, (_, n) => `Review ${n}: ${"it came on time, and ".repeat(n % 9)}`),
  );
});

test("an upload of texts has an item for each row", async () => {
  const upload = await send(await given("text"));

  expect(upload).toMatchObject({ status: "ready" });
  const file = await request("GET", `/v1/files/${upload.files[0].id}`);
  expect(file.body).toMatchObject({
    content_type: "application/vnd.apache.arrow.file",
    line_count: 3,
  });
});

test("the rows of a stream may be conversations", async () => {
  expect(await linesIn(await given("messages"))).toMatchObject([
    {
      conversation: {
        messages: [{ role: "user", content: "Why?" }],
        responses: [
          { id: "a", text: "So." },
          { id: "b", text: "Because." },
        ],
      },
    },
  ]);
});

test("images become files with the other columns as their metadata", async () => {
  const upload = await send(await given("images"));

  expect(upload).toMatchObject({
    status: "ready",
    files: [
      { filename: "one.png", content_type: "image/png" },
      { filename: "image-2.png", content_type: "image/png" },
    ],
  });
});

test.each([0, 1, 2])("a run that continues after %i images reads the others", async (skipped) => {
  const part = await stagedPart(await given("images"));

  const read = unpackRows(part, await columnsOf(part, "arrow"), createStaging(deps.blobs), skipped);

  expect((await all(read)).map(({ filename }) => filename)).toEqual(
    ["one.png", "image-2.png"].slice(skipped),
  );
});

/** The file with the first occurrence of some bytes replaced. */
async function changed(name: string, from: Buffer, to: Buffer): Promise<Buffer> {
  const bytes = Buffer.from(await given(name));
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  to.copy(bytes, at);
  return bytes;
}

test.each([
  ["a place outside its dictionary", () => given("dictionary-outside"), /corrupt or cut off/],
  [
    "a dictionary in a list",
    () => given("dictionary-within"),
    /a dictionary within a list or a struct: write its values/,
  ],
  ["a union", () => given("union"), /a column of a type that is not read .*write it as text/],
  [
    "no column for the content",
    () => given("no-content"),
    /none of the columns text, .*: its columns are n$/,
  ],
  ["half its bytes", async () => (await given("text")).subarray(0, 2_500), /corrupt or cut off/],
  ["only its magic", async () => Buffer.from("ARROW1\0\0"), /corrupt or cut off/],
  ["a stream without an end", async () => Buffer.alloc(64, 0xff), /corrupt or cut off/],
  [
    "text that is not UTF-8",
    () => changed("text", Buffer.from("on time"), Buffer.from([0xff, 0xfe])),
    /text that is not UTF-8/,
  ],
])("an Arrow file with %s is refused and leaves nothing behind", async (_what, make, message) => {
  const before = await traces(service);

  const upload = await send(await make());

  expect(upload).toMatchObject({ status: "failed", error: { message: expect.stringMatching(message) } });
  await request("DELETE", `/v1/uploads/${upload.id}`);
  await runJobs();
  expect(await traces(service)).toEqual(before);
});

async function faultOf(bytes: Buffer): Promise<unknown> {
  const part = await stagedPart(bytes);
  const read = async () => {
    const columns = await columnsOf(part, "arrow");
    if (columns.content === "media") await all(unpackRows(part, columns, createStaging(deps.blobs), 0));
    else await all(readLines(part, "arrow", () => undefined));
  };
  return read().then(
    () => undefined,
    (cause: unknown) => cause,
  );
}

const isHarmless = (fault: unknown) =>
  fault === undefined || (fault instanceof Error && fault.name === "ServiceError");

const HUGE = [0x7fff_fff0, 0xffff_fff0, 0x00ff_ffff] as const;

test("each number that is made huge is read or refused quickly", { timeout: 300_000 }, async () => {
  for (const name of ["text-stream", "messages", "images", "dictionary-deltas", "map"]) {
    const file = await given(name);
    for (let at = 8; at + 4 <= file.length; at += 4) {
      const bytes = Buffer.from(file);
      bytes.writeUInt32LE(HUGE[(at / 4) % 3] ?? 0, at);
      const before = process.cpuUsage();
      const fault = await faultOf(bytes);
      expect(isHarmless(fault), `${name} at ${at}: ${fault}`).toBe(true);
      expect(process.cpuUsage(before).user, `${name} at ${at}`).toBeLessThan(5_000_000); // microseconds
    }
  }
});

test("a file with any bytes changed is read or refused", { timeout: 60_000 }, async () => {
  const files = await Promise.all(
    [
      "text",
      "text-zstd",
      "text-lz4",
      "messages",
      "images",
      "dictionary",
      "dictionary-zstd",
      "dictionary-deltas",
      "map",
      "map-lz4",
    ].map(given),
  );
  const change = fc.record({ at: fc.nat(6_000), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (file, changes) => {
        const bytes = Buffer.from(file);
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        expect(isHarmless(await faultOf(bytes))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
