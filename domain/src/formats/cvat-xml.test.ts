import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem, givenText } from "../../test/given-export.ts";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { cvatXml as importer } from "../importers/cvat-xml.ts";
import { encodeRle } from "../run-length.ts";
import { cvatXml } from "./cvat-xml.ts";
import { polygonRle } from "./fill.ts";

const LABELS = ["cat", 'a <b> & "c"\nd'];

/** What our importer reads of the file that the format makes of one item. */
async function readBack(type: string, objects: readonly object[], readAs = type) {
  const files = await exported(cvatXml, givenContext(type, LABELS), [givenItem({ result: { objects } })]);
  const dataset = await imported(importer, files, readAs);
  return { labels: dataset.labels, results: resultsOf(dataset) };
}

test("boxes are in images, after the labels in the order of the categories", async () => {
  const bbox = { x: 1.5, y: 2, width: 3, height: 4, rotation: -30 };
  const attributes = { occluded: true, color: "red", doors: 4 };
  const items = [
    givenItem({ result: { objects: [{ label: "cat", bbox, attributes }] } }),
    givenItem({ id: "item_2", status: "open" }),
  ];

  expect(await exported(cvatXml, givenContext("object_detection", LABELS), items)).toEqual({
    "dataset.cvat.xml": [
      '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n<meta>\n<task>\n',
      "<name>Streets</name>\n<mode>annotation</mode>\n<labels>\n",
      "<label><name>cat</name><type>rectangle</type><attributes></attributes></label>\n",
      "<label><name>a &lt;b&gt; &amp; &quot;c&quot;&#10;d</name><type>rectangle</type>",
      "<attributes></attributes></label>\n</labels>\n</task>\n</meta>\n",
      '<image id="0" name="item_1_street.jpg" width="200" height="100">\n',
      '<box label="cat" source="manual" occluded="1" xtl="1.5" ytl="2" xbr="4.5" ybr="6" rotation="330" ',
      'z_order="0"><attribute name="color">red</attribute>\n<attribute name="doors">4</attribute>\n</box>\n',
      '</image>\n<image id="1" name="item_2_street.jpg" width="200" height="100">\n</image>\n</annotations>\n',
    ].join(""),
  });
  expect(items.map((item) => cvatXml.loss(item).includes("attributes"))).toEqual([true, false]);
  expect(items.map((item) => cvatXml.loss(item).includes("status"))).toEqual([false, true]);
});

test("reading boxes and labels back gives the same", async () => {
  const number = fc.integer({ min: 0, max: 399 }).map((quarter) => quarter / 4);
  const box = fc.record({
    label: fc.constantFrom(...LABELS),
    bbox: fc.record(
      { x: number, y: number, width: number, height: number, rotation: fc.integer({ min: 1, max: 359 }) },
      { requiredKeys: ["x", "y", "width", "height"] },
    ),
    attributes: fc.constantFrom({ occluded: true }, { color: "<red>\n& blue" }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(box, { maxLength: 3 }), async (objects) => {
      expect(await readBack("object_detection", objects)).toEqual({ labels: LABELS, results: [{ objects }] });
    }),
    { numRuns: 50 },
  );
});

test("reading masks back gives the same pixels", async () => {
  const length = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 90, max: 2_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(length, { minLength: 2, maxLength: 12 }), async (lengths) => {
      const ends = lengths
        .map((_, index) => lengths.slice(0, index + 1).reduce((sum, each) => sum + each, 0))
        .filter((end) => end <= 20_000);
      const bounds = Float64Array.from(ends.slice(0, ends.length - (ends.length % 2)));
      const objects = [{ label: "cat", rle: encodeRle(bounds, [100, 200]) }];

      expect((await readBack("semantic_segmentation", objects)).results).toEqual([{ objects }]);
    }),
    { numRuns: 50 },
  );
});

test("an outline keeps its points; with holes it is a mask, and its points count as lost", async () => {
  const points = [
    [0, 0.25],
    [50, 0],
    [50, 60],
  ] satisfies [number, number][];
  const hole = [
    [40, 10],
    [45, 10],
    [45, 20],
  ] satisfies [number, number][];
  const whole = { label: "cat", points };
  const holed = { label: "cat", points, holes: [hole] };

  expect((await readBack("polygon", [whole])).results).toEqual([{ objects: [whole] }]);
  expect((await readBack("polygon", [holed], "semantic_segmentation")).results).toEqual([
    { objects: [{ label: "cat", rle: polygonRle(givenItem(), holed) }] },
  ]);
  expect(cvatXml.loss(givenItem({ result: { objects: [whole] } }))).not.toContain("points");
  expect(cvatXml.loss(givenItem({ result: { objects: [holed] } }))).toContain("points");
});

test("an object with keypoints is a skeleton, whose points are labels of their own", async () => {
  const objects = [
    { label: "cat", points: { nose: [1, 2.5, 2], tail: [3, 4, 1] } },
    { label: LABELS[1], points: { tail: [5, 6, 2] } },
  ];

  expect(await readBack("keypoint", objects)).toEqual({ labels: LABELS, results: [{ objects }] });
});

test("a tag is written for each label, and texts are left out", async () => {
  const image = givenItem({ result: { labels: LABELS } });
  const text = givenText("a text", { id: "item_2", result: { labels: ["cat"] } });
  const context = givenContext("multilabel_classification", LABELS);

  const { "dataset.cvat.xml": xml = "" } = await exported(cvatXml, context, [text, image]);

  expect(xml.match(/<tag label="[^"]*"/g)).toEqual([
    '<tag label="cat"',
    '<tag label="a &lt;b&gt; &amp; &quot;c&quot;&#10;d"',
  ]);
  expect(xml.match(/<image id="\d+"/g)).toEqual(['<image id="0"']);
  expect([cvatXml.loss(text), cvatXml.loss(image)].map((lost) => lost.includes("status"))).toEqual([
    true,
    false,
  ]);
});

test("a label outside the categories is refused", async () => {
  const item = givenItem({ result: { label: "cow" } });

  await expect(exported(cvatXml, givenContext("image_classification", LABELS), [item])).rejects.toThrow(
    new RangeError('item_1: label "cow" is not among the categories'),
  );
});
