import { inflateSync } from "node:zlib";
import { decode } from "@msgpack/msgpack";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exportedBytes, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import type { ExportContext, ExportItem } from "./format.ts";
import { stringId } from "./spacy/string-ids.ts";
import { spacyTokens } from "./spacy/tokens.ts";
import { stored } from "./spacy/zlib.ts";
import { spacy } from "./spacy.ts";

const entities = givenContext("named_entity_recognition", ["PERSON", "b"]);
const span = { start: 0, end: 4, label: "PERSON" };

test("strings have the numbers that spaCy gives them", () => {
  // spacy.strings.get_string_id of spaCy 3.8
  expect(stringId("hello")).toBe(5983625672228268878n);
  expect(stringId("Straße/猫 🚗")).toBe(17863002855916909532n);
  expect(stringId("longer than sixteen bytes")).toBe(1846781146084756659n);
  expect(["", "IS_ALPHA", "FLAG63", "ID", "SPACE", "DEPRECATED276", "PERSON", "_"].map(stringId)).toEqual(
    [0, 1, 63, 64, 103, 379, 380, 456].map(BigInt),
  );
});

test("tokens give the text back, and each span begins and ends at one", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\u00a0", "🚗", "京", ".", "\u0301") });
  const spans = fc.array(fc.tuple(fc.nat(20), fc.nat(20)));
  fc.assert(
    fc.property(text, spans, (text, ends) => {
      const length = [...text].length;
      const spans = ends
        .map(([a, b]) => ({ start: Math.min(a, b), end: Math.min(length, Math.max(a, b)), label: "a" }))
        .filter(({ start, end }) => start < end);

      const tokens = spacyTokens(text, spans);

      expect(tokens.map(({ text, spaced }) => text + (spaced ? " " : "")).join("")).toBe(text);
      for (const { start, end } of spans) {
        expect(tokens.some((token) => token.start === start)).toBe(true);
        expect(tokens.some((token) => token.end === end)).toBe(true);
      }
      for (const { text, start, end } of tokens) expect([...text].length).toBe(end - start);
    }),
  );
});

test("stored bytes inflate to what they were", () => {
  for (const size of [0, 1, 65_535, 65_536, 200_000]) {
    const bytes = Uint8Array.from({ length: size }, (_, place) => (place * 31) % 251);

    expect(inflateSync(Buffer.concat([...stored(bytes)])).equals(bytes)).toBe(true);
  }
});

test("a line has the text, its spans and the rest of the record", async () => {
  const relations = [{ from: 0, to: 0, label: "is" }];
  const items = [
    givenText("Jane", { result: { spans: [span], relations } }),
    givenText("Joe", { id: "item_2", status: "open", result: null }),
    givenItem({ id: "item_3" }),
  ];

  const { lines, bins } = await docs(entities, items);

  expect(lines).toEqual([
    { text: "Jane", spans: [span], cats: {}, meta: { ...withoutLabel(items[0]), relations } },
    { text: "Joe", cats: {}, meta: withoutLabel(items[1]) },
  ]);
  expect(bins).toMatchObject([{ attrs: [65, 77, 78], strings: ["Jane", "Joe", "PERSON"], version: "0.1" }]);
  expect(spacy.loss(givenText("Jane", { result: { spans: [span], relations } }))).toEqual([]);
  expect(spacy.loss(givenItem())).toContain("status");
});

test("each category is 1 or 0, and an item without a label has none", async () => {
  const items = [givenText("a", { result: { label: "b" } }), givenText("b", { result: null })];
  const context = givenContext("text_classification", ["b", "c"]);

  expect((await docs(context, items)).lines.map(({ cats }) => cats)).toEqual([{ b: 1, c: 0 }, {}]);
});

test("a file ends with the document that takes it to a million characters", async () => {
  const items = Array.from({ length: 3 }, (_, index) =>
    givenText("x".repeat(500_000), { id: `item_${index}` }),
  );

  const { bins } = await docs(entities, items);

  expect(bins.map(({ cats }) => cats.length)).toEqual([2, 1]);
});

function withoutLabel(item: ExportItem | undefined): object {
  const { text: _, result: __, ...meta } = item ?? givenItem();
  return meta;
}

interface Bin {
  readonly cats: readonly object[];
}

interface Line {
  readonly cats: object;
}

async function docs(context: ExportContext, items: readonly ExportItem[]) {
  const { "docs.jsonl": text, ...files } = await exportedBytes(spacy, context, items);
  const lines: Line[] = String(text)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const bins = Object.values(files).map((bytes) => decode(inflateSync(bytes)) as Bin); // safe: tested by its parts
  return { lines, bins };
}
