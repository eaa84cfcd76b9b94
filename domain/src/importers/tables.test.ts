import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { givenFolder, givenTable, imported, resultsOf } from "../../test/given-folder.ts";
import { csv as csvFormat } from "../formats/csv.ts";
import { csv } from "./csv.ts";
import { huggingFace } from "./hugging-face.ts";
import { parquet } from "./parquet.ts";

const box = (label: string, x: number) => ({ label, bbox: { x, y: 2, width: 3, height: 4 } });

test("a CSV of texts with a label is a classification; other columns are metadata", async () => {
  const dataset = await imported(csv, {
    "a.csv": 'id,text,label,source\n1,"Good, really",pos,web\n2,Bad,neg,\n3,So so,,\n',
  });

  expect(dataset).toMatchObject({ annotation_type: "text_classification", labels: ["pos", "neg"] });
  expect(dataset.items).toMatchObject([
    { at: "a.csv: line 2", external_id: "1", text: "Good, really", metadata: { source: "web" } },
    { external_id: "2", metadata: {} },
    { external_id: "3", answers: [] },
  ]);
  expect(resultsOf(dataset)).toEqual([{ label: "pos" }, { label: "neg" }]);
});

test("columns of other names are read where they are named", async () => {
  const file = { "a.csv": "n,review,mood\n1,Good,pos\n" };
  const dataset = await imported(csv, file, undefined, { text: "review", label: "mood" });

  expect(dataset.items).toMatchObject([
    { text: "Good", metadata: { n: "1" }, answers: [{ result: { label: "pos" } }] },
  ]);
  await expect(imported(csv, file, undefined, { text: "none" })).rejects.toThrow(
    'a.csv: has no column "none"; it has n, review, mood',
  );
  await expect(imported(csv, file, undefined, { mood: "mood" })).rejects.toThrow(
    "columns: there is no meaning mood: use text,",
  );
});

test("rows of one image are its boxes, and the sides of the image are no box", async () => {
  const dataset = await imported(csv, {
    "a.csv":
      "filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,9,9,car,1,2,4,6\na.jpg,9,9,bus,5,2,8,6\nb.jpg,9,9,car,1,2,4,6\n",
  });

  expect(dataset).toMatchObject({ annotation_type: "object_detection", labels: ["car", "bus"] });
  expect(dataset.items.map((item) => "media" in item && item.media)).toEqual(["a.jpg", "b.jpg"]);
  expect(resultsOf(dataset)).toEqual([
    { objects: [box("car", 1), box("bus", 5)] },
    { objects: [box("car", 1)] },
  ]);
});

test("rows of one image that do not stand together are a fault", async () => {
  const rows = ["a.jpg,car,1,2,4,6", "b.jpg,car,1,2,4,6", "a.jpg,car,1,2,4,6"].join("\n");
  const dataset = await imported(csv, { "a.csv": `filename,class,xmin,ymin,xmax,ymax\n${rows}\n` });

  expect(dataset.items[2]).toEqual({
    at: "a.csv: line 4",
    fault: 'the rows of "a.jpg" do not stand together: sort them',
  });
});

test("a row for each annotator is an answer for each, with its time", async () => {
  const dataset = await imported(csv, {
    "a.csv":
      "id,text,annotator,label,created_at\n1,Good,ann,pos,2026-01-02T03:04:05Z\n1,Good,bob,neg,2026-01-02T03:05:05Z\n",
  });

  expect(dataset.items).toMatchObject([
    {
      answers: [
        { annotator: "ann", answered_at: "2026-01-02T03:04:05.000Z", result: { label: "pos" } },
        { annotator: "bob", result: { label: "neg" } },
      ],
    },
  ]);
});

test("a faulty cell is named with its line and column, and the other rows are read", async () => {
  const dataset = await imported(csv, {
    "a.csv": "filename,class,xmin,ymin,xmax,ymax\na.jpg,car,one,2,4,6\nb.jpg,car,1,2,4,6\n",
  });

  expect(dataset.items).toMatchObject([
    { at: "a.csv: line 2", fault: 'xmin: must be a number, not "one"' },
    { media: "b.jpg" },
  ]);
});

const TYPES: readonly (readonly [string, object, object])[] = [
  ["object_detection", { objects: [{ ...box("car", 1), attributes: { a: 1 } }, box("bus", 2)] }, {}],
  [
    "polygon",
    {
      objects: [
        {
          label: "car",
          points: [
            [1, 2],
            [3, 4],
            [1, 4],
          ],
        },
      ],
    },
    {},
  ],
  ["keypoint", { objects: [{ label: "car", points: { nose: [1, 2, 2] } }] }, {}],
  ["semantic_segmentation", { objects: [{ label: "car", rle: { size: [2, 3], counts: "132" } }] }, {}],
  ["image_classification", { label: "car" }, {}],
  ["multilabel_classification", { labels: ["car", "bus"] }, {}],
  ["transcription", { text: "Hello" }, {}],
  ["named_entity_recognition", { spans: [{ start: 0, end: 3, label: "car" }] }, { text: "Ann 😀", line: 1 }],
  ["text_classification", { label: "car" }, { text: "Ann", line: 1 }],
  ["text_generation", { text: "Hello" }, { text: "Ann", line: 1 }],
  ["rating", { ratings: { helpful: 4, kind: 7 } }, { text: "Ann", line: 1 }],
];

test.each(TYPES)("our own CSV of %s comes back", async (type, result, item) => {
  const items = [
    givenItem({ id: "item_1", result, ...item }),
    givenItem({ id: "item_2", result: null, status: "open", ...item }),
  ];
  const files = await exported(csvFormat, givenContext(type, ["car", "bus"]), items);

  const dataset = await imported(csv, files);

  expect(dataset.annotation_type).toBe(type);
  expect(resultsOf(dataset)).toEqual([result]);
  expect(dataset.items).toMatchObject([{ text: "text" in item ? item.text : null }, { answers: [] }]);
});

const features = { label: { names: ["neg", "pos"], _type: "ClassLabel" } };

test("numbers of classes become their names, from the metadata of a Parquet file", async () => {
  const rows = [
    { text: "Good", label: 1 },
    { text: "Bad", label: 0 },
    { text: "?", label: -1 },
    { text: "!", label: 2 },
  ];
  const dataset = await imported(
    parquet,
    givenTable(rows, { huggingface: JSON.stringify({ info: { features } }) }),
  );

  expect(dataset.labels).toEqual(["neg", "pos"]);
  expect(resultsOf(dataset)).toEqual([
    { label: "pos" },
    { label: "neg" },
    { at: "a.parquet: row 4", fault: "label: must be the number of a class from 0 to 1, not 2" },
  ]);
});

test("tokens and the tags of a card become a text with spans in code points", async () => {
  const card = `---
dataset_info:
  features:
  - name: tokens
    list: string
  - name: ner_tags
    list:
      class_label:
        names:
          '0': O
          '1': B-PER
          '2': I-PER
          '3': B-LOC
---
`;
  const rows = [{ tokens: ["😀", "Ann", "Lee", "saw", "Rome"], ner_tags: [0, 1, 2, 0, 3] }];
  const dataset = await imported(huggingFace, givenTable(rows, { files: { "README.md": card } }));

  expect(dataset).toMatchObject({ annotation_type: "named_entity_recognition", labels: ["PER", "LOC"] });
  expect(dataset.items).toMatchObject([{ text: "😀 Ann Lee saw Rome" }]);
  expect(resultsOf(dataset)).toEqual([
    {
      spans: [
        { start: 2, end: 9, label: "PER" },
        { start: 14, end: 18, label: "LOC" },
      ],
    },
  ]);
});

test("images inside a table come with a name of their own", async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const image = (path: string | null) => ({ image: { bytes: png, path }, label: "cat" });
  const dataset = await imported(
    parquet,
    givenTable([image("x/a.png"), image("a.png"), image(null), image("..")]),
  );

  expect(dataset.annotation_type).toBe("image_classification");
  expect(dataset.items).toMatchObject([
    { media: "a.png", content: png },
    { media: "2-a.png" },
    { media: "3.png" },
    { media: "4.png" },
  ]);
});

test("boxes of a folder of images are read from its metadata, below its split", async () => {
  const line = { file_name: "a.png", objects: { bbox: [[1, 2, 3, 4]], categories: [1] } };
  const card =
    "---\ndataset_info:\n  features:\n  - name: objects\n    struct:\n    - name: categories\n      list:\n        class_label:\n          names: [bus, car]\n---\n";
  const dataset = await imported(huggingFace, {
    "README.md": card,
    "train/metadata.jsonl": `${JSON.stringify(line)}\n`,
    "train/a.png": "",
  });

  expect(dataset).toMatchObject({ annotation_type: "object_detection", labels: ["bus", "car"] });
  expect(dataset.items).toMatchObject([{ media: "train/a.png", metadata: { split: "train" } }]);
  expect(resultsOf(dataset)).toEqual([{ objects: [box("car", 1)] }]);
});

test("the text beside an image is what was written about it", async () => {
  const dataset = await imported(huggingFace, {
    "metadata.csv": "file_name,text\na.png,A cat\n",
    "a.png": "",
  });

  expect(dataset).toMatchObject({
    annotation_type: "text_generation",
    items: [{ media: "a.png", text: null }],
  });
  expect(resultsOf(dataset)).toEqual([{ text: "A cat" }]);
});

test("without metadata the folder of an image is its class", async () => {
  const dataset = await imported(huggingFace, {
    "test/a%2Fb/1.jpg": "",
    "train/cat/2.jpg": "",
    "notes.txt": "",
  });

  expect(dataset).toMatchObject({
    annotation_type: "image_classification",
    labels: ["a/b", "cat"],
    items: [
      { media: "test/a%2Fb/1.jpg", metadata: { split: "test" } },
      { media: "train/cat/2.jpg", metadata: { split: "train" } },
    ],
  });
});

test("a card with more YAML than 256 KiB is refused", async () => {
  const card = `---\nlicense: ${"a".repeat(256 * 1024)}\n---\n`;

  await expect(imported(huggingFace, givenTable([], { files: { "README.md": card } }))).rejects.toThrow(
    "README.md: has more than 256 KiB of YAML",
  );
});

test("tables are opened one after the other, and those of JSON lines are read again instead of kept", async () => {
  let [open, most, reads] = [0, 0, 0];
  const folder = givenFolder({
    "a.jsonl": '{"text":"a","label":"x"}\n',
    "b.jsonl": '{"text":"b","label":"y"}\n',
  });
  const dataset = await huggingFace.read({
    ...folder,
    async text(path) {
      [open, reads] = [open + 1, reads + 1];
      most = Math.max(most, open);
      await new Promise(setImmediate);
      open -= 1;
      return folder.text(path);
    },
  });
  const before = reads;
  const found: string[] = [];
  for await (const item of dataset.items()) found.push(item.at);

  expect(found).toEqual(["a.jsonl: line 1", "b.jsonl: line 1"]);
  expect([most, reads - before]).toEqual([1, 2]);
});

test("tables whose names of columns do not fit into memory are refused", async () => {
  const name = "x".repeat(1024 * 1024);
  const paths = Array.from({ length: 100 }, (_, index) => `${index}.csv`);
  const table = async (path: string) => ({ path, columns: [name], huggingface: null, async *rows() {} });

  await expect(huggingFace.read({ ...givenFolder({}), paths, table })).rejects.toThrow(
    "64.csv: the columns and classes of all tables up to here have more than 64 MiB",
  );
});
