import { expect, test } from "vitest";
import { exported, exportedBytes, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import { readParquet } from "../../test/read-parquet.ts";
import { hfDataset } from "./hf-dataset.ts";
import { inParts } from "./parts.ts";

const context = givenContext("image_classification", ["cat", "dog\nbig"], { certified: false });
const items = [
  givenItem({ result: { label: "cat" } }),
  givenItem({ id: "item_2", status: "open", result: null }),
];

test("without media the items are Parquet, which the card names", async () => {
  const files = await exportedBytes(hfDataset, context, items);
  const card = String(files["README.md"]);

  const { rows } = await readParquet(files["data/train-00000.parquet"] ?? new Uint8Array());
  expect(Object.keys(files)).toEqual(["data/train-00000.parquet", "README.md"]);
  expect(rows.map(({ id, label }) => [id, label])).toEqual([
    ["item_1", "cat"],
    ["item_2", null],
  ]);
  expect(card).toContain('---\npretty_name: "Streets"\nconfigs:\n- config_name: default\n  data_files:\n');
  expect(card).toContain(
    '  - split: train\n    path: "data/train-*.parquet"\ndataset_info:\n  features:\n  - name: id\n    dtype: string\n',
  );
  expect(card).toMatch(
    / {2}- name: support\n {4}dtype: float64\n(?:.*\n)* {2}- name: label\n {4}dtype: string\n---\n/,
  );
  expect(card).toContain(
    "2 items annotated as `image_classification` with Assay: 1 accepted, 1 open, 0 excluded.",
  );
  expect(card).toContain("not certified");
  expect(card).toMatch(/- `label`: the label of `result`\n\n## Labels\n\n1\. cat\n1\. dog big\n$/);
});

test("the card has the license that the owner states", async () => {
  const card = async (license?: string) =>
    String((await exportedBytes(hfDataset, { ...context, license }, items))["README.md"]);
  expect(await card("cc-by-4.0")).toContain('\npretty_name: "Streets"\nlicense: "cc-by-4.0"\nconfigs:\n');
  expect(await card()).not.toContain("license");
});

test("with media the images are a folder with a line of metadata for each", async () => {
  const files = await exported(hfDataset, { ...context, media: true }, items);

  const [first, second] = (files["train/metadata.jsonl"] ?? "").trimEnd().split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({
    file_name: "item_1_street.jpg",
    id: "item_1",
    label: "cat",
  });
  expect(JSON.parse(second ?? "")).toMatchObject({
    file_name: "item_2_street.jpg",
    status: "open",
    label: null,
  });
  expect(files["train/item_1_street.jpg"]).toBe("media:aa11");
  expect(files["README.md"]).toContain('path: "train/**"');
});

test("with media, items that are not all images are Parquet beside their files", async () => {
  const files = await exported(hfDataset, { ...context, media: true }, [...items, givenText("Jane")]);

  expect(Object.keys(files)).toEqual([
    "data/train-00000.parquet",
    "images/item_1_street.jpg",
    "images/item_2_street.jpg",
    "README.md",
  ]);
});

test("parts hold every item once, and there is one for none", async () => {
  async function* numbered(count: number) {
    const items = Array.from({ length: count }, (_, place) => givenItem({ id: `item_${place}` }));
    yield items.slice(0, 1);
    yield [];
    yield items.slice(1);
  }
  const partsOf = async (count: number) => {
    let begun = 0;
    const everySecond = () => {
      begun += 1;
      let read = 0;
      return () => ++read === 2;
    };
    const parts: string[][] = [];
    for await (const part of inParts(numbered(count), everySecond)) {
      const ids: string[] = [];
      for await (const page of part) ids.push(...page.map(({ id }) => id));
      parts.push(ids);
    }
    expect(begun).toBe(parts.length);
    return parts;
  };

  expect(await partsOf(5)).toEqual([["item_0", "item_1"], ["item_2", "item_3"], ["item_4"]]);
  expect(await partsOf(4)).toEqual([
    ["item_0", "item_1"],
    ["item_2", "item_3"],
  ]);
  expect(await partsOf(0)).toEqual([[]]);
});
