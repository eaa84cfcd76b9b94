import { expect, test } from "vitest";
import { exported, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { datumaro as importer } from "../importers/datumaro.ts";
import { datumaro } from "./datumaro.ts";
import { polygonRle } from "./fill.ts";

const LABELS = ["cat", 'a "b"\u2028'];
const POINTS = [
  [0, 0.25],
  [50, 0],
  [50, 60],
] satisfies [number, number][];
const HOLE = [
  [40, 10],
  [45, 10],
  [45, 20],
] satisfies [number, number][];

const OBJECTS: Readonly<Record<string, readonly object[]>> = {
  object_detection: [
    { label: LABELS[1], bbox: { x: 0.1, y: 2, width: 3, height: 4, rotation: -30 }, attributes: { on: 1 } },
    { label: "cat", bbox: { x: 1 / 3, y: 2, width: 3, height: 4 } },
  ],
  polygon: [{ label: "cat", points: POINTS }],
  semantic_segmentation: [{ label: "cat", rle: { size: [2, 3], counts: "2111" } }],
  keypoint: [
    { label: "cat", points: { nose: [1, 2.5, 2], tail: [3, 4, 1] } },
    { label: LABELS[1], points: { tail: [5, 6, 2] } },
  ],
};

test.each(Object.entries(OBJECTS))("reading %s back gives the same", async (type, objects) => {
  const files = await exported(datumaro, givenContext(type, LABELS), [givenItem({ result: { objects } })]);

  const dataset = await imported(importer, files, type);

  expect(dataset.labels).toEqual(LABELS);
  expect(resultsOf(dataset)).toEqual([{ objects }]);
});

test("every image is there with the facts of its item, also without a label", async () => {
  const items = [
    givenItem({ external_id: "e1", group: "g", metadata: { a: 1 }, result: { label: "cat" } }),
    givenItem({ id: "item_2", status: "excluded", excluded_reason: "blurred", support: null, origin: null }),
    givenText("a text", { id: "item_3" }),
  ];
  const context = givenContext("image_classification", LABELS, { media: true });

  const { "annotations/train.json": json = "", ...images } = await exported(datumaro, context, items);

  expect(images).toEqual({
    "images/train/item_1_street.jpg": "media:aa11",
    "images/train/item_2_street.jpg": "media:aa11",
  });
  expect(JSON.parse(json)).toMatchObject({
    categories: { label: { labels: LABELS.map((name) => ({ name, parent: "" })) } },
    items: [
      {
        id: "item_1_street",
        annotations: [{ id: 0, type: "label", label_id: 0, group: 0, attributes: {} }],
        attr: { id: "item_1", external_id: "e1", group: "g", metadata: { a: 1 }, file: { sha256: "aa11" } },
        image: { path: "item_1_street.jpg", size: [100, 200] },
      },
      { annotations: [], attr: { id: "item_2", status: "excluded", excluded_reason: "blurred" } },
    ],
  });
  expect(datumaro.loss(items[0] ?? givenItem())).toEqual([]);
  expect(datumaro.loss(items[2] ?? givenItem())).toEqual(["status", "line", "text"]);
});

test("an outline with holes is a mask, and its points count as lost", async () => {
  const holed = { label: "cat", points: POINTS, holes: [HOLE] };
  const item = givenItem({ result: { objects: [holed] } });

  const { "annotations/train.json": json = "" } = await exported(datumaro, givenContext("polygon", LABELS), [
    item,
  ]);

  expect(JSON.parse(json).items[0].annotations).toMatchObject([
    { type: "mask", label_id: 0, rle: polygonRle(item, holed) },
  ]);
  expect(datumaro.loss(item)).toEqual(["points"]);
});

test("keypoints have names, and lines that count from 1", async () => {
  const { "annotations/train.json": json = "" } = await exported(
    datumaro,
    givenContext("keypoint", ["cat"]),
    [],
  );

  expect(JSON.parse(json).categories.points).toEqual({
    items: [{ label_id: 0, labels: ["nose", "tail"], joints: [[1, 2]], positions: [] }],
  });
});

test("a label outside the categories is refused", async () => {
  const item = givenItem({ result: { label: "cow" } });

  await expect(exported(datumaro, givenContext("image_classification", LABELS), [item])).rejects.toThrow(
    new RangeError('item_1: label "cow" is not among the categories'),
  );
});
