import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { imageFolder } from "./image-folder.ts";

const context = givenContext("image_classification", ["cat", "a/b", "CAT"]);

test("each label is a folder of images, beside a table of them", async () => {
  const items = [
    givenItem({ external_id: "e,1", group: "g", result: { label: "a/b" } }),
    givenItem({ id: "item_2", result: { label: "CAT" } }),
    givenItem({ id: "item_3", status: "open" }),
  ];

  expect(await exported(imageFolder, context, items)).toEqual({
    "train/metadata.csv": [
      "file_name,label,id,external_id,file_id,file_filename,file_sha256,file_width,file_height,",
      "group,origin,model,support\n",
      'a%2Fb/item_1_street.jpg,a/b,item_1,"e,1",file_1,street.jpg,aa11,200,100,g,consensus,,1\n',
      "%label_3/item_2_street.jpg,CAT,item_2,,file_1,street.jpg,aa11,200,100,,consensus,,1\n",
    ].join(""),
    "train/a%2Fb/item_1_street.jpg": "media:aa11",
    "train/%label_3/item_2_street.jpg": "media:aa11",
  });
});

test("counts as lost what the table has no column for, and items without a label", () => {
  const open = givenItem({ status: "open", support: null, origin: null });

  expect(imageFolder.loss(givenItem({ result: { label: "cat" } }))).toEqual([
    "batch_id",
    "file.content_type",
  ]);
  expect(imageFolder.loss(open)).toEqual(["status", "batch_id", "file.content_type"]);
});

test("a label outside the categories is refused", async () => {
  await expect(exported(imageFolder, context, [givenItem({ result: { label: "cow" } })])).rejects.toThrow(
    new RangeError('item_1: label "cow" is not among the categories'),
  );
});
