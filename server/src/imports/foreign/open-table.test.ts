import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImportFault } from "@assay/domain/importers/importer.ts";
import type { TableRow } from "@assay/domain/importers/table.ts";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openTable } from "./open-table.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-table-test-"));
afterAll(() => rm(folder, { recursive: true }));
const samples = new URL("../../../test/parquet/", import.meta.url);

async function tableOf(name: string, content: string | Buffer) {
  await writeFile(join(folder, name), content);
  return openTable(name, join(folder, name));
}

async function rowsOf(name: string, content: string | Buffer): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of (await tableOf(name, content)).rows()) rows.push(row);
  return rows;
}

test("the rows of a CSV have the line on which they end", async () => {
  expect(await rowsOf("a.csv", '\ufefftext,n\r\n"two\nlines",1\n\n,2\n')).toEqual([
    { at: "a.csv: line 3", values: { text: "two\nlines", n: "1" } },
    { at: "a.csv: line 5", values: { text: "", n: "2" } },
  ]);
  expect(await rowsOf("a.tsv", "text\tn\na,b\t1\n")).toMatchObject([{ values: { text: "a,b", n: "1" } }]);
});

test.each([
  ["text,n\na\n", "a.csv: line 2: has 1 cells, and the header 2"],
  ["a,a\n", 'a.csv: line 1: the column "a" occurs twice'],
  ['text\n"a\n', "a.csv: line 2: a quoted cell is not closed before the end of the file"],
  [Buffer.from("text\n\xff\n", "latin1"), "a.csv: line 2: the line is not UTF-8"],
  ["text\na\0\n", "a.csv: line 2: the line contains NUL"],
])("a CSV that cannot be read is named with its line: %j", async (content, message) => {
  await expect(rowsOf("a.csv", content)).rejects.toThrow(message);
});

test("a CSV with many columns does not keep the process busy", async () => {
  const columns = Array.from({ length: 210_000 }, (_, index) => index.toString(36));

  expect((await tableOf("a.csv", `${columns.join(",")}\n`)).columns).toHaveLength(210_000);
});

test("the rows of a Parquet file are JSON, but for the bytes of images", async () => {
  const texts = await rowsOf("a.parquet", await readFile(new URL("text-zstd.parquet", samples)));
  expect(texts[1]).toMatchObject({
    at: "a.parquet: row 2",
    values: { text: "Ünï ☃ late", n: String(2n ** 60n), score: null, tags: [], nested: { a: null, b: null } },
  });

  const images = await tableOf("b.parquet", await readFile(new URL("images.parquet", samples)));
  expect(images.columns).toEqual(["image", "label", "id"]);
  for await (const { values } of images.rows()) {
    expect(Object(values.image).bytes).toBeInstanceOf(Uint8Array);
    break;
  }
});

test.each([
  ["many-rows", "a.parquet: holds more than 1000000 rows"],
  ["large-page", "a.parquet: has pages of more than 64 MiB"],
  ["bytes", "a.parquet: row 2: holds bytes that are not UTF-8"],
])("the Parquet file %s is refused with the reason", async (name, message) => {
  await expect(rowsOf("a.parquet", await readFile(new URL(`${name}.parquet`, samples)))).rejects.toThrow(
    message,
  );
});

test("a damaged Parquet file is read, or refused with an ImportFault", async () => {
  const whole = await readFile(new URL("images.parquet", samples));
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
      const damaged = isCut ? whole.subarray(0, at) : Buffer.from(whole).fill(byte, at, at + 1);
      const outcome = await rowsOf("a.parquet", damaged).catch((thrown: unknown) => thrown);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ImportFault);
    }),
    { numRuns: 300 },
  );
});
