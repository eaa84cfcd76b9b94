import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { cocoKeypoints } from "./coco-keypoints.ts";

const context = givenContext("keypoint", ["cat"]);
const project = { ...context.project, type_options: {} };
const item = givenItem({
  result: { objects: [{ label: "cat", points: { tail: [30, 25, 1], ear: [7, 7, 0], nose: [10, 20, 2] } }] },
});

async function datasetOf(given = context) {
  const { "dataset.coco.json": text = "" } = await exported(cocoKeypoints, given, [item, givenItem()]);
  return JSON.parse(text);
}

test("points are in the project's order and joined by its skeleton", async () => {
  const { categories, annotations } = await datasetOf();
  expect(categories).toEqual([
    { id: 1, name: "cat", supercategory: "", keypoints: ["nose", "tail"], skeleton: [[1, 2]] },
  ]);
  expect(annotations).toEqual([
    {
      ...{ id: 1, image_id: 1, category_id: 1 },
      ...{ bbox: [10, 20, 20, 5], area: 100, iscrowd: 0, segmentation: [] },
      ...{ keypoints: [10, 20, 2, 30, 25, 1], num_keypoints: 2 },
    },
  ]);
});

test("without named keypoints the file lists those that occur; unlabeled ones are 0, 0, 0", async () => {
  const { categories, annotations } = await datasetOf({ ...context, project });
  expect(categories).toMatchObject([{ keypoints: ["ear", "nose", "tail"], skeleton: [] }]);
  expect(annotations).toMatchObject([{ keypoints: [0, 0, 0, 10, 20, 2, 30, 25, 1], num_keypoints: 2 }]);
});

test("a result of another type is refused", async () => {
  const other = givenItem({ result: { label: "cat" } });
  await expect(exported(cocoKeypoints, context, [other])).rejects.toThrow(TypeError);
});

test("reports what the format cannot represent", () => {
  expect(cocoKeypoints.loss(givenItem({ group: "g" }))).toContain("group");
});
