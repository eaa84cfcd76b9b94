import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import { json } from "./json.ts";
import { jsonl } from "./jsonl.ts";

const context = givenContext("text_classification", ["good", "bad"]);

const text = fc.string({ unit: "binary" });
const anyItem = fc
  .record({ text, result: fc.jsonValue(), metadata: fc.dictionary(text, fc.jsonValue()), group: text })
  .map((changes) => JSON.parse(JSON.stringify(givenText("", changes))));

test("every item is one line of JSON with all its fields, whatever they contain", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyItem), async (items) => {
      const { "dataset.jsonl": lines = "" } = await exported(jsonl, context, items);

      expect(
        lines
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      ).toEqual(items);
    }),
  );
});

test("characters that some readers treat as a line end are escaped", async () => {
  const item = givenText("one\u2028two\u2029three\u0085four\nfive\r");

  const { "dataset.jsonl": lines = "" } = await exported(jsonl, context, [item]);

  expect(lines).toContain('"text":"one\\u2028two\\u2029three\\u0085four\\nfive\\r"');
  expect(lines.match(/[\n\r\u0085\u2028\u2029]/g)).toEqual(["\n"]);
});

test("fields are in a fixed order, and unknown fields are not written", async () => {
  const item = givenText("fine", { answers: [givenAnswer("annotator_1")] });
  const shuffled = Object.fromEntries(Object.entries(item).toReversed());
  const answers = item.answers.map((answer) => ({ ...answer, email: "ann@example.com" }));
  const stranger = { ...item, ...shuffled, answers, email: "ann@example.com" };

  const expected = await exported(jsonl, context, [item]);

  expect(await exported(jsonl, context, [stranger])).toEqual(expected);
  expect(expected["dataset.jsonl"]).toBe(
    '{"id":"item_1","batch_id":"batch_1","external_id":null,"group":null,"metadata":{},' +
      '"file":{"id":"file_1","filename":"reviews.jsonl","content_type":"application/x-ndjson",' +
      '"sha256":"bb22","width":null,"height":null,"duration":null},"line":1,"text":"fine","conversation":null,"status":"accepted",' +
      '"excluded_reason":null,"result":null,"fields":null,"support":1,"origin":"consensus",' +
      '"answers":[{"annotator":"annotator_1","round":1,"guideline_version":1,' +
      '"created_at":"2026-01-01T00:00:00.000Z","result":{"label":"good"},"fields":null}]}\n',
  );
});

test("json is an array of the same records", async () => {
  const items = [givenText("a", { id: "item_1" }), givenText("b", { id: "item_2", status: "excluded" })];

  const { "dataset.json": array = "" } = await exported(json, context, items);
  const { "dataset.jsonl": lines = "" } = await exported(jsonl, context, items);

  expect(JSON.parse(array)).toEqual(items);
  expect(array).toBe(`[\n${lines.trimEnd().replace("\n", ",\n")}\n]\n`);
});

test("a dataset without items is an empty file of lines and an empty array", async () => {
  expect(await exported(jsonl, context, [])).toEqual({ "dataset.jsonl": "" });
  expect(await exported(json, context, [])).toEqual({ "dataset.json": "[]\n" });
});

test("nothing is lost, and images are included if asked for", async () => {
  const images = givenContext("image_classification", ["cat"], { media: true });

  expect(jsonl.loss(givenItem({ answers: [givenAnswer("annotator_1")] }))).toEqual([]);
  expect(json.loss(givenItem())).toEqual([]);
  expect(await exported(jsonl, images, [givenItem(), givenText("no image")])).toMatchObject({
    "images/item_1_street.jpg": "media:aa11",
  });
  expect(Object.keys(await exported(json, images, [givenText("no image")]))).toEqual(["dataset.json"]);
});

function givenAnswer(annotator: string) {
  const created_at = "2026-01-01T00:00:00.000Z";
  return { annotator, round: 1, guideline_version: 1, created_at, result: { label: "good" }, fields: null };
}
