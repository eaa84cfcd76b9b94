import { expect, test } from "vitest";
import { exportedBytes, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import { readParquet } from "../../test/read-parquet.ts";
import type { ExportContext, ExportItem } from "./format.ts";
import { parquet } from "./parquet.ts";

const texts = givenContext("text_classification", ["good"]);

test("a row has the item's fields, results as JSON, and the label itself", async () => {
  const answer = { annotator: "annotator_1", round: 1, guideline_version: 1, created_at: "", fields: null };
  const answers = [{ ...answer, result: { label: "good" } }];
  const items = [
    givenText("Zoë 🚗\n", { external_id: "r-1", metadata: { a: [1] }, result: { label: "good" }, answers }),
    givenText("", { id: "item_2", status: "open", result: null, support: null, origin: null }),
  ];

  const { rows } = await table(texts, items);

  expect(rows[0]).toMatchObject({
    id: "item_1",
    external_id: "r-1",
    text: "Zoë 🚗\n",
    line: 1,
    label: "good",
  });
  expect(rows[0]).toMatchObject({
    metadata: '{"a":[1]}',
    result: '{"label":"good"}',
    image_width: null,
    support: 1,
  });
  expect(JSON.parse(rows[0]?.answers)).toEqual(answers);
  expect(rows[1]).toMatchObject({
    text: "",
    status: "open",
    result: null,
    label: null,
    support: null,
    origin: null,
  });
});

test("labels are a list, and objects are counted", async () => {
  const bbox = { x: 1, y: 2, width: 3, height: 4 };
  const boxes = { objects: [{ label: "a", bbox }] };
  const labels = [["a", "b"], [], null].map((labels, index) =>
    givenItem({ id: `item_${index}`, result: labels === null ? null : { labels } }),
  );

  const detected = await table(givenContext("object_detection", []), [
    givenItem({ result: boxes }),
    givenItem(),
  ]);
  const labeled = await table(givenContext("multilabel_classification", []), labels);

  expect(detected.rows.map(({ objects, image_width }) => [objects, image_width])).toEqual([
    [1, 200],
    [null, 200],
  ]);
  expect(labeled.rows.map(({ labels }) => labels ?? null)).toEqual([["a", "b"], [], null]);
});

test("a row group ends after 10,000 rows or eight million characters, and no item gets lost between groups", async () => {
  const many = Array.from({ length: 10_001 }, (_, index) =>
    givenText(`Text ${index}`, { id: `item_${index}` }),
  );
  const long = Array.from({ length: 3 }, (_, index) =>
    givenText("x".repeat(5_000_000), { id: `item_${index}` }),
  );

  const short = await table(texts, many);

  expect(short.groups).toEqual([10_000, 1]);
  expect(short.rows.map(({ id, text }) => [id, text])).toEqual(many.map(({ id, text }) => [id, text]));
  expect((await table(texts, long)).groups).toEqual([2, 1]);
});

test("a dataset without items is a table without rows", async () => {
  expect(await table(texts, [])).toEqual({ rows: [], groups: [] });
});

async function table(context: ExportContext, items: readonly ExportItem[]) {
  const { "dataset.parquet": bytes } = await exportedBytes(parquet, context, items);
  return readParquet(bytes ?? new Uint8Array());
}
