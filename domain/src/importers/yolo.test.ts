import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { yolo as exporter } from "../formats/yolo.ts";
import { yolo } from "./yolo.ts";

const yaml = "names:\n  0: car\n  1: bus\n";
const given = (line: string, more: Record<string, string> = {}) => ({
  "data.yaml": yaml,
  "images/train/a.jpg": "",
  "labels/train/a.txt": line,
  ...more,
});

test("a box is shares of the image; an image without labels is background", async () => {
  const dataset = await imported(yolo, given("1 0.5 0.5 0.2 0.4\n", { "images/train/b.jpg": "" }));

  expect(dataset).toMatchObject({ annotation_type: "object_detection", labels: ["car", "bus"] });
  expect(resultsOf(dataset)).toEqual([
    { objects: [{ label: "bus", bbox: { x: 80, y: 30, width: 40, height: 40 } }] },
    { objects: [] },
  ]);
});

test("names keep their numbers where some are missing, and a class without a name is a fault", async () => {
  const named = (line: string) => ({ ...given(line), "data.yaml": "names:\n  0: car\n  2: bus\n" });

  const dataset = await imported(yolo, named("2 0.5 0.5 0.2 0.4\n"));
  expect(dataset.labels).toEqual(["car", "bus"]);
  expect(resultsOf(dataset)).toMatchObject([{ objects: [{ label: "bus" }] }]);
  expect((await imported(yolo, named("1 0.5 0.5 0.2 0.4\n"))).items).toMatchObject([
    { fault: expect.stringContaining("1") },
  ]);
});

test.each(["names: {first: car}\n", "names: {-1: car}\n", "names: {0: [car]}\n"])(
  "%j does not name the classes by their numbers",
  async (yaml) => {
    await expect(imported(yolo, { ...given(""), "data.yaml": yaml })).rejects.toThrow(/^data\.yaml: names/);
  },
);

test("an outline, and an oriented box where boxes are wanted", async () => {
  const line = "0 0.1 0.1 0.3 0.1 0.3 0.5 0.1 0.5\n";

  expect(resultsOf(await imported(yolo, given(line)))).toEqual([
    {
      objects: [
        {
          label: "car",
          points: [
            [20, 10],
            [60, 10],
            [60, 50],
            [20, 50],
          ],
        },
      ],
    },
  ]);
  expect(resultsOf(await imported(yolo, given(line), "object_detection"))).toMatchObject([
    { objects: [{ label: "car", bbox: { x: 20, y: 10, width: 40, height: 40 } }] },
  ]);
});

test("keypoints by kpt_shape", async () => {
  const files = { ...given("0 0.5 0.5 1 1 0.1 0.2 2 0 0 0\n"), "data.yaml": `${yaml}kpt_shape: [2, 3]\n` };
  const dataset = await imported(yolo, files);

  expect(dataset).toMatchObject({
    annotation_type: "keypoint",
    type_options: { keypoints: ["point_1", "point_2"] },
  });
  expect(resultsOf(dataset)).toEqual([{ objects: [{ label: "car", points: { point_1: [20, 20, 2] } }] }]);
});

test("a folder of images for each class", async () => {
  const dataset = await imported(yolo, { "train/cat/1.jpg": "", "train/dog/2.jpg": "" });

  expect(dataset).toMatchObject({ annotation_type: "image_classification", labels: ["cat", "dog"] });
  expect(resultsOf(dataset)).toEqual([{ label: "cat" }, { label: "dog" }]);
});

test.each([
  ["7 0.5 0.5 0.2 0.4", "line 1: class 7 is not named in data.yaml"],
  ["0 0.5 0.5 0.2", "line 1: a box has 4 numbers after its class, an oriented one 8, not 3"],
  ["0 0.5 zero 0.2 0.4", "line 1: has something that is not a number"],
])("the line %s is named with its file, and other images are read", async (line, fault) => {
  const { items } = await imported(yolo, given(line, { "images/train/b.jpg": "" }), "object_detection");

  expect(items).toMatchObject([
    { at: "labels/train/a.txt", fault: fault.startsWith("line") ? expect.stringContaining(fault) : fault },
    { media: "images/train/b.jpg" },
  ]);
});

test("a label file without an image is named", async () => {
  const { items } = await imported(yolo, { "data.yaml": yaml, "labels/train/a.txt": "0 0.5 0.5 0.2 0.4\n" });

  expect(items).toEqual([
    { at: "labels/train/a.txt", fault: "there is no image of this name in the folder" },
  ]);
});

test("what the exporter writes comes back to a thousandth of a pixel", async () => {
  const result = { objects: [{ label: "bus", bbox: { x: 10.123, y: 20.5, width: 33.3, height: 44.4 } }] };
  const context = givenContext("object_detection", ["car", "bus"], { media: true });
  const files = await exported(exporter, context, [givenItem({ result })]);
  const [read] = resultsOf(
    await imported(yolo, { ...files, "images/train/item_1_street.jpg": "" }),
  ) as (typeof result)[];

  for (const side of ["x", "y", "width", "height"] as const)
    expect(read?.objects[0]?.bbox[side]).toBeCloseTo(result.objects[0]?.bbox[side] ?? 0, 3);
});

test("YAML that is too long is refused, and keys that occur twice count as for PyYAML", async () => {
  const names = Array.from({ length: 40_000 }, (_, index) => `${index}: a`).join("\n  ");
  const long = { ...given(""), "data.yaml": `names:\n  ${names}\n` };
  const twice = { ...given("0 0.5 0.5 0.2 0.4\n"), "data.yaml": "names:\n  0: car\n  0: bus\n" };

  await expect(imported(yolo, long)).rejects.toThrow("data.yaml: has more than 256 KiB of YAML");
  expect((await imported(yolo, twice)).labels).toEqual(["bus"]);
});

test("YAML that holds itself is refused", async () => {
  const itself = { "data.yaml": "names: &a [*a]\n", "labels/a.txt": "0 0.5 0.5 1 1\n" };
  await expect(imported(yolo, itself)).rejects.toThrow("data.yaml: is not valid YAML (Converting circular");
});

test("YAML with many keys does not keep the process busy", async () => {
  const names = Array.from({ length: 28_000 }, (_, index) => `${index}:`).join("\n  ");

  await expect(imported(yolo, { ...given(""), "data.yaml": `names:\n  ${names}\n` })).rejects.toThrow(
    "data.yaml: names[0]: must be a text",
  );
});
