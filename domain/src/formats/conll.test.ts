import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenText } from "../../test/given-export.ts";
import { conll } from "./conll.ts";
import type { ExportItem } from "./format.ts";

const context = givenContext("named_entity_recognition", ["PER", "LOC"]);

test("an item is a document, a line of text a block, and a token a line of four columns", async () => {
  const spans = [
    { start: 0, end: 11, label: "PER" },
    { start: 21, end: 29, label: "LOC" },
  ];
  const items = [
    givenText("Jane Austen, born in New York.\n\nShe wrote.", { result: { spans } }),
    givenText("Nothing", { id: "item_2", result: { spans: [] } }),
    givenText("left out", { id: "item_3", status: "excluded" }),
    givenText(" \n ", { id: "item_4", result: { spans: [] } }),
  ];

  expect(await exported(conll, context, items)).toEqual({
    "dataset.conll": [
      "-DOCSTART- -X- O O\n\n",
      "Jane -X- _ B-PER\nAusten -X- _ I-PER\n, -X- _ O\nborn -X- _ O\nin -X- _ O\n",
      "New -X- _ B-LOC\nYork -X- _ I-LOC\n. -X- _ O\n\n",
      "She -X- _ O\nwrote -X- _ O\n. -X- _ O\n\n",
      "-DOCSTART- -X- O O\n\nNothing -X- _ O\n\n",
      "-DOCSTART- -X- O O\n\n",
    ].join(""),
  });
});

test("adjacent entities each begin anew, and an entity inside a word splits the word", async () => {
  const spans = [
    { start: 0, end: 3, label: "LOC" },
    { start: 3, end: 7, label: "LOC" },
  ];

  expect(await tags(givenText("NewYorkers", { result: { spans } }))).toEqual([
    ["New", "B-LOC"],
    ["York", "B-LOC"],
    ["ers", "O"],
  ]);
});

test("a word that is split at the beginning of a line stays in one block", async () => {
  const spans = [{ start: 1, end: 4, label: "LOC" }];

  const { "dataset.conll": text } = await exported(conll, context, [
    givenText("\nNewYork", { result: { spans } }),
  ]);

  expect(text).toBe("-DOCSTART- -X- O O\n\nNew -X- _ B-LOC\nYork -X- _ O\n\n");
});

test("offsets count code points, so emoji before an entity do not shift it", async () => {
  const spans = [{ start: 3, end: 6, label: "LOC" }];

  expect(await tags(givenText("👩🏽 Rom", { result: { spans } }))).toEqual([
    ["👩", "O"],
    ["🏽", "O"],
    ["Rom", "B-LOC"],
  ]);
});

test("text without spaces is split into letters, so that an entity in it shows in no other token", async () => {
  const spans = [{ start: 3, end: 5, label: "LOC" }];

  expect(await tags(givenText("我住在北京", { result: { spans } }))).toEqual([
    ["我", "O"],
    ["住", "O"],
    ["在", "O"],
    ["北", "B-LOC"],
    ["京", "I-LOC"],
  ]);
});

test("of overlapping entities the first and longest is kept, and the rest count as lost", async () => {
  const spans = [
    { start: 4, end: 8, label: "PER" },
    { start: 0, end: 3, label: "PER" },
    { start: 0, end: 8, label: "LOC" },
  ];
  const item = givenText("New York", { result: { spans } });

  expect(await tags(item)).toEqual([
    ["New", "B-LOC"],
    ["York", "I-LOC"],
  ]);
  expect(conll.loss(item)).toContain("spans");
});

test("an entity that begins within another is not written at all", async () => {
  const spans = [
    { start: 0, end: 8, label: "LOC" },
    { start: 4, end: 10, label: "PER" },
  ];

  expect(await tags(givenText("New York City", { result: { spans } }))).toEqual([
    ["New", "B-LOC"],
    ["York", "I-LOC"],
    ["City", "O"],
  ]);
});

test("a line end inside an entity does not end the block", async () => {
  const spans = [{ start: 0, end: 8, label: "LOC" }];

  const { "dataset.conll": text } = await exported(conll, context, [
    givenText("New\nYork\nis", { result: { spans } }),
  ]);

  expect(text).toBe("-DOCSTART- -X- O O\n\nNew -X- _ B-LOC\nYork -X- _ I-LOC\n\nis -X- _ O\n\n");
});

test("labels with white space stay one column", async () => {
  const label = "first name\t100%";
  const item = givenText("Jane", { result: { spans: [{ start: 0, end: 4, label }] } });

  const { "dataset.conll": text } = await exported(conll, givenContext("named_entity_recognition", [label]), [
    item,
  ]);

  expect(text).toContain("Jane -X- _ B-first%20name%09100%25\n");
});

test("a label outside the categories is refused, and the message names item and label", async () => {
  const item = givenText("Jane", { id: "item_7", result: { spans: [{ start: 0, end: 4, label: "DOG" }] } });

  await expect(exported(conll, context, [item])).rejects.toThrow(
    new RangeError('item_7: label "DOG" is not among the categories'),
  );
});

test("the lost fields are spacing, relations, entities without a token and items left out", () => {
  const span = { start: 0, end: 4, label: "PER" };
  const always = ["id", "batch_id", "file.id", "file.filename", "file.content_type", "file.sha256", "line"];
  const lost = (text: string, result: unknown) => conll.loss(givenText(text, { result }));

  expect(lost("Jane .", { spans: [span] })).toEqual([...always, "support", "origin"]);
  expect(lost("Jane.", { spans: [span] })).toEqual([...always, "text", "support", "origin"]);
  expect(lost("Jane .", { spans: [{ ...span, start: 4, end: 5 }] })).toContain("spans");
  expect(lost("Jane .", { spans: [span], relations: [{ from: 0, to: 0, label: "is" }] })).toContain(
    "relations",
  );
  expect(conll.loss(givenText("Jane .", { status: "open" }))).toContain("status");
});

test("an entity whose ends are white space counts as lost, because its tokens omit the white space", () => {
  const lossOf = (start: number, end: number) =>
    conll.loss(givenText("a New York b", { result: { spans: [{ start, end, label: "LOC" }] } }));

  expect(lossOf(2, 10)).not.toContain("spans");
  expect([lossOf(1, 10), lossOf(2, 11)].map((lost) => lost.includes("spans"))).toEqual([true, true]);
});

test("every line has four columns for any reader, and every written entity has exactly its characters", async () => {
  const unit = fc.oneof(
    fc.constantFrom(
      "a",
      "B",
      " ",
      "\n",
      "\r",
      "\u0085",
      "\u001c",
      "\u00a0",
      "\ufeff",
      "-",
      "'",
      "🙂",
      "京",
      "é",
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  const characters = fc.array(unit, { minLength: 1, maxLength: 30 });
  const marks = fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(characters, marks, async (text, offsets) => {
      const spans = apart(offsets.filter((offset) => offset <= text.length));

      const lines = await tags(givenText(text.join(""), { result: { spans } }));

      const compact = (parts: readonly string[]) => parts.join("").replace(/[\p{Z}\p{Cc}\uFEFF]/gu, "");
      const expected = spans.map(({ start, end }) => compact(text.slice(start, end))).filter(Boolean);
      expect(entities(lines)).toEqual(expected);
      expect(lines.map(([token]) => token).join("")).toBe(compact(text));
    }),
    { numRuns: 50 },
  );
});

/** Spans between every other pair of neighbors, so that none overlap. */
function apart(offsets: readonly number[]) {
  const sorted = offsets.toSorted((a, b) => a - b);
  return sorted.flatMap((start, index) => {
    const end = sorted[index + 1];
    return index % 2 === 0 && end !== undefined ? [{ start, end, label: "PER" }] : [];
  });
}

/** The text of each entity, as a reader of BIO tags puts it together. */
function entities(lines: readonly (readonly [string, string])[]): string[] {
  const found: string[] = [];
  for (const [token, tag] of lines) {
    if (tag.startsWith("B-")) found.push(token);
    if (tag.startsWith("I-")) found.push(`${found.pop() ?? "an I- tag that nothing begins"}${token}`);
  }
  return found;
}

/** Token and tag of each line, read as HF datasets' conll2003 script reads them: split at single spaces. */
async function tags(item: ExportItem): Promise<[string, string][]> {
  const { "dataset.conll": text = "" } = await exported(conll, context, [item]);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("-DOCSTART-"));
  return lines.map((line) => {
    const [token = "", pos, chunk, tag = "", ...rest] = line.split(" ");
    expect([pos, chunk, ...rest]).toEqual(["-X-", "_"]);
    return [token, tag];
  });
}
