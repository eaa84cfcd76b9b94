import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { pascalVoc as importer } from "../importers/pascal-voc.ts";
import { pascalVoc } from "./pascal-voc.ts";

const context = givenContext("object_detection", ["car", 'a <b> & "c"']);
const car = { label: "car", bbox: { x: 0, y: 10, width: 200, height: 50.5 } };

/** The numbers of the boxes in a file of annotations, as `xmin`, `ymin`, `xmax`, `ymax`. */
function boxesIn(xml = ""): number[][] {
  const boxes = [...xml.matchAll(/<bndbox>(.*)<\/bndbox>/g)];
  return boxes.map(([, text = ""]) => [...text.matchAll(/>([^<]+)</g)].map(([, number]) => Number(number)));
}

test("each accepted item has a file of annotations, whose pixels count from 1", async () => {
  const odd = { label: 'a <b> & "c"', bbox: { x: 1, y: 2, width: 3, height: 4 } };
  const attributes = { truncated: true, occluded: "much", doors: 4, color: "red\n" };
  const items = [
    givenItem({ external_id: "e1", result: { objects: [{ ...car, attributes }, odd] } }),
    givenItem({ id: "item_2", result: { objects: [] } }),
    givenItem({ id: "item_3", status: "open" }),
  ];

  const files = await exported(pascalVoc, context, items);

  expect(files).toEqual({
    "dataset_meta.json": '{"labels":["car","a <b> & \\"c\\""]}\n',
    "items.csv": [
      "path,id,external_id,file_id,file_filename,file_sha256,file_width,file_height\n",
      "JPEGImages/item_1_street.jpg,item_1,e1,file_1,street.jpg,aa11,200,100\n",
      "JPEGImages/item_2_street.jpg,item_2,,file_1,street.jpg,aa11,200,100\n",
    ].join(""),
    "ImageSets/Main/train.txt": "item_1_street\nitem_2_street\n",
    "Annotations/item_1_street.xml": [
      "<annotation>\n\t<folder>JPEGImages</folder>\n\t<filename>item_1_street.jpg</filename>\n",
      "\t<source><database>Streets</database></source>\n",
      "\t<size><width>200</width><height>100</height><depth>3</depth></size>\n\t<segmented>0</segmented>\n",
      "\t<object>\n\t\t<name>car</name>\n",
      "\t\t<truncated>1</truncated>\n\t\t<occluded>0</occluded>\n\t\t<difficult>0</difficult>\n",
      "\t\t<bndbox><xmin>1</xmin><ymin>11</ymin><xmax>200</xmax><ymax>60.5</ymax></bndbox>\n",
      "\t\t<attributes><attribute><name>occluded</name><value>much</value></attribute>",
      "<attribute><name>doors</name><value>4</value></attribute>",
      "<attribute><name>color</name><value>red&#10;</value></attribute></attributes>\n\t</object>\n",
      "\t<object>\n\t\t<name>a &lt;b&gt; &amp; &quot;c&quot;</name>\n",
      "\t\t<truncated>0</truncated>\n\t\t<occluded>0</occluded>\n\t\t<difficult>0</difficult>\n",
      "\t\t<bndbox><xmin>2</xmin><ymin>3</ymin><xmax>4</xmax><ymax>6</ymax></bndbox>\n\t</object>\n",
      "</annotation>\n",
    ].join(""),
    "Annotations/item_2_street.xml": expect.stringContaining("<segmented>0</segmented>\n</annotation>"),
  });
});

test("reading a box back gives the box", async () => {
  const portion = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(portion, portion, portion, portion, async (a, b, c, d) => {
      const bbox = { x: a * 200, y: b * 100, width: c * (1 - a) * 200, height: d * (1 - b) * 100 };
      const files = await exported(pascalVoc, context, [
        givenItem({ result: { objects: [{ label: "car", bbox }] } }),
      ]);

      const close = Object.entries(bbox).map(([name, value]) => [name, expect.closeTo(value, 9)]);
      expect(resultsOf(await imported(importer, files))).toEqual([
        { objects: [{ label: "car", bbox: Object.fromEntries(close) }] },
      ]);
    }),
    { numRuns: 50 },
  );
});

test("a rotated box is written as the upright box around it, clipped to the image", async () => {
  const bbox = { x: 0, y: 40, width: 40, height: 100, rotation: 90 };
  const item = givenItem({ result: { objects: [{ label: "car", bbox }] } });

  const files = await exported(pascalVoc, context, [item]);

  expect(boxesIn(files["Annotations/item_1_street.xml"])).toEqual([[1, 71, 70, 100]]);
  expect(pascalVoc.loss(item)).toContain("rotation");
});

test("images are beside the annotations if media is included, each under its own name", async () => {
  const items = [
    givenItem({ result: { objects: [] } }),
    givenItem({ id: "item_2", result: { objects: [] } }),
  ];

  const files = await exported(pascalVoc, { ...context, media: true }, items);

  expect(files).toMatchObject({
    "JPEGImages/item_1_street.jpg": "media:aa11",
    "JPEGImages/item_2_street.jpg": "media:aa11",
  });
});

test("a label outside the categories is refused, and so is an image of unknown size", async () => {
  const tram = givenItem({ result: { objects: [{ ...car, label: "tram" }] } });
  const { file } = givenItem();
  const sizeless = givenItem({ file: { ...file, width: null }, result: { objects: [] } });

  await expect(exported(pascalVoc, context, [tram])).rejects.toThrow(
    new RangeError('item_1: label "tram" is not among the categories'),
  );
  await expect(exported(pascalVoc, context, [sizeless])).rejects.toThrow("size of its image is not known");
});

test("counts as lost what VOC cannot represent, if the item has it", () => {
  const always = ["batch_id", "file.content_type", "support", "origin"];
  const lossOf = (attributes: object) =>
    pascalVoc.loss(givenItem({ result: { objects: [{ ...car, attributes }] } }));

  expect(lossOf({})).toEqual(always);
  expect(lossOf({ truncated: true, color: "red" })).toEqual(always);
  expect(lossOf({ doors: 4 })).toEqual([...always, "attributes"]);
  expect(pascalVoc.loss(givenItem({ status: "open" }))).toContain("status");
});
