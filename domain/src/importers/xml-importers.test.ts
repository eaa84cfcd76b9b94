import fc from "fast-check";
import { expect, test } from "vitest";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { runsWithin } from "../geometry/fill.ts";
import type { Ring } from "../outline.ts";
import { addRun, decodeRle, encodeRle } from "../run-length.ts";
import { cvatXml } from "./cvat-xml.ts";
import { pascalVoc } from "./pascal-voc.ts";

const voc = (objects: string) => ({
  "Annotations/a.xml": `<annotation><filename>a.jpg</filename><size><width>200</width><height>100</height></size>${objects}</annotation>`,
});
const object = (bounds: string) =>
  `<object><name>car</name><pose>Left</pose><truncated>1</truncated><difficult>0</difficult><bndbox>${bounds}</bndbox></object>`;
const bounds = "<xmin>11</xmin><ymin>21</ymin><xmax>41</xmax><ymax>61</ymax>";

test("the first pixel of Pascal VOC is 1", async () => {
  const dataset = await imported(pascalVoc, voc(object(bounds)));

  expect(dataset).toMatchObject({ labels: ["car"], items: [{ media: "a.jpg", lost: [] }] });
  expect(resultsOf(dataset)).toEqual([
    {
      objects: [
        {
          label: "car",
          bbox: { x: 10, y: 20, width: 31, height: 41 },
          attributes: { pose: "Left", truncated: true },
        },
      ],
    },
  ]);
});

test("attributes that CVAT or Assay wrote into Pascal VOC are the box's", async () => {
  const attribute = (name: string, value: string) =>
    `<attribute><name>${name}</name><value>${value}</value></attribute>`;
  const own = `<attributes>${attribute("parked", "true")}${attribute("color", "red")}${attribute("pose", "up")}</attributes>`;
  const dataset = await imported(pascalVoc, voc(object(bounds).replace("</object>", `${own}</object>`)));

  expect(resultsOf(dataset)).toMatchObject([
    { objects: [{ attributes: { pose: "up", truncated: true, parked: true, color: "red" } }] },
  ]);
});

test.each([
  [voc(object("<xmin>1</xmin>")), "line 1: <bndbox> has no <ymin>"],
  [{ "Annotations/a.xml": "<annotation>\n<filename>a.jpg</filename>\n<oops>" }, "line 3"],
  [{ "Annotations/a.xml": "<nothing/>" }, "has no <annotation>"],
])("a bad file is named with its line", async (files, fault) => {
  const { items } = await imported(pascalVoc, files);

  expect(items).toMatchObject([{ at: "Annotations/a.xml", fault: expect.stringContaining(fault) }]);
});

test("entities that a file declares are not expanded", async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;">]>';
  const { items } = await imported(pascalVoc, {
    "a.xml": `${bomb}<annotation><filename>&c;</filename></annotation>`,
  });

  expect(items).toMatchObject([{ fault: expect.stringContaining("is not valid XML") }]);
});

const cvat = (shapes: string) => ({
  "annotations.xml": `<annotations><version>1.1</version><meta><job><labels><label><name>car</name></label></labels></job></meta>
<image id="0" name="street/a.jpg" width="4" height="3">${shapes}</image></annotations>`,
});

test.each([
  [
    '<box label="car" xtl="1" ytl="2" xbr="3.5" ybr="4" rotation="30" occluded="1"><attribute name="parked">true</attribute></box>',
    {
      objects: [
        {
          label: "car",
          bbox: { x: 1, y: 2, width: 2.5, height: 2, rotation: 30 },
          attributes: { parked: true, occluded: true },
        },
      ],
    },
  ],
  [
    '<polygon label="car" points="0,0;2,0;2,2" occluded="0"/>',
    {
      objects: [
        {
          label: "car",
          points: [
            [0, 0],
            [2, 0],
            [2, 2],
          ],
        },
      ],
    },
  ],
  ['<tag label="car"/>', { label: "car" }],
  [
    '<skeleton label="car"><points label="nose" points="1,2" occluded="1"/><points label="tail" points="3,1" outside="1"/></skeleton>',
    { objects: [{ label: "car", points: { nose: [1, 2, 1] } }] },
  ],
])("CVAT's %s", async (shape, result) => {
  const dataset = await imported(cvatXml, cvat(shape));

  expect(dataset).toMatchObject({ labels: ["car"], items: [{ media: "street/a.jpg" }] });
  expect(resultsOf(dataset)).toEqual([result]);
});

test("the runs of a mask of CVAT go along the rows of its box", async () => {
  // In a box of 2 × 2 at (1, 1): the right pixel of its first row, the left one of its second.
  const [result] = resultsOf(
    await imported(cvatXml, cvat('<mask label="car" left="1" top="1" width="2" height="2" rle="1, 2, 1"/>')),
  );
  const { rle } = (result as { objects: [{ rle: { size: [number, number]; counts: string } }] }).objects[0];

  expect([...decodeRle(rle)]).toEqual([5, 6, 7, 8]); // (1, 2) is 1 · 3 + 2, (2, 1) is 2 · 3 + 1
});

test("a mask of CVAT along rows is the same along columns", async () => {
  const [width, height] = [4, 3];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: width * height, maxLength: width * height }),
      fc.nat({ max: 2 }),
      fc.nat({ max: 2 }),
      async (pixels, left, top) => {
        // Runs of one pixel each, and empty ones between.
        const rle = pixels.flatMap((isSet) => (isSet ? [0, 1] : [1, 0])).join(",");
        const mask = `<mask label="car" left="${left}" top="${top}" width="${width}" height="${height}" rle="${rle}"/>`;
        const image = `<annotations><image name="a.jpg" width="6" height="5">${mask}</image></annotations>`;
        const expected = Array.from({ length: 30 }, (_, place) => {
          const [x, y] = [Math.floor(place / 5) - left, (place % 5) - top];
          return x >= 0 && x < width && y >= 0 && y < height && pixels[y * width + x] === true;
        });
        const bounds: number[] = [];
        for (const [place, isSet] of expected.entries()) if (isSet) addRun(bounds, place, place + 1);

        expect(resultsOf(await imported(cvatXml, { "a.xml": image }))).toEqual([
          { objects: [{ label: "car", rle: encodeRle(Float64Array.from(bounds), [5, 6]) }] },
        ]);
      },
    ),
    { numRuns: 500 },
  );
});

const largeMasks = (rle: string, count: number) => {
  const mask = `<mask label="car" left="0" top="0" width="10000" height="10000" rle="${rle}"/>`;
  return {
    "a.xml": `<annotations><image name="a.jpg" width="10000" height="10000">${mask.repeat(count)}</image></annotations>`,
  };
};

test("masks of CVAT take time for their runs, not for their pixels", async () => {
  const [result] = resultsOf(await imported(cvatXml, largeMasks("0,100000000", 200)));

  expect((result as { objects: object[] }).objects.at(-1)).toEqual({
    ...{ label: "car", rle: encodeRle(Float64Array.from([0, 100_000_000]), [10_000, 10_000]) },
  });
});

test("masks of CVAT with too many runs are refused: every second row", async () => {
  const { items } = await imported(cvatXml, largeMasks(Array(10_000).fill(10_000).join(","), 1));

  expect(items).toMatchObject([{ fault: "the masks have more than 2500000 runs along their columns" }]);
});

test("an image of CVAT with twenty masks of 12 megapixels is read", async () => {
  const row = [500, 1_000, 1_000, 1_000, 500]; // two stretches in each of 3,000 rows
  const rle = Array(3_000).fill(row.join(",")).join(",0,");
  const mask = `<mask label="car" left="0" top="0" width="4000" height="3000" rle="${rle}"/>`;
  const image = `<annotations><image name="a.jpg" width="4000" height="3000">${mask.repeat(20)}</image></annotations>`;
  const [result] = resultsOf(await imported(cvatXml, { "a.xml": image }));

  expect((result as { objects: object[] }).objects).toHaveLength(20);
});

test("a mask of CVAT becomes an outline with its hole", async () => {
  const mask = '<mask label="car" left="1" top="0" width="3" height="3" rle="0, 4, 1, 4"/>';
  const dataset = await imported(cvatXml, cvat(mask), "polygon");
  const [result] = resultsOf(dataset);
  const { points, holes } = (result as { objects: [{ points: Ring; holes: Ring[] }] }).objects[0];

  expect([...runsWithin([points, ...holes], [3, 4])]).toEqual([3, 7, 8, 12]);
  expect(dataset.items).toMatchObject([{ lost: [] }]);
});

test.each(['left="0.5" top="1"', 'left="1" top="0.5"'])("a mask of CVAT at %s is named", async (place) => {
  const mask = `<mask label="car" ${place} width="2" height="2" rle="1, 2, 1"/>`;
  const { items } = await imported(cvatXml, cvat(mask));

  expect(items).toMatchObject([{ fault: "left, top, width and height of a mask must be whole pixels" }]);
});

test("a mask outside the image, or whose runs do not fill it, is named", async () => {
  for (const rle of ["1, 2, 2", "4"]) {
    const left = rle === "4" ? 9 : 1;
    const { items } = await imported(
      cvatXml,
      cvat(`<mask label="car" left="${left}" top="1" width="2" height="2" rle="${rle}"/>`),
    );
    expect(items).toMatchObject([{ fault: expect.any(String) }]);
  }
});
