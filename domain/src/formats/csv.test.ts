import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import { csv } from "./csv.ts";
import type { ExportContext, ExportItem } from "./format.ts";

const classification = givenContext("text_classification", ["good", "bad"]);
const detection = givenContext("object_detection", ["car", "bus"]);
const entities = givenContext("named_entity_recognition", ["PER", "LOC"]);

test("a classified item is one row", async () => {
  const items = [
    givenText("=1+1", { external_id: "r-1", result: { label: "good" }, metadata: { source: "web" } }),
    givenText('He said, "no"\nand left', {
      id: "item_2",
      line: 2,
      status: "excluded",
      excluded_reason: "spam",
    }),
  ];

  expect(await exported(csv, classification, items)).toEqual({
    "dataset.csv": [
      "id,external_id,filename,line,text,status,excluded_reason,support,origin,model,group,metadata,fields,",
      "batch_id,file_id,content_type,sha256,image_width,image_height,duration,conversation,label\n",
      'item_1,r-1,reviews.jsonl,1,=1+1,accepted,,1,consensus,,,"{""source"":""web""}",,',
      "batch_1,file_1,application/x-ndjson,bb22,,,,,good\n",
      'item_2,,reviews.jsonl,2,"He said, ""no""\nand left",excluded,spam,1,consensus,,,{},,',
      "batch_1,file_1,application/x-ndjson,bb22,,,,,\n",
    ].join(""),
  });
});

test("a detection has a row per box, or a single row if there is none", async () => {
  const objects = [
    { label: "car", bbox: { x: 1.5, y: 2, width: 30, height: 40 } },
    { label: "bus", bbox: { x: 0, y: 0, width: 5, height: 5, rotation: 90 }, attributes: { parked: true } },
  ];
  const items = [givenItem({ result: { objects } }), givenItem({ id: "item_2", result: { objects: [] } })];

  const [first, second, third] = await rows(detection, items);

  const empty = { object: "", label: "", x: "", y: "", width: "", height: "", rotation: "", attributes: "" };
  expect(first).toMatchObject({ id: "item_1", object: "1", label: "car", x: "1.5", y: "2", width: "30" });
  expect(first).toMatchObject({ height: "40", rotation: "", attributes: "", image_width: "200" });
  expect(second).toMatchObject({ id: "item_1", object: "2", rotation: "90", attributes: '{"parked":true}' });
  expect(third).toMatchObject({ id: "item_2", ...empty });
});

test("a polygon is a row with its points and holes as JSON", async () => {
  const points = [
    [0, 0],
    [9.5, 0],
    [9, 9],
  ];
  const objects = [
    { label: "car", points },
    { label: "bus", points, holes: [points] },
  ];
  const items = [givenItem({ result: { objects } }), givenItem({ id: "item_2", result: { objects: [] } })];

  const [first, second, third] = await rows(givenContext("polygon", []), items);

  const text = "[[0,0],[9.5,0],[9,9]]";
  expect(first).toMatchObject({ id: "item_1", object: "1", label: "car", points: text, holes: "" });
  expect(second).toMatchObject({ object: "2", label: "bus", points: text, holes: `[${text}]` });
  expect(third).toMatchObject({ id: "item_2", object: "", label: "", points: "", holes: "" });
});

test("a text has a row per entity, with its offsets in code points and its words", async () => {
  const spans = [
    { start: 0, end: 2, label: "PER" },
    { start: 3, end: 6, label: "LOC" },
  ];

  const [first, second, ...rest] = await rows(entities, [givenText("👩🏽 Rom", { result: { spans } })]);

  expect([first?.text, second?.text, second?.id]).toEqual(["👩🏽 Rom", "", "item_1"]);
  expect(first).toMatchObject({ span: "1", label: "PER", start: "0", end: "2", span_text: "👩🏽" });
  expect(second).toMatchObject({ span: "2", label: "LOC", start: "3", end: "6", span_text: "Rom" });
  expect(rest).toEqual([]);
});

test("a reader of RFC 4180 returns every text unchanged", async () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "=", " ", "é", "🙂") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ text, label: text, filename: text })), async (texts) => {
      const items = texts.map(({ text, label, filename }) => {
        const item = givenText(text, { result: { label } });
        return { ...item, file: { ...item.file, filename } };
      });

      const read = await rows(classification, items);

      expect(read.map(({ text, label, filename }) => ({ text, label, filename }))).toEqual(texts);
    }),
  );
});

test("a carriage return is quoted, since some readers end a row there", async () => {
  const { "dataset.csv": table } = await exported(csv, classification, [givenText("a\rb")]);

  expect(table).toContain(',"a\rb",');
});

test("an empty text is quoted and a missing value is not", async () => {
  const { "dataset.csv": table } = await exported(csv, classification, [givenText("", { result: null })]);

  expect(table).toContain('item_1,,reviews.jsonl,1,"",accepted,,');
});

test("the table reports single answers and relations as lost", () => {
  const spans = [{ start: 0, end: 1, label: "PER" }];
  const answer = { annotator: "annotator_1", round: 1, guideline_version: 1, created_at: "", fields: null };
  const answers = [{ ...answer, result: { spans } }];
  const relations = [{ from: 0, to: 0, label: "is" }];

  expect(csv.loss(givenText("a", { result: { spans } }))).toEqual([]);
  expect(csv.loss(givenText("a", { result: { spans, relations }, answers }))).toEqual([
    "answers",
    "relations",
  ]);
});

test("a type without columns is refused", async () => {
  await expect(exported(csv, givenContext("video_tracking", []), [])).rejects.toThrow(
    "csv cannot carry video_tracking",
  );
});

async function rows(context: ExportContext, items: readonly ExportItem[]): Promise<Record<string, string>[]> {
  const { "dataset.csv": table = "" } = await exported(csv, context, items);
  return parse(table, { columns: true, record_delimiter: "\n" });
}
