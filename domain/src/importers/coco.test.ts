import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { givenFolder, imported, resultsOf } from "../../test/given-folder.ts";
import { runsDrawn } from "../../test/runs-drawn.ts";
import { coco as exporter } from "../formats/coco.ts";
import { cocoKeypoints } from "../formats/coco-keypoints.ts";
import { datumaro as datumaroExporter } from "../formats/datumaro.ts";
import { encodeRle } from "../run-length.ts";
import { coco } from "./coco.ts";
import { datumaro } from "./datumaro.ts";

function file(rest: object): Record<string, string> {
  const images = [{ id: 7, file_name: "a.jpg", width: 200, height: 100 }];
  const categories = [{ id: 3, name: "car" }];
  return { "instances.json": JSON.stringify({ images, categories, annotations: [], ...rest }) };
}
const box = { id: 1, image_id: 7, category_id: 3, bbox: [1, 2, 3, 4], iscrowd: 0 };

test("boxes of pycocotools' form become objects of their image", async () => {
  expect(await imported(coco, file({ annotations: [box] }))).toEqual({
    annotation_type: "object_detection",
    labels: ["car"],
    type_options: {},
    items: [
      {
        at: "instances.json: images[0]",
        media: "a.jpg",
        text: null,
        external_id: null,
        metadata: {},
        answers: [
          {
            ...{ annotator: null, answered_at: null, active_ms: null, model: null, score: null },
            result: { objects: [{ label: "car", bbox: { x: 1, y: 2, width: 3, height: 4 } }] },
          },
        ],
        lost: [],
      },
    ],
  });
});

test("uncompressed run lengths become compressed ones", async () => {
  const rle = { size: [2, 3], counts: [1, 2, 0, 1, 2] };
  const dataset = await imported(coco, file({ annotations: [{ ...box, segmentation: rle }] }));

  expect(dataset.annotation_type).toBe("semantic_segmentation");
  expect(resultsOf(dataset)).toEqual([{ objects: [{ label: "car", rle: { size: [2, 3], counts: "132" } }] }]);
});

test("of several files those with annotations are read, and never two for the same image", async () => {
  const one = file({ annotations: [box] })["instances.json"] ?? "";
  const empty = file({})["instances.json"] ?? "";

  const { items } = await imported(coco, { "image_info.json": empty, "instances.json": one });
  expect(items).toMatchObject([{ at: "instances.json: images[0]" }]);
  await expect(imported(coco, { "boxes.json": one, "people.json": one })).rejects.toThrow(
    "people.json: names the same image as boxes.json: import one of them",
  );
});

test("an object of several polygons becomes one for each, and that is named", async () => {
  const segmentation = [
    [0, 0, 4, 0, 4, 4],
    [5, 5, 9, 5, 9, 9],
  ];
  const dataset = await imported(coco, file({ annotations: [{ ...box, segmentation }] }));

  expect(resultsOf(dataset)).toMatchObject([{ objects: [{ label: "car" }, { label: "car" }] }]);
  expect(dataset.items).toMatchObject([{ lost: ["which polygons are one object"] }]);
});

test.each([
  ["not JSON", { "a.json": "{" }, "a.json: is not valid JSON"],
  ["no COCO file", { "a.json": "{}" }, "coco: no .json file has the lists `images` and `annotations`"],
  [
    "a category without a name",
    file({ categories: [{ id: 1 }] }),
    "instances.json: categories[0].name: must be a text, not absent",
  ],
])("%s is refused as a whole", async (_name, files, message) => {
  await expect(coco.read({ ...givenFolder(files), size: async () => null })).rejects.toThrow(message);
});

test.each([
  [{ ...box, category_id: 9 }, "instances.json: annotations[0]: its category_id 9 is no id in categories"],
  [{ ...box, bbox: [1, 2, 3] }, "instances.json: annotations[0].bbox: must have 4 numbers, not 3"],
  [{ ...box, image_id: 8 }, "its image_id 8 is no id in images"],
])("the annotation %j is named, and other images are read", async (annotation, fault) => {
  const images = [
    { id: 7, file_name: "a.jpg" },
    { id: 6, file_name: "b.jpg" },
  ];
  const { items } = await imported(coco, file({ images, annotations: [annotation] }));

  expect(items.filter((item) => "fault" in item).map((item) => "fault" in item && item.fault)).toEqual([
    fault,
  ]);
  expect(items.some((item) => "media" in item && item.media === "b.jpg")).toBe(true);
});

const frame = ["#####", "#.#.#", "#####"];
const [outer, ...inner] = [
  [
    [0, 3],
    [0, 0],
    [5, 0],
    [5, 3],
  ],
  ...[1, 3].map((x) => [
    [x, 1],
    [x, 2],
    [x + 1, 2],
    [x + 1, 1],
  ]),
];

test.each([
  ["compressed", encodeRle(runsDrawn(frame), [3, 5])],
  ["uncompressed", { size: [3, 5], counts: [0, 4, 1, 5, 1, 4] }],
])("%s run lengths become outlines with holes", async (_, segmentation) => {
  const dataset = await imported(coco, file({ annotations: [{ ...box, segmentation }] }), "polygon");

  expect(resultsOf(dataset)).toEqual([{ objects: [{ label: "car", points: outer, holes: inner }] }]);
  expect(dataset.items).toMatchObject([{ lost: [] }]);
});

test("a file with polygons and masks is read as polygons, and what a mask loses is named", async () => {
  const polygon = { ...box, segmentation: [[0, 0, 4, 0, 4, 4]] };
  const parts = { ...box, segmentation: { size: [1, 3], counts: [0, 1, 1, 1] }, attributes: { a: 1 } };
  const empty = { ...box, segmentation: { size: [1, 3], counts: [3] } };
  const dataset = await imported(coco, file({ annotations: [polygon, parts, empty] }));

  expect(dataset.annotation_type).toBe("polygon");
  expect(resultsOf(dataset)).toMatchObject([{ objects: [{}, {}, {}] }]);
  expect(dataset.items).toMatchObject([
    { lost: ["attributes", "which polygons are one object", "empty masks"] },
  ]);
});

/** Every second pixel of 2 · 1,001 rows, with a frame around: 1,001 holes. */
const sieve = Array.from({ length: 2_003 }, (_, row) => (row % 2 === 0 ? "###" : "#.#"));

test.each([
  [encodeRle(runsDrawn(sieve), [2_003, 3]), "1001 holes of an outline, and 1000 are allowed"],
  [
    encodeRle(runsDrawn(Array.from({ length: 2_501 }, (_, y) => (y % 2 === 0 ? "##" : "#."))), [2_501, 2]),
    null,
  ],
  [
    encodeRle(runsDrawn(Array.from({ length: 5_001 }, (_, y) => (y % 2 === 0 ? "##" : "#."))), [5_001, 2]),
    "10004 points of an outline, and 10000 are allowed",
  ],
  [
    encodeRle(runsDrawn(Array.from({ length: 20_001 }, (_, y) => (y % 2 === 0 ? "#" : "."))), [20_001, 1]),
    "10001 parts of a mask, and 10000 are allowed",
  ],
  [{ size: [3, 5], counts: "~~" }, "the mask cannot be traced: it has a character that stands for nothing"],
  [
    { size: [3, 5], counts: "0".repeat(2_000_001) },
    "a mask of 2000001 characters, and 2000000 can be traced",
  ],
])("a mask that cannot be traced is a fault that says why (%#)", async (segmentation, fault) => {
  const { items } = await imported(coco, file({ annotations: [{ ...box, segmentation }] }), "polygon");

  expect(items).toMatchObject([fault === null ? { lost: [] } : { fault: expect.stringContaining(fault) }]);
});

test("a small file whose outlines would fill the memory is refused", async () => {
  const pattern = ["#.#.", ".#.#"].map((row) => row.repeat(200_000));
  const segmentation = encodeRle(runsDrawn(pattern), [2, 800_000]);
  const { items } = await imported(coco, file({ annotations: [{ ...box, segmentation }] }), "polygon");

  expect(items).toMatchObject([{ fault: expect.stringContaining("more than 500000 points") }]);
});

const number = fc.double({ min: 0.5, max: 50, noNaN: true });
const objects = fc.array(
  fc.record({
    label: fc.constantFrom("car", "bus"),
    bbox: fc.record({ x: number, y: number, width: number, height: number }),
  }),
  { maxLength: 5 },
);

test("what the exporter writes comes back: boxes with rotation and attributes", async () => {
  await fc.assert(
    fc.asyncProperty(objects, fc.boolean(), async (some, isTurned) => {
      const extra = isTurned ? { attributes: { parked: true, color: "red" } } : {};
      const turned = some.map((object) => ({
        ...object,
        bbox: { ...object.bbox, ...(isTurned ? { rotation: 30 } : {}) },
        ...extra,
      }));
      const result = { objects: turned };
      const files = await exported(exporter, givenContext("object_detection", ["car", "bus"]), [
        givenItem({ result }),
      ]);
      expect(resultsOf(await imported(coco, files, "object_detection"))).toEqual([result]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["a number on an upright box", 5, undefined],
  ["a number on a turned box", 5, 30],
  ["a text on a turned box", "left", 30],
])("an attribute named rotation never turns a box: %s", async (_, rotation, turn) => {
  const bbox = { x: 10, y: 20, width: 30, height: 40, ...(turn === undefined ? {} : { rotation: turn }) };
  const item = givenItem({
    result: { objects: [{ label: "car", bbox, attributes: { rotation, parked: true } }] },
  });
  for (const [format, importer] of [
    [exporter, coco],
    [datumaroExporter, datumaro],
  ] as const) {
    const files = await exported(format, givenContext("object_detection", ["car"]), [item]);

    expect(resultsOf(await imported(importer, files, "object_detection"))).toEqual([
      { objects: [{ label: "car", bbox, attributes: { parked: true } }] },
    ]);
    expect(format.loss(item)).toContain("attributes");
  }
});

test("a text named rotation is an attribute like others", async () => {
  const bbox = { x: 10, y: 20, width: 30, height: 40 };
  const item = givenItem({ result: { objects: [{ label: "car", bbox, attributes: { rotation: "left" } }] } });
  const files = await exported(exporter, givenContext("object_detection", ["car"]), [item]);

  expect(resultsOf(await imported(coco, files))).toEqual([item.result]);
  expect(exporter.loss(item)).not.toContain("attributes");
});

test("what COCO's own files say of an image is its metadata", async () => {
  const images = [
    { id: 7, file_name: "a.jpg", width: 2, height: 1, license: 3, date_captured: "2013-11-14" },
  ];

  expect((await imported(coco, file({ images }))).items).toMatchObject([
    { metadata: { license: 3, date_captured: "2013-11-14" } },
  ]);
});

test("what the exporter writes comes back: keypoints with their names and skeleton", async () => {
  const result = { objects: [{ label: "dog", points: { nose: [10, 20, 2], tail: [30, 40, 1] } }] };
  const files = await exported(cocoKeypoints, givenContext("keypoint", ["dog"]), [givenItem({ result })]);
  const dataset = await imported(coco, files);

  expect(dataset).toMatchObject({
    annotation_type: "keypoint",
    type_options: { keypoints: ["nose", "tail"], skeleton: [["nose", "tail"]] },
  });
  expect(resultsOf(dataset)).toEqual([result]);
});
