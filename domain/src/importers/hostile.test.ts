import fc from "fast-check";
import { expect, test } from "vitest";
import { exported, givenContext, givenItem } from "../../test/given-export.ts";
import { givenTable, imported } from "../../test/given-folder.ts";
import { coco as cocoFormat } from "../formats/coco.ts";
import { yolo as yoloFormat } from "../formats/yolo.ts";
import { ImportFault } from "./importer.ts";
import { isJsonObject } from "./json-value.ts";
import { IMPORTERS } from "./registry.ts";

const result = {
  objects: [{ label: "car", bbox: { x: 1, y: 2, width: 3, height: 4 }, attributes: { a: 1 } }],
};
const context = givenContext("object_detection", ["car"]);
const cvat =
  '<annotations><image name="a.jpg" width="9" height="9"><mask label="car" left="1" top="1" width="2" height="2" rle="1,2,1"/></image></annotations>';
const voc =
  "<annotation><filename>a.jpg</filename><object><name>car</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>";
const text = {
  text: "Ann",
  label: [[0, 3, "person"]],
  entities: [{ start_offset: 0, end_offset: 3, label: "person" }],
};
const labelStudio = [
  {
    data: { text: "Ann" },
    annotations: [{ result: [{ type: "labels", value: { start: 0, end: 3, labels: ["p"] } }] }],
  },
];
const percents = {
  type: "rectanglelabels",
  original_width: 9,
  original_height: 9,
  value: { x: 1, y: 1, width: 5, height: 5, rotation: 3, rectanglelabels: ["car"] },
};
const labelStudioImage = [
  {
    data: { image: "/data/upload/1/0a1b2c3d-cat.jpg" },
    annotations: [{ completed_by: 1, result: [percents] }],
    predictions: [{ result: [percents] }],
  },
];
const datumaro = {
  categories: { label: { labels: [{ name: "car" }] } },
  items: [
    { id: "a", annotations: [{ type: "mask", label_id: 0, rle: { size: [2, 3], counts: [1, 2, 3] } }] },
  ],
};
const argilla = {
  fields: { text: "Good" },
  responses: { mood: [{ value: "pos", user_id: "u" }] },
  suggestions: {},
};
const labelbox = {
  data_row: { row_data: "https://storage.test/a.jpg" },
  projects: { p: { labels: [{ annotations: { objects: [{ name: "cat", polygon: [{ x: 1, y: 2 }] }] } }] } },
};

const labelStudioPoints = [
  {
    data: { image: "a.jpg" },
    annotations: [
      {
        result: [
          {
            ...{ type: "keypointlabels", id: "r1", parentID: "r2", original_width: 9, original_height: 9 },
            value: { x: 1, y: 1, keypointlabels: ["nose"] },
            meta: { object: 1, label: "dog", visibility: 1 },
          },
        ],
      },
    ],
  },
];
const labelStudioRanking = [
  {
    data: { talk: [{ role: "user", content: "?" }], list: [{ id: "a", body: "A" }] },
    annotations: [
      {
        result: [
          { type: "ranker", value: { ranker: { rank: ["a"] } }, meta: { ties: [["a", "b"]] } },
          { type: "number", from_name: "n", value: { number: 1.5 } },
        ],
      },
    ],
    meta: { assay: { external_id: "1", file: { filename: "a" }, metadata: {} } },
  },
];

/** A good file of every importer, and what the exporters write. */
const SAMPLES: readonly Readonly<Record<string, string>>[] = [
  await exported(cocoFormat, context, [givenItem({ result })]),
  { ...(await exported(yoloFormat, context, [givenItem({ result })])), "images/train/item_1_street.jpg": "" },
  {
    "data.yaml": "names: [car]\nkpt_shape: [1, 3]\n",
    "labels/a.txt": "0 0.5 0.5 1 1 0.1 0.2 2",
    "images/a.jpg": "",
  },
  { "annotations.xml": cvat },
  {
    "annotations.xml": `<annotations><meta><project><name>P</name><tasks><task><id>3</id><assignee><username>ann</username></assignee><segments><segment/><segment/></segments></task></tasks><labels><label><name>car</name><color>#ff0000</color><attributes><attribute><name>speed</name><mutable>True</mutable><input_type>number</input_type><values>0\n9\n1</values></attribute></attributes></label></labels></project></meta><image name="a.jpg" width="9" height="9" task_id="3" subset="train"><box label="car" source="auto" xtl="1" ytl="1" xbr="2" ybr="2"/></image></annotations>`,
  },
  {
    "config.xml":
      '<View><Image name="i" value="$image"/><RectangleLabels name="l" toName="i"><Label value="car" background="#f00" hotkey="c"/></RectangleLabels><Rating name="r" toName="i" maxRating="9"/></View>',
    "a.json": JSON.stringify(labelStudioImage),
    "project.json": JSON.stringify({
      title: "P",
      label_config: "<View/>",
      expert_instruction: "<p>Look</p>",
    }),
  },
  { "a.xml": voc },
  { "a.jsonl": `${JSON.stringify(text)}\n` },
  { "a.json": JSON.stringify(labelStudio) },
  { "a.json": JSON.stringify(labelStudioImage) },
  { "a.json": JSON.stringify(datumaro) },
  { "a.jsonl": JSON.stringify(argilla) },
  { "a.json": JSON.stringify(labelStudioPoints) },
  { "a.json": JSON.stringify(labelStudioRanking) },
  { "a.jsonl": JSON.stringify(labelbox) },
  { "a.csv": "filename,class,xmin,ymin,xmax,ymax,annotator\na.jpg,car,1,2,4,6,ann\na.jpg,car,1,2,4,6,bob\n" },
  {
    "metadata.jsonl": JSON.stringify({
      file_name: "a.jpg",
      objects: { bbox: [[1, 2, 3, 4]], categories: ["car"] },
    }),
  },
  {
    "README.md":
      "---\nconfigs:\n- config_name: default\n  data_files:\n  - {split: train, path: data/*.csv}\ndataset_info:\n  features:\n  - name: label\n    dtype:\n      class_label:\n        names: {'0': neg, '1': pos}\n---\n",
    "data/train.csv": "text,label\nGood,1\nBad,0\n",
  },
];

const PIECES = [
  "%",
  "%zz",
  "https://[",
  "",
  "null",
  "-1",
  "1e308",
  '"',
  "{",
  "]",
  "<",
  "&x;",
  "\u0000",
  "__proto__",
  "😀",
  "9".repeat(400),
];

/** Values that no field should have. */
const VALUES = [
  null,
  -1,
  1e308,
  2 ** 53,
  "",
  "%",
  "%zz",
  "https://[",
  "\u0000",
  [],
  {},
  [[]],
  [null],
  true,
  "9".repeat(400),
];

/** The JSON value with its part number `nth`, counted in depth, replaced; the same value if there is no such part. */
function replaced(value: unknown, nth: number, by: unknown): unknown {
  let left = nth;
  const walk = (part: unknown): unknown => {
    left -= 1;
    if (left === -1) return by;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, walk(member)]));
  };
  return walk(value);
}

const damage = fc.record({
  sample: fc.constantFrom(...SAMPLES),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat({ max: 30 }),
  inserted: fc.constantFrom(...PIECES),
  isCut: fc.boolean(),
});

test.each(IMPORTERS.map((importer) => [importer.name, importer] as const))(
  "%s reads a damaged file of any format, or says what is wrong with it",
  async (_name, importer) => {
    await fc.assert(
      fc.asyncProperty(damage, async ({ sample, at, removed, inserted, isCut }) => {
        const files = Object.fromEntries(
          Object.entries(sample).map(([path, whole]) => {
            const place = Math.floor(at * whole.length);
            return [path, whole.slice(0, place) + inserted + (isCut ? "" : whole.slice(place + removed))];
          }),
        );
        const outcome = await imported(
          importer,
          files,
          importer.name === "jsonl" ? "text_classification" : undefined,
        ).catch((thrown: unknown) => thrown);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ImportFault);
      }),
      { numRuns: 200 },
    );
  },
);

const ROW = {
  id: "1",
  text: "Ann",
  image: { bytes: new Uint8Array([1]), path: "a.png" },
  metadata: '{"a":1}',
  annotator: "ann",
  created_at: "2026-01-02T03:04:05Z",
  score: 0.5,
  answers: '[{"annotator":"a","result":{"label":"x"}}]',
  result: '{"objects":[{"label":"car","points":{"nose":[1,2,2]}}]}',
  label: 0,
  labels: [0],
  tokens: ["Ann"],
  ner_tags: [0],
  objects: { bbox: [[1, 2, 3, 4]], category: [0] },
  ...{ xmin: 1, ymin: 2, xmax: 3, ymax: 4, x: 1, y: 2, width: 3, height: 4, rotation: 5, attributes: "{}" },
  ...{ points: "[[1,2]]", rle: "{}", start: 0, end: 1, scale: "a", value: 1, transcript: "a", caption: "b" },
};
const CLASSES = { info: { features: { label: { names: ["neg"], _type: "ClassLabel" } } } };

test.each(
  IMPORTERS.filter(({ name }) => ["csv", "parquet", "huggingface"].includes(name)).map(
    (importer) => [importer.name, importer] as const,
  ),
)(
  "%s reads rows with any columns and any wrong value, or says what is wrong with them",
  async (_name, importer) => {
    const columns = fc.subarray(Object.keys(ROW), { minLength: 1 });
    const huggingface = fc.constantFrom(
      null,
      JSON.stringify(CLASSES),
      "nonsense",
      '{"info":{"features":[{}]}}',
    );
    await fc.assert(
      fc.asyncProperty(
        columns,
        fc.nat({ max: 40 }),
        fc.constantFrom(...VALUES),
        huggingface,
        async (names, nth, value, said) => {
          const row = Object.fromEntries(Object.entries(ROW).filter(([name]) => names.includes(name)));
          const bad = replaced(row, nth, value);
          const rows = [row, isJsonObject(bad) ? bad : {}, row];
          const folder = givenTable(rows, { huggingface: said });
          const outcome = await imported(importer, { ...folder, paths: ["a.csv", "a.parquet"] }).catch(
            (thrown: unknown) => thrown,
          );
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ImportFault);
        },
      ),
      { numRuns: 3_000 },
    );
  },
);

const JSON_FILES = SAMPLES.filter((files) => Object.keys(files).every((path) => /jsonl?$/.test(path)));

test.each(IMPORTERS.map((importer) => [importer.name, importer] as const))(
  "%s reads JSON with any wrong value, or says what is wrong with it",
  async (_name, importer) => {
    const samples = fc.constantFrom(...JSON_FILES);
    await fc.assert(
      fc.asyncProperty(
        samples,
        fc.nat({ max: 60 }),
        fc.constantFrom(...VALUES),
        async (sample, nth, value) => {
          const files = Object.fromEntries(
            Object.entries(sample).map(([path, whole]) => [
              path,
              JSON.stringify(replaced(JSON.parse(whole), nth, value)),
            ]),
          );
          const outcome = await imported(
            importer,
            files,
            importer.name === "jsonl" ? "text_classification" : undefined,
          ).catch((thrown: unknown) => thrown);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ImportFault);
        },
      ),
      { numRuns: 2_000 },
    );
  },
);

const DEEP = 100_000;
const nested = `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`;
test.each(IMPORTERS.map((importer) => [importer.name, importer] as const))(
  "%s gives no other fault than its own for what is nested too deep for the stack",
  async (_name, importer) => {
    const tags = `${"<a>".repeat(DEEP)}${"</a>".repeat(DEEP)}`;
    const files = [
      { "a.json": nested },
      { "a.jsonl": nested, "a.ndjson": nested },
      { "a.json": `{"images": [{"id": 1, "file_name": ${nested}}], "annotations": [], "categories": []}` },
      { "a.json": `[{"data": {"text": "x"}, "annotations": ${nested}}]` },
      { "a.json": `{"categories": {}, "items": [{"id": "a", "annotations": ${nested}}]}` },
      { "a.xml": `<annotations>${tags}</annotations>` },
      { "a.xml": `<annotation><filename>a</filename>${tags}</annotation>` },
      { "a.csv": `text,spans\nx,"${nested}"\n` },
    ];
    for (const each of files) {
      const faults = imported(importer, each).then(
        () => [],
        (thrown: unknown) => (thrown instanceof ImportFault ? [] : [thrown]),
      );
      expect(await faults).toEqual([]);
    }
  },
);
