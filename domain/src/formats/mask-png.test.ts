import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { encodeRle } from "../run-length.ts";
import { maskPngs } from "./mask-png.ts";

const labels = ["cat", "background"];
const square = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const mask = (label: string, from: number, to: number) => ({
  label,
  rle: encodeRle(Float64Array.of(from, to), [100, 200]),
});

test("outlines have a map of classes and one of objects, in the layout of PASCAL VOC", async () => {
  const items = [
    givenItem({ result: { objects: [{ label: "cat", points: square(0, 0, 9) }] } }),
    givenItem({ id: "item_2", result: { objects: [] } }),
    givenItem({ id: "item_3", status: "open" }),
  ];

  const files = await exported(maskPngs, givenContext("polygon", labels, { media: true }), items);

  expect(Object.keys(files)).toEqual([
    "dataset_meta.json",
    "items.csv",
    "ImageSets/Segmentation/train.txt",
    "SegmentationClass/item_1_street.png",
    "SegmentationObject/item_1_street.png",
    "JPEGImages/item_1_street.jpg",
    "SegmentationClass/item_2_street.png",
    "SegmentationObject/item_2_street.png",
    "JPEGImages/item_2_street.jpg",
  ]);
  expect(files["ImageSets/Segmentation/train.txt"]).toBe("item_1_street\nitem_2_street\n");
  expect(JSON.parse(files["dataset_meta.json"] ?? "")).toEqual({
    labels: ["background_", "cat", "background"],
    label_map: { 0: "background_", 1: "cat", 2: "background" },
    segmentation_colors: [
      [0, 0, 0],
      [128, 0, 0],
      [0, 128, 0],
    ],
    background_label: "0",
  });
});

test("masks have a map of classes only", async () => {
  const items = [givenItem({ result: { objects: [mask("cat", 0, 5)] } })];

  const files = await exported(maskPngs, givenContext("semantic_segmentation", labels), items);

  expect(Object.keys(files)).toEqual([
    "dataset_meta.json",
    "items.csv",
    "ImageSets/Segmentation/train.txt",
    "SegmentationClass/item_1_street.png",
  ]);
});

test("masks that are instances also have a map of objects", async () => {
  const items = [givenItem({ result: { objects: [mask("cat", 0, 5), mask("cat", 9, 12)] } })];
  const { project, ...context } = givenContext("semantic_segmentation", labels);
  const instances = { ...context, project: { ...project, type_options: { instances: true } } };

  const files = await exported(maskPngs, instances, items);

  expect(Object.keys(files)).toContain("SegmentationObject/item_1_street.png");
});

test("counts points of outlines, and objects that cover others, as lost", () => {
  const always = ["batch_id", "file.content_type", "support", "origin"];
  const lossOf = (objects: readonly object[]) => maskPngs.loss(givenItem({ result: { objects } }));
  const cat = { label: "cat", points: square(0, 0, 9) };

  expect(lossOf([])).toEqual(always);
  expect(lossOf([cat, { label: "cat", points: square(9, 0, 9) }])).toEqual([...always, "points"]);
  expect(lossOf([cat, { label: "cat", points: square(8, 0, 9) }])).toEqual([...always, "points", "overlaps"]);
  expect(lossOf([mask("cat", 0, 9), mask("background", 9, 12)])).toEqual(always);
  expect(lossOf([mask("cat", 0, 9), mask("cat", 8, 12)])).toEqual(always);
  expect(lossOf([mask("cat", 0, 9), mask("background", 8, 12)])).toEqual([...always, "overlaps"]);
  expect(maskPngs.loss(givenItem({ status: "open" }))).toContain("status");
});

test("counts masks of one label that cover each other as lost only where they are instances", () => {
  const item = givenItem({ result: { objects: [mask("cat", 0, 9), mask("cat", 8, 12)] } });
  const apart = givenItem({ result: { objects: [mask("cat", 0, 9), mask("cat", 9, 12)] } });
  const instances = { type_options: { instances: true } };

  expect(maskPngs.loss(item, instances)).toContain("overlaps");
  expect(maskPngs.loss(item, { type_options: {} })).not.toContain("overlaps");
  expect(maskPngs.loss(apart, instances)).not.toContain("overlaps");
});

test("a label outside the categories is refused", async () => {
  const item = givenItem({ result: { objects: [mask("cow", 0, 5)] } });

  await expect(exported(maskPngs, givenContext("semantic_segmentation", labels), [item])).rejects.toThrow(
    new RangeError('item_1: label "cow" is not among the categories'),
  );
});
