import { gzipSync } from "node:zlib";
import { encodeRle } from "@assay/domain/run-length.ts";
import { expect, test } from "vitest";
import { bodyOf, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { givenImage, givenZip, sendRaw, type ZipEntry } from "../../test/upload-bodies.ts";

const service = await startService();
const { request } = service;
const IMAGE = await givenImage("png", 100, 80);

async function givenImages(annotation_type: string, ...names: readonly string[]): Promise<string> {
  const files = names.map((name) => ({ name, content: IMAGE }));
  const upload = bodyOf(await sendRaw(request, "a.zip", givenZip(files)), 201);
  const settings = { annotation_type, labels: [{ name: "car" }, { name: "bus" }] };
  const project = await givenProject(service, settings);
  return bodyOf(
    await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] }),
    201,
  ).id;
}

/** Imports a file as predictions; returns how that ended. */
async function imported(batch_id: string, format: string, filename: string, content: Buffer | string) {
  const headers = {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${filename}"`,
  };
  const { id } = bodyOf(await request("POST", "/v1/uploads?content=dataset", content, headers), 201);
  await service.runJobs();
  bodyOf(await request("POST", `/v1/uploads/${id}/import`, { batch_id, format, kind: "predictions" }), 202);
  await service.runJobs();
  return bodyOf(await request("GET", `/v1/uploads/${id}/import`), 200).last;
}

async function stored(batch_id: string) {
  const rows = await service.db
    .selectFrom("predictions")
    .innerJoin("items", "items.id", "predictions.item_id")
    .innerJoin("files", "files.id", "items.file_id")
    .select(["files.filename", "predictions.result"])
    .where("predictions.batch_id", "=", batch_id)
    .execute();
  return Object.fromEntries(rows.map(({ filename, result }) => [filename, result]));
}

/** A tar of files. Source: POSIX.1-2008, "ustar Interchange Format". */
function givenTar(entries: readonly ZipEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = "" }) => {
    const bytes = Buffer.from(content);
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write("0000644\0", 100);
    head.write("0000000\0", 108);
    head.write("0000000\0", 116);
    head.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    head.write("00000000000\0", 136);
    head.write("        0", 148);
    head.write("ustar\x0000", 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

const YOLO: readonly ZipEntry[] = [
  { name: "ds/data.yaml", content: "names: [car, bus]\n" },
  { name: "ds/labels/train/a.txt", content: "1 0.5 0.5 0.2 0.5\n" },
];
const BUS = { objects: [{ label: "bus", bbox: { x: 40, y: 20, width: 20, height: 40 } }] };

test("a YOLO archive with images is imported: its boxes get the sizes of the batch's images, found by the ends of their paths", async () => {
  const batch_id = await givenImages("object_detection", "train/a.png", "train/b.png");
  const images = ["ds/images/train/a.png", "ds/images/train/b.png"].map((name) => ({ name, content: IMAGE }));

  const done = await imported(batch_id, "yolo", "ds.zip", givenZip([...YOLO, ...images]));

  expect(done).toMatchObject({ status: "finished", result: { imported: 2 } });
  expect(await stored(batch_id)).toEqual({ "train/a.png": BUS, "train/b.png": { objects: [] } });
});

test("a YOLO archive without images is about the images of the batch, also as a packed tar", async () => {
  const batch_id = await givenImages("object_detection", "ds/images/train/a.png");

  const done = await imported(batch_id, "yolo", "ds.tar.gz", gzipSync(givenTar(YOLO)));

  expect(done).toMatchObject({ status: "finished", result: { imported: 1 } });
  expect(await stored(batch_id)).toEqual({ "ds/images/train/a.png": BUS });
});

const voc = (filename: string, xmin = 11) => `<annotation><filename>${filename}</filename>
  <object><name>car</name><bndbox><xmin>${xmin}</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>
</annotation>`;

test("a Pascal VOC archive finds the images of the batch by the paths that it has for their names", async () => {
  const batch_id = await givenImages("object_detection", "JPEGImages/a.png");
  const files = [
    { name: "VOC/Annotations/a.xml", content: voc("a.png") },
    { name: "VOC/JPEGImages/a.png", content: IMAGE },
  ];

  const done = await imported(batch_id, "pascal_voc", "voc.tar", givenTar(files));

  expect(done).toMatchObject({ status: "finished", result: { imported: 1 } });
  expect(await stored(batch_id)).toEqual({
    "JPEGImages/a.png": { objects: [{ label: "car", bbox: { x: 10, y: 20, width: 20, height: 20 } }] },
  });
});

test("a name of many folders is refused like another, and fills no memory", async () => {
  const batch_id = await givenImages("object_detection", "c/a.png");
  const name = (last: string) => voc(`${"b/".repeat(300_000)}${last}`);
  const files = [
    { name: "Annotations/a.xml", content: name("c/a.png") },
    { name: "Annotations/b.xml", content: name("z.png") },
  ];

  const done = await imported(batch_id, "pascal_voc", "voc.tar", givenTar(files));

  expect(done).toMatchObject({ status: "failed", error: { code: "invalid_request" } });
  expect(done.error.message).toContain("Annotations/b.xml");
  expect(done.error.message).not.toContain("Annotations/a.xml");
});

test("folders of classes and tables of Hugging Face are imported", async () => {
  const classes = await givenImages("image_classification", "car/1.png", "bus/2.png");
  const table = await givenImages("image_classification", "1.png");

  const first = await imported(
    classes,
    "huggingface",
    "a.zip",
    givenZip([
      { name: "train/car/1.png", content: IMAGE },
      { name: "train/bus/2.png", content: IMAGE },
    ]),
  );
  const second = await imported(
    table,
    "huggingface",
    "b.zip",
    givenZip([
      { name: "metadata.csv", content: "file_name,label\n1.png,bus\n" },
      { name: "1.png", content: IMAGE },
    ]),
  );

  expect([first.status, second.status]).toEqual(["finished", "finished"]);
  expect(await stored(classes)).toEqual({ "car/1.png": { label: "car" }, "bus/2.png": { label: "bus" } });
  expect(await stored(table)).toEqual({ "1.png": { label: "bus" } });
});

test("a fault that quotes NUL is told", async () => {
  const batch_id = await givenImages("object_detection", "a.png");

  const done = await imported(batch_id, "coco", "a.json", '{"images":[\0]}');

  expect(done).toMatchObject({ status: "failed", error: { code: "invalid_request" } });
  expect(done.error.message).toContain("a.json: line 1: is not valid JSON");
});

test("an archive with one file of another format is read as that file", async () => {
  const batch_id = await givenImages("object_detection", "a.png");
  const coco = {
    images: [{ id: 1, file_name: "a.png" }],
    categories: [{ id: 1, name: "car" }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }],
  };
  const content = JSON.stringify(coco);

  const one = await imported(batch_id, "coco", "a.zip", givenZip([{ name: "annotations/a.json", content }]));
  const two = await imported(
    batch_id,
    "coco",
    "a.zip",
    givenZip(["a.json", "b.json"].map((name) => ({ name, content }))),
  );

  expect(one).toMatchObject({ status: "finished", result: { imported: 1 } });
  expect(two.error.message).toBe("a.zip must hold one .json file of coco (got a.json, b.json)");
});

test.each<readonly [string, string, string, Buffer | string, string]>([
  [
    "a file",
    "yolo",
    "a.yaml",
    "names: [car]",
    "yolo is a folder: upload it as .zip, .tar or .tar.gz (got a.yaml)",
  ],
  ["a truncated zip", "yolo", "a.zip", givenZip(YOLO).subarray(0, -30), "a.zip is not a valid zip archive"],
  ["a truncated tar", "yolo", "a.tar", givenTar(YOLO).subarray(0, 700), "a.tar is not a valid tar archive"],
  [
    "a truncated tar.gz",
    "yolo",
    "a.tar.gz",
    gzipSync(givenTar(YOLO)).subarray(0, 60),
    "is not a valid tar.gz archive",
  ],
  [
    "a zip that is called a tar",
    "coco",
    "a.tar",
    givenZip([{ name: "a.txt", content: "a" }]),
    "must hold one .json file",
  ],
  [
    "a path that leads outside",
    "yolo",
    "a.zip",
    givenZip([...YOLO, { name: "../evil.txt" }]),
    "a path that leads outside",
  ],
  [
    "a path of a tar that leads outside",
    "yolo",
    "a.tar",
    givenTar([{ name: "../evil.txt", content: "a" }]),
    'the file name "../evil.txt" must be',
  ],
  [
    "a symbolic link",
    "yolo",
    "a.zip",
    givenZip([{ name: "a", content: "/etc/passwd", mode: 0o120777 }]),
    "contains a symbolic link",
  ],
  [
    "a bomb",
    "yolo",
    "a.zip",
    givenZip([{ name: "a.txt", content: Buffer.alloc(9_000_000) }]),
    "expands to more than 100 times its size",
  ],
  [
    "a packed tar that is a bomb",
    "yolo",
    "a.tgz",
    gzipSync(givenTar([{ name: "a.txt", content: Buffer.alloc(9_000_000) }])),
    "expands to more than 100 times its size",
  ],
  [
    "two files of a name",
    "yolo",
    "a.zip",
    givenZip([...YOLO, ...YOLO]),
    "holds two files with the name ds/data.yaml",
  ],
  [
    "another size than it says",
    "yolo",
    "a.zip",
    givenZip([{ name: "data.yaml", content: "names: [car]", claimedSize: 3 }]),
    "cannot be unpacked",
  ],
  [
    "no classes",
    "yolo",
    "a.zip",
    givenZip([{ name: "labels/a.txt", content: "0 0 0 0 0" }]),
    "data.yaml: is missing",
  ],
  [
    "a line without numbers",
    "yolo",
    "a.zip",
    givenZip([
      { name: "data.yaml", content: "names: [car]" },
      { name: "labels/a.txt", content: "\nx 1" },
    ]),
    "labels/a.txt: line 2: has something that is not a number",
  ],
  [
    "broken XML",
    "pascal_voc",
    "a.zip",
    givenZip([{ name: "a.xml", content: "<annotation>\n<object" }]),
    "a.xml: line 2: is not valid XML",
  ],
  [
    "a broken table",
    "huggingface",
    "a.zip",
    givenZip([{ name: "metadata.csv", content: 'file_name,label\n"a' }]),
    "metadata.csv: line 2",
  ],
])(
  "an archive with %s is refused, and nothing is stored",
  async (_what, format, filename, content, message) => {
    const type = format === "huggingface" ? "image_classification" : "object_detection";
    const batch_id = await givenImages(type, "images/a.png");

    const refused = await imported(batch_id, format, filename, content);

    expect(refused).toMatchObject({ status: "failed", error: { code: "invalid_request" } });
    expect(refused.error.message).toContain(message);
    expect(await stored(batch_id)).toEqual({});
  },
);

test("runs of pixels of Label Studio and CVAT become masks", async () => {
  const batch_id = await givenImages("semantic_segmentation", "a.png", "b.png");
  const xml = `<annotations><image name="a.png" width="100" height="80">
    <mask label="car" left="1" top="2" width="2" height="1" rle="0,2"/></image></annotations>`;
  // Two pixels of 100 × 80 set, packed as Label Studio does: one run for each value.
  const value = { format: "rle", rle: packed(8_000, 2), brushlabels: ["car"] };
  const tasks = [
    {
      ...{ id: 1, data: { image: "b.png" } },
      annotations: [{ result: [{ type: "brushlabels", original_width: 100, original_height: 80, value }] }],
    },
  ];

  const cvat = await imported(batch_id, "cvat_xml", "annotations.xml", xml);
  const studio = await imported(batch_id, "label_studio", "export.json", JSON.stringify(tasks));

  expect([cvat.error, studio.error]).toEqual([null, null]);
  const maskOf = (...bounds: readonly number[]) => ({
    objects: [{ label: "car", rle: encodeRle(Float64Array.from(bounds), [80, 100]) }],
  });
  expect(await stored(batch_id)).toEqual({
    "a.png": maskOf(82, 83, 162, 163), // along the columns
    "b.png": maskOf(0, 1, 80, 81),
  });
});

test("a brush that says it is larger than its image is refused", async () => {
  const batch_id = await givenImages("semantic_segmentation", "b.png");
  const value = { format: "rle", rle: packed(9_000, 2), brushlabels: ["car"] };
  const region = { type: "brushlabels", original_width: 100, original_height: 80, value };
  const tasks = [{ id: 1, data: { image: "b.png" }, annotations: [{ result: [region] }] }];

  const refused = await imported(batch_id, "label_studio", "export.json", JSON.stringify(tasks));

  expect(refused.error.message).toContain("holds 9000 pixels, and the image has 8000");
});

/** The first `set` of the pixels opaque, the others clear; see `decodeBrush`. */
function packed(pixels: number, set: number): number[] {
  const bits: string[] = [];
  const put = (value: number, width: number) => bits.push(value.toString(2).padStart(width, "0"));
  put(pixels * 4, 32);
  put(7, 5); // values of 8 bits
  for (const size of [3, 7, 11, 15]) put(size, 4);
  const run = (length: number, value: number) => {
    for (let left = length; left > 0; left -= 65_536) {
      put(1, 1);
      put(3, 2);
      put(Math.min(left, 65_536) - 1, 16);
      put(value, 8);
    }
  };
  run(set * 4, 255);
  run((pixels - set) * 4, 0);
  return (bits.join("").match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}
