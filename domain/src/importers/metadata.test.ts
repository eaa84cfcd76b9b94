import { expect, test } from "vitest";
import { imported } from "../../test/given-folder.ts";
import { coco } from "./coco.ts";
import { cvatXml } from "./cvat-xml.ts";
import { datumaro } from "./datumaro.ts";
import { labelStudio } from "./label-studio.ts";
import { pascalVoc } from "./pascal-voc.ts";
import { yolo } from "./yolo.ts";

// For each format: what of a foreign file becomes metadata of its item, and what the dry run names as lost.

const cocoFile = (image: object, annotation: object, category: object = {}) => ({
  "instances.json": JSON.stringify({
    images: [{ id: 1, file_name: "a.jpg", width: 200, height: 100, ...image }],
    annotations: [{ id: 7, image_id: 1, category_id: 1, bbox: [10, 20, 30, 40], area: 1_200, ...annotation }],
    categories: [{ id: 1, name: "car", ...category }],
  }),
});

test("COCO: further facts of an image are metadata, and further facts of an annotation are named as lost", async () => {
  const files = cocoFile(
    { license: 3, flickr_url: "http://a.test/1", coco_url: "http://a.test/2", weather: { rain: true } },
    { iscrowd: 0, score: 0.5, track_id: 4, note: null },
  );

  const { items } = await imported(coco, files);

  expect(items).toMatchObject([
    {
      metadata: {
        license: 3,
        flickr_url: "http://a.test/1",
        coco_url: "http://a.test/2",
        weather: { rain: true },
      },
      lost: ["score", "track_id"],
    },
  ]);
});

const corners = [10, 20, 40, 20, 40, 60];

test.each([
  ["boxes", "object_detection", { segmentation: [corners] }, ["segmentation"]],
  ["boxes", "object_detection", { segmentation: { size: [100, 200], counts: [20_000] } }, ["segmentation"]],
  ["boxes", "object_detection", { segmentation: [], keypoints: [11, 21, 2] }, ["keypoints"]],
  ["polygons", "polygon", { segmentation: [corners], keypoints: [11, 21, 2] }, ["keypoints"]],
  ["keypoints", "keypoint", { keypoints: [11, 21, 2] }, ["boxes beside keypoints"]],
  [
    "keypoints",
    "keypoint",
    { keypoints: [11, 21, 2], bbox: [11, 21, 0, 0], segmentation: [corners] },
    ["segmentation"],
  ],
  ["keypoints", "keypoint", { keypoints: [11, 21, 2], bbox: [11, 21, 0, 0] }, []],
])(
  "COCO: read as %s, what else an annotation has is named as lost",
  async (_read, type, annotation, lost) => {
    const { items } = await imported(coco, cocoFile({}, annotation, { keypoints: ["eye"] }), type);

    expect(items).toMatchObject([{ lost }]);
  },
);

/** An image; `givenFolder` says its size. */
const IMAGE = "";
const yoloFiles = (line: string, data = "names: [car]\n") => ({
  "data.yaml": data,
  "images/train/a.jpg": IMAGE,
  "labels/train/a.txt": line,
  "images/val/b.jpg": IMAGE,
  "labels/val/b.txt": "",
});

test("YOLO: the split of an image is metadata if there are several, and the confidence is named as lost", async () => {
  const { items } = await imported(yolo, yoloFiles("0 .5 .5 .1 .1 .9\n"));
  const { items: undivided } = await imported(yolo, {
    "data.yaml": "names: [car]\n",
    "images/train/a.jpg": IMAGE,
    "labels/train/a.txt": "0 .5 .5 .1 .1\n",
  });

  expect(items).toMatchObject([
    { media: "images/train/a.jpg", metadata: { split: "train" }, lost: ["confidence"] },
    { media: "images/val/b.jpg", metadata: { split: "val" }, lost: [] },
  ]);
  expect(undivided).toMatchObject([{ metadata: {}, lost: [] }]);
});

test("YOLO: a box that says more than the keypoints in it is named as lost", async () => {
  const data = "names: [face]\nkpt_shape: [1, 3]\n";
  const { items } = await imported(yolo, yoloFiles("0 .5 .5 .1 .1 .5 .5 2\n", data));
  const { items: around } = await imported(yolo, yoloFiles("0 .5 .5 0 0 .5 .5 2\n", data));

  expect(items).toMatchObject([{ lost: ["boxes beside keypoints"] }, {}]);
  expect(around).toMatchObject([{ lost: [] }, {}]);
});

test("YOLO: the split of a folder of classes is metadata", async () => {
  const { items } = await imported(yolo, { "train/cat/1.jpg": IMAGE, "val/cat/2.jpg": IMAGE });

  expect(items).toMatchObject([{ metadata: { split: "train" } }, { metadata: { split: "val" } }]);
});

test("Pascal VOC: folder, source and owner are metadata; parts, actions and masks are named as lost", async () => {
  const part = "<part><name>head</name><bndbox/></part>";
  const box = "<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>";
  const { items } = await imported(pascalVoc, {
    "a.xml":
      "<annotation><folder>VOC2012</folder><filename>a.jpg</filename>" +
      "<source><database>The VOC2008 Database</database><flickrid>42</flickrid></source>" +
      "<owner><name>Ann</name></owner><segmented>1</segmented>" +
      `<object><name>person</name>${box}${part}<actions><jumping>1</jumping></actions></object></annotation>`,
  });

  expect(items).toMatchObject([
    {
      metadata: {
        folder: "VOC2012",
        source: { database: "The VOC2008 Database", flickrid: "42" },
        owner: { name: "Ann" },
      },
      lost: ["parts", "<actions>", "segmentation"],
    },
  ]);
});

const region = (fields: object) => ({
  ...{
    original_width: 200,
    original_height: 100,
    from_name: "tag",
    to_name: "image",
    type: "rectanglelabels",
  },
  value: { x: 5, y: 20, width: 15, height: 40, rectanglelabels: ["car"] },
  ...fields,
});

test("Label Studio: other data and meta of a task are metadata, none hidden by another", async () => {
  const { items } = await imported(labelStudio, {
    "tasks.json": JSON.stringify([
      {
        id: 5,
        data: { image: "a.jpg", camera: "left", source: "web" },
        meta: { source: "crawler", owner: "ann" },
        annotations: [{ result: [region({ meta: { text: ["blurred"] } }), region({ score: 0.4 })] }],
      },
    ]),
  });

  expect(items).toMatchObject([
    {
      metadata: { camera: "left", source: "web", "meta.source": "crawler", owner: "ann" },
      lost: ["notes on regions", "scores of regions"],
    },
  ]);
});

test("Label Studio: relations that cannot be kept are named as lost", async () => {
  const span = (id: string, start: number) => ({
    ...{ id, from_name: "label", to_name: "text", type: "labels" },
    value: { start, end: start + 1, labels: ["A"] },
  });
  const relation = (fields: object) => ({ type: "relation", from_id: "1", to_id: "2", ...fields });
  const result = [
    ...[span("1", 0), span("2", 2)],
    relation({ direction: "bi", labels: ["a", "b"] }),
    relation({ to_id: "3" }),
  ];
  const { items } = await imported(labelStudio, {
    "tasks.json": JSON.stringify([{ id: 5, data: { text: "a b c" }, annotations: [{ result }] }]),
  });

  expect(items).toMatchObject([
    {
      lost: [
        "further labels of a relation",
        "relations in both directions",
        "relations of regions that are not read",
      ],
    },
  ]);
});

const cvat = (inside: string) => ({ "annotations.xml": `<annotations>\n${inside}</annotations>` });

test("CVAT: the subset of an image is metadata; order, groups and what boxes cannot have are named as lost", async () => {
  const polygon =
    '<polygon label="car" points="1,1;9,1;9,9" occluded="1" z_order="2" group_id="3"><attribute name="a">b</attribute></polygon>';
  const { items } = await imported(
    cvatXml,
    cvat(`<image id="0" name="a.jpg" subset="train" width="200" height="100">${polygon}</image>`),
  );

  expect(items).toMatchObject([
    { metadata: { subset: "train" }, lost: ["occluded", "attributes", "z_order", "group_id"] },
  ]);
});

test("CVAT: tracks of a video are refused, not left out in silence", async () => {
  await expect(imported(cvatXml, cvat('<track id="0" label="car"></track>'))).rejects.toThrow(
    "annotations.xml: has <track>s of a video, which are not read; export the task as “CVAT for images 1.1”",
  );
});

const datumaroFile = (item: object) =>
  JSON.stringify({
    categories: { label: { labels: [{ name: "car" }] } },
    items: [{ id: "a", image: { path: "a.jpg" }, ...item }],
  });

test("Datumaro: attributes of an item and its subset, if there are several, are metadata; the rest is named as lost", async () => {
  const label = { id: 0, type: "label", label_id: 0, attributes: { sure: true } };
  const item = { attr: { frame: 3 }, related_images: ["b.jpg"], annotations: [label] };
  const { items } = await imported(datumaro, {
    "annotations/train.json": datumaroFile(item),
    "annotations/val.json": datumaroFile({ id: "b", annotations: [{ ...label, attributes: {} }] }),
  });
  const { items: single } = await imported(datumaro, { "annotations/train.json": datumaroFile(item) });

  expect(items).toMatchObject([
    { metadata: { subset: "train", frame: 3 }, lost: ["related_images", "attributes"] },
    { metadata: { subset: "val" }, lost: [] },
  ]);
  expect(single).toMatchObject([{ metadata: { frame: 3 } }]);
});
