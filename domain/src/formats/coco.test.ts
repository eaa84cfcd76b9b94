import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { coco } from "./coco.ts";
import { polygonRle } from "./fill.ts";

const context = givenContext("object_detection", ["car", "bus"]);
const car = { label: "car", bbox: { x: 10, y: 20, width: 30, height: 40 } };
const turned = {
  label: "bus",
  bbox: { x: 0.5, y: 1, width: 4, height: 2.5, rotation: 30 },
  attributes: { on: 1 },
};

test("images and annotations count from 1, and categories follow the context", async () => {
  const items = [
    givenItem({ external_id: "e1", result: { objects: [car, turned] } }),
    givenItem({ id: "item_2", result: { objects: [] } }),
    givenItem({ id: "item_3", status: "open" }),
    givenItem({ id: "item_4", result: { objects: [car] } }),
  ];
  const image = (id: number, external_id: string | null, status: string) =>
    `{"id":${id},"file_name":"item_${id}_street.jpg","width":200,"height":100,"assay_id":"item_${id}",` +
    `"external_id":${JSON.stringify(external_id)},"file_id":"file_1",` +
    `"original_file_name":"street.jpg","status":"${status}"}`;

  expect(await exported(coco, context, items)).toEqual({
    "dataset.coco.json": [
      '{"info":{"description":"Streets","project_id":"project_1","certified":true},\n',
      '"licenses":[],\n',
      '"categories":[\n{"id":1,"name":"car","supercategory":""},\n{"id":2,"name":"bus","supercategory":""}],\n',
      `"images":[\n${image(1, "e1", "accepted")},\n${image(2, null, "accepted")},\n`,
      `${image(3, null, "open")},\n${image(4, null, "accepted")}],\n`,
      '"annotations":[\n',
      '{"id":1,"image_id":1,"category_id":1,"bbox":[10,20,30,40],"area":1200,"iscrowd":0,"segmentation":[]},\n',
      '{"id":2,"image_id":1,"category_id":2,"bbox":[0.5,1,4,2.5],"area":10,"iscrowd":0,"segmentation":[],',
      '"attributes":{"on":1,"rotation":30}},\n',
      '{"id":3,"image_id":4,"category_id":1,"bbox":[10,20,30,40],"area":1200,"iscrowd":0,"segmentation":[]}',
      "]}\n",
    ].join(""),
  });
});

test("a polygon is written with its box and its area, and with holes as the pixels that it encloses", async () => {
  const points: [number, number][] = [
    [10, 20],
    [40, 20],
    [40, 60.5],
  ];
  const whole = givenItem({ result: { objects: [{ label: "bus", points }] } });
  const hole: [number, number][] = [
    [38, 22],
    [39, 22],
    [39, 24],
  ];
  const withHole = givenItem({ result: { objects: [{ label: "bus", points, holes: [hole] }] } });
  const outlines = givenContext("polygon", ["car", "bus"]);

  const { "dataset.coco.json": text = "" } = await exported(coco, outlines, [whole, withHole]);

  const annotation = {
    category_id: 2,
    bbox: [10, 20, 30, 40.5],
    area: 607.5,
    iscrowd: 0,
    segmentation: [[10, 20, 40, 20, 40, 60.5]],
  };
  expect(JSON.parse(text).annotations).toEqual([
    { id: 1, image_id: 1, ...annotation },
    {
      ...{ id: 2, image_id: 2, ...annotation, area: 606.5 },
      segmentation: polygonRle(withHole, { label: "bus", points, holes: [hole] }),
    },
  ]);
  expect(coco.loss(whole)).not.toContain("points");
  expect(coco.loss(withHole)).toContain("points");
});

test("the file stays JSON with quotes, line ends and emoji in labels and names", async () => {
  const label = 'the "red"\n🚗, {car}';
  const { file } = givenItem();
  const item = givenItem({
    file: { ...file, filename: '"\n🚗.jpg' },
    result: { objects: [{ ...car, label }] },
  });

  const { "dataset.coco.json": text = "" } = await exported(coco, givenContext("object_detection", [label]), [
    item,
  ]);

  expect(JSON.parse(text)).toMatchObject({
    categories: [{ id: 1, name: label }],
    images: [{ file_name: "item_1.jpg", original_file_name: '"\n🚗.jpg' }],
    annotations: [{ category_id: 1 }],
  });
});

test("no items and no categories make an empty dataset", async () => {
  const { "dataset.coco.json": text = "" } = await exported(coco, givenContext("object_detection", []), []);

  expect(JSON.parse(text)).toMatchObject({ categories: [], images: [], annotations: [] });
});

test("a label outside the categories is refused, and the message names item and label", async () => {
  const item = givenItem({ id: "item_7", result: { objects: [{ ...car, label: "tram" }] } });

  await expect(exported(coco, context, [item])).rejects.toThrow(
    new RangeError('item_7: label "tram" is not among the categories'),
  );
});

test("a result that is not a detection is refused", async () => {
  await expect(exported(coco, context, [givenItem({ result: { label: "car" } })])).rejects.toThrow(TypeError);
});

test("images are under their names in the dataset", async () => {
  const files = await exported(coco, { ...context, media: true }, [givenItem(), givenItem({ id: "item_2" })]);

  expect(Object.keys(files)).toEqual([
    "dataset.coco.json",
    "images/item_1_street.jpg",
    "images/item_2_street.jpg",
  ]);
});

test("reports what COCO cannot represent as lost, if the item has it", () => {
  const item = givenItem({ group: "g", metadata: { a: 1 }, result: { objects: [turned] } });
  const always = ["file.content_type", "file.sha256", "support", "origin"];

  expect(coco.loss(givenItem())).toEqual(["batch_id", ...always]);
  expect(coco.loss(item)).toEqual(["batch_id", "group", "metadata", ...always]);
});

test("a mask is written unchanged, with its box and the number of its pixels", async () => {
  const rle = { size: [2, 3], counts: "2111" };
  const item = givenItem({ result: { objects: [{ label: "car", rle }] } });
  const files = await exported(coco, givenContext("semantic_segmentation", ["car"]), [item]);

  const { annotations } = JSON.parse(files["dataset.coco.json"] ?? "");
  expect(annotations).toEqual([
    { id: 1, image_id: 1, category_id: 1, bbox: [1, 0, 2, 2], area: 3, iscrowd: 0, segmentation: rle },
  ]);
});
