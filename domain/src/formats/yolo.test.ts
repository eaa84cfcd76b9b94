import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { yolo, yoloObb } from "./yolo.ts";
import { yoloLine } from "./yolo-line.ts";
import { mirrored } from "./yolo-yaml.ts";

const detection = givenContext("object_detection", ["car", "bus"]);
const classification = givenContext("image_classification", ["cat", "dog"]);
const car = { label: "car", bbox: { x: 20, y: 10, width: 100, height: 50 } };

test("a detection is data.yaml, an index, and a label file per accepted item", async () => {
  const bus = { label: "bus", bbox: { x: 0, y: 0, width: 200, height: 100 } };
  const items = [
    givenItem({ external_id: "e,1", result: { objects: [car, bus] } }),
    givenItem({ id: "item_2", result: { objects: [] } }),
    givenItem({ id: "item_3", status: "excluded" }),
    givenItem({ id: "item_4", status: "open" }),
  ];

  expect(await exported(yolo, detection, items)).toEqual({
    "data.yaml": [
      "# All images are in train. Split off a validation set of your own before you trust its figures.\n",
      'train: images/train\nval: images/train\nnc: 2\nnames:\n  0: "car"\n  1: "bus"\n',
    ].join(""),
    "items.csv": [
      "path,id,external_id,file_id,file_filename,file_sha256,file_width,file_height\n",
      'images/train/item_1_street.jpg,item_1,"e,1",file_1,street.jpg,aa11,200,100\n',
      "images/train/item_2_street.jpg,item_2,,file_1,street.jpg,aa11,200,100\n",
    ].join(""),
    "labels/train/item_1_street.txt":
      "0 0.35000000 0.35000000 0.50000000 0.50000000\n1 0.50000000 0.50000000 1.00000000 1.00000000\n",
    "labels/train/item_2_street.txt": "",
  });
});

test("each image is next to its label file if media is included", async () => {
  const files = await exported(yolo, { ...detection, media: true }, [
    givenItem({ result: { objects: [car] } }),
  ]);

  expect(files).toMatchObject({ "images/train/item_1_street.jpg": "media:aa11" });
  expect(Object.keys(files).slice(2)).toEqual([
    "labels/train/item_1_street.txt",
    "images/train/item_1_street.jpg",
  ]);
});

test("a classification is a folder of images per class", async () => {
  const items = [
    givenItem({ result: { label: "dog" } }),
    givenItem({ id: "item_2", result: { label: "cat" } }),
    givenItem({ id: "item_3", status: "excluded", excluded_reason: "blurred" }),
  ];

  expect(await exported(yolo, classification, items)).toEqual({
    "items.csv": [
      "path,label,id,external_id,file_id,file_filename,file_sha256,file_width,file_height\n",
      "train/dog/item_1_street.jpg,dog,item_1,,file_1,street.jpg,aa11,200,100\n",
      "train/cat/item_2_street.jpg,cat,item_2,,file_1,street.jpg,aa11,200,100\n",
    ].join(""),
    "train/dog/item_1_street.jpg": "media:aa11",
    "train/cat/item_2_street.jpg": "media:aa11",
  });
});

test("names in data.yaml are ASCII, whatever the labels contain", async () => {
  const labels = ['a "b"\n: # c', "猫\u0085", "🚗", "\\"];

  const { "data.yaml": yaml } = await exported(yolo, givenContext("object_detection", labels), []);

  expect(yaml).toContain(
    'names:\n  0: "a \\"b\\"\\n: # c"\n  1: "\\u732b\\u0085"\n  2: "\\U0001f697"\n  3: "\\\\"\n',
  );
});

test("reading a line back gives the box within a millionth of the image's side", () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const portion = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(side, side, fc.tuple(portion, portion, portion, portion), (width, height, [a, b, c, d]) => {
      const { file } = givenItem();
      const item = givenItem({ file: { ...file, width, height } });
      const box = { x: a * width, y: b * height, width: c * (1 - a) * width, height: d * (1 - b) * height };

      const line = yoloLine(item, 3, box);

      expect(line).toMatch(/^3( [01]\.\d{8}){4}\n$/);
      const [, cx = 0, cy = 0, w = 0, h = 0] = line.split(" ").map(Number);
      expect(Math.max(cx, cy, w, h)).toBeLessThanOrEqual(1);
      expect(Math.abs(cx - w / 2 - box.x / width)).toBeLessThan(1e-6);
      expect(Math.abs(cy - h / 2 - box.y / height)).toBeLessThan(1e-6);
      expect(Math.abs(w - box.width / width)).toBeLessThan(1e-6);
      expect(Math.abs(h - box.height / height)).toBeLessThan(1e-6);
    }),
  );
});

test("a rotated box is written as the upright box around it, clipped to the image", () => {
  const around = { x: 80, y: 40, width: 40, height: 20, rotation: 90 };
  const beyond = { x: 0, y: 40, width: 40, height: 100, rotation: 90 };

  expect(yoloLine(givenItem(), 0, around)).toBe("0 0.50000000 0.50000000 0.10000000 0.40000000\n");
  expect(yoloLine(givenItem(), 0, beyond)).toBe("0 0.17500000 0.85000000 0.35000000 0.30000000\n");
});

test("boxes of an image of unknown size are refused", async () => {
  const { file } = givenItem();
  const item = givenItem({ file: { ...file, width: null }, result: { objects: [car] } });

  await expect(exported(yolo, detection, [item])).rejects.toThrow(
    "item_1: the size of its image is not known",
  );
});

test("a label outside the categories is refused, and the message names item and label", async () => {
  const boxes = givenItem({ id: "item_7", result: { objects: [{ ...car, label: "tram" }] } });
  const label = givenItem({ id: "item_8", result: { label: "cow" } });

  await expect(exported(yolo, detection, [boxes])).rejects.toThrow(
    new RangeError('item_7: label "tram" is not among the categories'),
  );
  await expect(exported(yolo, classification, [label])).rejects.toThrow(
    new RangeError('item_8: label "cow" is not among the categories'),
  );
});

test("an omitted item counts as a lost status, and rotations and attributes as lost", () => {
  const always = ["batch_id", "file.content_type", "support", "origin"];
  const bbox = { ...car.bbox, rotation: 10 };

  expect(yolo.loss(givenItem({ result: { objects: [car] } }))).toEqual(always);
  expect(yolo.loss(givenItem({ result: { label: "cat" } }))).toEqual(always);
  expect(yolo.loss(givenItem({ status: "open", support: null, origin: null }))).toEqual([
    "status",
    "batch_id",
    "file.content_type",
  ]);
  expect(
    yolo.loss(givenItem({ result: { objects: [car, { ...car, bbox, attributes: { a: 1 } }] } })),
  ).toEqual([...always, "attributes", "rotation"]);
});

test("an image of a type that readers of YOLO skip counts as lost", () => {
  const lossOf = (content_type: string) => {
    const item = givenItem({ result: { objects: [] } });
    return yolo.loss({ ...item, file: { ...item.file, content_type } });
  };

  expect(["image/gif", "image/avif"].map((type) => lossOf(type).includes("image"))).toEqual([true, true]);
  expect(["image/jpeg", "image/png"].map((type) => lossOf(type).includes("image"))).toEqual([false, false]);
});

test("a segmentation has a line of points per outline, and a hole is joined by a seam", async () => {
  const points = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];
  const hole = [
    [90, 80],
    [80, 90],
    [80, 80],
  ];
  const plain = { label: "bus", points: points.slice(1) };
  const items = [givenItem({ result: { objects: [plain, { label: "car", points, holes: [hole] }] } })];

  const files = await exported(yolo, givenContext("polygon", ["car", "bus"]), items);

  const lines = files["labels/train/item_1_street.txt"]?.trimEnd().split("\n");
  const seamed = [[0, 0], [100, 0], [100, 100], ...hole, [90, 80], [100, 100], [0, 100]];
  const shares = (ring: number[][]) =>
    ring.map(([x = 0, y = 0]) => `${(x / 200).toFixed(8)} ${(y / 100).toFixed(8)}`).join(" ");
  expect(lines).toEqual([`1 ${shares(plain.points)}`, `0 ${shares(seamed)}`]);
  expect(items.map((item) => yolo.loss(item))).toEqual([expect.arrayContaining(["holes"])]);
});

test("a pose has the box around its labeled points, then every point", async () => {
  const objects = [
    { label: "cat", points: { tail: [20, 30, 1], nose: [60, 50, 2] } },
    { label: "cat", points: { nose: [10, 10, 2], tail: [99, 99, 0] } },
  ];
  const files = await exported(yolo, givenContext("keypoint", ["cat"]), [givenItem({ result: { objects } })]);

  expect(files["labels/train/item_1_street.txt"]).toBe(
    [
      "0 0.20000000 0.40000000 0.20000000 0.20000000 0.30000000 0.50000000 2 0.10000000 0.30000000 1\n",
      "0 0.05000000 0.10000000 0.00000000 0.00000000 0.05000000 0.10000000 2 0 0 0\n",
    ].join(""),
  );
  expect(files["data.yaml"]).toContain(
    'kpt_shape: [2, 3]\nflip_idx: [0, 1]\nkpt_names:\n  0: ["nose", "tail"]\nnc: 1\n',
  );
});

test("an oriented box has its corners, clockwise from the one at the top left before rotation", async () => {
  const around = { label: "car", bbox: { x: 80, y: 40, width: 40, height: 20, rotation: 90 } };
  const items = [givenItem({ result: { objects: [around] } }), givenItem({ id: "item_2", status: "open" })];

  const files = await exported(yoloObb, detection, items);

  expect(Object.keys(files)).toEqual(["data.yaml", "items.csv", "labels/train/item_1_street.txt"]);
  expect(files["labels/train/item_1_street.txt"]).toBe(
    "0 0.55000000 0.30000000 0.55000000 0.70000000 0.45000000 0.70000000 0.45000000 0.30000000\n",
  );
  expect(items.map((item) => yoloObb.loss(item).includes("status"))).toEqual([false, true]);
  expect(items.flatMap((item) => yoloObb.loss(item))).not.toContain("rotation");
});

test("corners of a box that reaches over more than a side of the image are clipped, and count as lost", async () => {
  const bbox = { x: 0, y: 40, width: 150, height: 20, rotation: 90 };
  const item = givenItem({ result: { objects: [{ label: "car", bbox }] } });

  const files = await exported(yoloObb, detection, [item]);

  expect(files["labels/train/item_1_street.txt"]).toBe(
    "0 0.42500000 0.00000000 0.42500000 1.00000000 0.32500000 1.00000000 0.32500000 0.00000000\n",
  );
  expect(yoloObb.loss(item)).toContain("bbox");
});

test.each([
  [
    ["nose", "left_eye", "right_eye"],
    [0, 2, 1],
  ],
  [
    ["Left Eye", "Right Eye", "LEFT", "RIGHT"],
    [1, 0, 3, 2],
  ],
  [
    ["l_ear", "r_ear", "eye.L", "eye.R", "tail"],
    [1, 0, 3, 2, 4],
  ],
  [
    ["left_paw", "lip", "rear", "right"],
    [0, 1, 2, 3],
  ],
  [[], []],
])("mirrored, the points %j are %j", (names, places) => {
  expect(mirrored(names)).toEqual(places);
});
