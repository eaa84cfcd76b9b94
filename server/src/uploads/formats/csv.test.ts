import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";
import type { Line } from "./line.ts";

async function linesOf(
  text: string | Buffer,
  chunkBytes = 65_536,
  kind: "csv" | "tsv" = "csv",
): Promise<Line[]> {
  const bytes = Buffer.from(text);
  async function* source() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  const lines: Line[][] = await Readable.from(readCsv(source(), kind)).toArray();
  return lines.flat();
}

const none = { url: null, conversation: null, external_id: null, group: null, priority: 0, metadata: {} };

test("the column text is the content, three more have a meaning, the others are metadata", async () => {
  const lines = await linesOf(
    "lang,text,external_id,group,priority,Source\nen,Hello,x-1,g,5,web\nde,Hallo,,,,\n",
  );

  expect(lines).toEqual([
    {
      ...none,
      line: 2,
      text: "Hello",
      external_id: "x-1",
      group: "g",
      priority: 5,
      metadata: { lang: "en", Source: "web" },
    },
    { ...none, line: 3, text: "Hallo", metadata: { lang: "de", Source: "" } },
  ]);
});

test("without a column text the first column is the text", async () => {
  expect(await linesOf("sentence,n\na,1")).toEqual([{ ...none, line: 2, text: "a", metadata: { n: "1" } }]);
});

test("a column id is the external_id, unless there is a column external_id", async () => {
  expect(await linesOf("id,text\n7,a")).toEqual([{ ...none, line: 2, text: "a", external_id: "7" }]);
  expect(await linesOf("id,text,external_id\n7,a,x")).toEqual([
    { ...none, line: 2, text: "a", external_id: "x", metadata: { id: "7" } },
  ]);
});

test("tabs separate the cells of a TSV file", async () => {
  expect(await linesOf("text\tlang\none, two\ten\n", 65_536, "tsv")).toEqual([
    { ...none, line: 2, text: "one, two", metadata: { lang: "en" } },
  ]);
});

const namesNeeded = (cell: string) =>
  `the first row must hold the column names, and ${JSON.stringify(cell)} is no name: add a first row with a column text`;

test.each([
  ["I love this product very much,positive\nbad,negative\n", "I love this product very much"],
  ["good,1\nbad,0\n", "1"],
  ["Great!,positive\nbad,negative\n", "Great!"],
  ["https://a.test/1.jpg,cat\n", "https://a.test/1.jpg"],
])("a first row of values is refused: %s", async (file, cell) => {
  await expect(linesOf(file)).rejects.toMatchObject({ message: `line 1: ${namesNeeded(cell)}` });
});

test("a byte order mark, line ends and blank lines make no difference; line numbers count every line", async () => {
  const lines = await linesOf('\ufefftext,n\r\none,1\n\n"two\nlines",2\r\nthree,3');

  expect(lines.map(({ line, text, metadata }) => [line, text, metadata])).toEqual([
    [2, "one", { n: "1" }],
    [5, "two\nlines", { n: "2" }],
    [6, "three", { n: "3" }],
  ]);
});

test("quoted text is returned unchanged, wherever the file is split into chunks", async () => {
  const cell = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\0"));
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell)),
      fc.integer({ min: 1, max: 30 }),
      async (rows, chunkBytes) => {
        const file = ["text,note", ...rows.map((row) => row.map(quote).join(","))].join("\n");
        const lines = await linesOf(file, chunkBytes);
        expect(lines.map(({ text, metadata }) => [text, metadata.note])).toEqual(rows);
      },
    ),
  );
});

test.each([
  ["", 1, "a header line is required"],
  ["a,a\n", 1, 'the column "a" occurs twice'],
  ["a,\n", 1, "a column has no name"],
  ["external_id,n\n", 1, "a column named text is required"],
  ["id,review\n", 1, "a column named text is required"],
  ["url,label\n", 1, "a CSV file holds texts: send files by url as JSON lines"],
  ["text,__proto__\n", 1, "no column may be named __proto__"],
  [`text,${Array.from({ length: 51 }, (_, n) => `c${n}`).join()}\n`, 1, "metadata has more than 50 keys"],
  ["text,n\na,1\nb\n", 3, "the row and the header have different numbers of cells"],
  ["text,n\na,1\nb,2,3\n", 3, "the row and the header have different numbers of cells"],
  ['text\na"b\n', 2, "unexpected quote"],
  ['text\n"a"b\n', 2, "unexpected quote"],
  ['text\na\n"b\nc\n', 4, "a quoted cell is not closed before the end of the file"],
  ["text,n\na,1\n,2\n", 3, "text is empty"],
  ["text,priority\na,high\n", 2, "priority must be an integer from -1000 to 1000"],
  ["text,priority\na,1e2\n", 2, "priority must be an integer from -1000 to 1000"],
  ["text,priority\na,1001\n", 2, "priority must be an integer from -1000 to 1000"],
  [`text,group\na,${"g".repeat(256)}\n`, 2, "group is longer than 255 characters"],
  ["text\na\nb\0c\n", 3, "the line contains NUL"],
  [Buffer.from("text\na\n\xff\n", "latin1"), 3, "the line is not UTF-8"],
  [`text\n${"x".repeat(1_048_570)}\n`, 2, "text is longer than 1000000 characters"],
  [`text\n"${"x\n".repeat(600_000)}"\n`, 524_290, "the row is longer than 1 MiB"],
] as const)("a fault is told with its line: $1, $2", async (file, line, fault) => {
  await expect(linesOf(file)).rejects.toMatchObject({
    code: "invalid_request",
    message: `line ${line}: ${fault}`,
  });
});
