import { expect, test } from "vitest";
import { FULL_ITEMS } from "../../test/full-items.ts";
import { exportedBytes, givenContext, givenItem } from "../../test/given-export.ts";
import { folderOfBytes, imported } from "../../test/given-folder.ts";
import type { ExportItem } from "../formats/format.ts";
import { findFormat } from "../formats/registry.ts";
import { findImporter } from "./registry.ts";

async function importedFrom(name: string, type: string, item: ExportItem) {
  const [format, importer] = [findFormat(name), findImporter(name)];
  if (format === undefined || importer === undefined) throw new RangeError(`there is no format ${name}`);
  const files = await exportedBytes(format, givenContext(type, ["a", "b"], { media: true }), [item]);
  return imported(importer, folderOfBytes(files), type);
}

test.each(["jsonl", "csv", "parquet", "label_studio"])(
  "a conversation comes back from %s",
  async (format) => {
    const item = FULL_ITEMS.ranking;
    if (item === undefined) throw new RangeError("there is no ranking");
    const { items } = await importedFrom(format, "ranking", item);

    expect(items).toMatchObject([
      {
        media: null,
        text: null,
        conversation: item.conversation,
        external_id: "a-1",
        metadata: { source: "web" },
      },
    ]);
  },
);

test.each(["label_studio", "datumaro"])(
  "an image of %s has the name of its upload, its id and its metadata",
  async (format) => {
    const item = givenItem({ external_id: "a-1", metadata: { source: "web" }, result: { label: "a" } });
    const { items } = await importedFrom(format, "image_classification", item);

    expect(items).toMatchObject([
      {
        media: "street.jpg",
        exported_media: expect.stringMatching(/item_1_street\.jpg$/),
        external_id: "a-1",
        metadata: { source: "web" },
      },
    ]);
  },
);

test("an item of Datumaro that nobody has answered has no answer", async () => {
  const { items } = await importedFrom("datumaro", "object_detection", givenItem({ status: "open" }));

  expect(items).toMatchObject([{ answers: [] }]);
});

test.each(["cvat_xml", "datumaro"])("an image of %s with two labels has both", async (name) => {
  const item = givenItem({ result: { labels: ["a", "b"] } });
  const [format, importer] = [findFormat(name), findImporter(name)];
  if (format === undefined || importer === undefined) throw new RangeError(`there is no format ${name}`);
  const context = givenContext("multilabel_classification", ["a", "b"], { media: true });
  const files = folderOfBytes(await exportedBytes(format, context, [item]));

  expect(await imported(importer, files)).toMatchObject({
    annotation_type: "multilabel_classification",
    items: [{ answers: [{ result: { labels: ["a", "b"] } }], lost: [] }],
  });
  const [single] = (await imported(importer, files, "image_classification")).items;
  expect(single).toMatchObject({
    answers: [{ result: { label: "a" } }],
    lost: [expect.stringMatching(/^further/)],
  });
});
