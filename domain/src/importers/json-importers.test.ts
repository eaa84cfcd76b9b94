import { expect, test } from "vitest";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { encodeRle } from "../run-length.ts";
import { timesOf } from "./answer-times.ts";
import { argilla } from "./argilla.ts";
import { assayJsonl } from "./assay-jsonl.ts";
import { datumaro } from "./datumaro.ts";
import { doccano } from "./doccano.ts";
import { labelStudio } from "./label-studio.ts";
import { labelbox } from "./labelbox.ts";

const lines = (...values: unknown[]) => ({
  "all.jsonl": values.map((value) => `${JSON.stringify(value)}\n`).join(""),
});

const image = { original_width: 200, original_height: 100, from_name: "tag", to_name: "image", id: "r1" };
const task = (data: object, result: unknown[], rest: object = {}) => ({
  "tasks.json": JSON.stringify([
    {
      id: 5,
      data,
      annotations: [{ completed_by: { email: "ann@acme.test" }, created_at: "2026-01-02T03:04:05Z", result }],
      ...rest,
    },
  ]),
});

test.each([
  [
    "a box",
    "rectanglelabels",
    { x: 5, y: 20, width: 15, height: 40, rectanglelabels: ["car"] },
    { label: "car", bbox: { x: 10, y: 20, width: 30, height: 40 } },
  ],
  [
    "a polygon",
    "polygonlabels",
    {
      points: [
        [5, 20],
        [20, 20],
        [20, 60],
      ],
      polygonlabels: ["car"],
    },
    {
      label: "car",
      points: [
        [10, 20],
        [40, 20],
        [40, 60],
      ],
    },
  ],
])("Label Studio's percents of %s are pixels here", async (_name, type, value, object) => {
  const dataset = await imported(
    labelStudio,
    task({ image: "/data/upload/1/0a1b2c3d-cat.jpg" }, [{ ...image, type, value }]),
  );

  expect(dataset).toMatchObject({ labels: ["car"], items: [{ media: "cat.jpg", external_id: "5" }] });
  expect(dataset.items).toMatchObject([
    {
      answers: [
        {
          annotator: "ann@acme.test",
          answered_at: "2026-01-02T03:04:05.000Z",
          result: { objects: [object] },
        },
      ],
    },
  ]);
});

test("a box of Label Studio turns about its top left corner", async () => {
  const value = { x: 50, y: 50, width: 10, height: 10, rotation: 90, rectanglelabels: ["car"] };
  const [result] = resultsOf(
    await imported(labelStudio, task({ image: "a.jpg" }, [{ ...image, type: "rectanglelabels", value }])),
  );

  // 20 × 10 pixels from (100, 50), a quarter turn clockwise: the center is at (95, 60).
  expect(result).toEqual({
    objects: [{ label: "car", bbox: { x: 85, y: 55, width: 20, height: 10, rotation: 90 } }],
  });
});

test("offsets of Label Studio count code points; relations name the spans", async () => {
  const span = (id: string, start: number, end: number, label: string) => ({
    id,
    type: "labels",
    value: { start, end, labels: [label] },
  });
  const relation = { type: "relation", from_id: "a", to_id: "b", direction: "right", labels: ["likes"] };
  const dataset = await imported(
    labelStudio,
    task({ text: "😀 Ann likes Bob" }, [span("a", 2, 5, "person"), span("b", 12, 15, "person"), relation]),
  );

  expect(dataset.annotation_type).toBe("named_entity_recognition");
  expect(resultsOf(dataset)).toEqual([
    {
      spans: [
        { start: 2, end: 5, label: "person" },
        { start: 12, end: 15, label: "person" },
      ],
      relations: [{ from: 0, to: 1, label: "likes" }],
    },
  ]);
});

test("relation types of Label Studio are those of its configuration, then those of its answers", async () => {
  const span = { id: "a", type: "labels", value: { start: 0, end: 3, labels: ["person"] } };
  const relations = ["likes", "knows"].map((name) => ({
    ...{ type: "relation", from_id: "a", to_id: "a", labels: [name] },
  }));
  const files = task({ text: "Ann" }, [span, ...relations]);
  const config = (names: string) =>
    `<View><Text name="t" value="$text"/><Labels name="l" toName="t"><Label value="company"/></Labels><Relations>${names}</Relations></View>`;

  expect(await imported(labelStudio, files)).toMatchObject({
    labels: ["person"],
    relation_types: ["likes", "knows"],
  });
  const configured = {
    ...files,
    "config.xml": config('<Relation value="works for"/><Relation value="knows"/>'),
  };
  expect(await imported(labelStudio, configured)).toMatchObject({
    labels: ["company", "person"],
    relation_types: ["works for", "knows", "likes"],
  });
  // A name of a span cannot be that of a relation type too.
  const shared = await imported(labelStudio, {
    ...files,
    "config.xml": config('<Relation value="person"/>'),
  });
  expect(shared.labels).toEqual(["company", "person", "likes", "knows"]);
  expect(shared).not.toHaveProperty("relation_types");
});

test("choices, canceled annotations, predictions and fields beside the text", async () => {
  const choice = (name: string) => ({
    type: "choices",
    from_name: "c",
    to_name: "t",
    value: { choices: [name] },
  });
  const files = task({ text: "Good", source: "web" }, [choice("yes")], {
    predictions: [{ model_version: "m1", score: 0.7, result: [choice("no")] }],
  });
  const dataset = await imported(labelStudio, files);

  expect(dataset).toMatchObject({ annotation_type: "text_classification", labels: ["yes", "no"] });
  expect(dataset.items).toMatchObject([
    {
      text: "Good",
      metadata: { source: "web" },
      answers: [{ result: { label: "yes" } }, { model: "m1", score: 0.7, result: { label: "no" } }],
    },
  ]);
});

test("a brush of Label Studio: its packed RGBA", async () => {
  // Two pixels of four channels, one run of 8 equal words of 8 bits with value 255.
  const bits = [
    ["00000000000000000000000000001000", "00111"],
    ["0011", "0111", "0111", "0111"],
    ["1", "00", "0111", "11111111"],
  ]
    .flat()
    .join("");
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
  const region = {
    ...image,
    original_width: 2,
    original_height: 1,
    type: "brushlabels",
    value: { format: "rle", rle: bytes, brushlabels: ["road"] },
  };

  expect(resultsOf(await imported(labelStudio, task({ image: "a.png" }, [region])))).toEqual([
    { objects: [{ label: "road", rle: { size: [1, 2], counts: "02" } }] },
  ]);
});

/** A brush of opaque pixels: runs of 65,536 values in 3 bytes each. */
function opaque(pixels: number): number[] {
  const bits = [(pixels * 4).toString(2).padStart(32, "0"), "00111", "0011", "0111", "1011", "1111"];
  for (let left = pixels * 4; left > 0; left -= 65_536)
    bits.push("111", (Math.min(left, 65_536) - 1).toString(2).padStart(16, "0"), "11111111");
  return (bits.join("").match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

test("brushes take time for their runs, not for their pixels", async () => {
  const region = {
    ...image,
    ...{ original_width: 10_000, original_height: 10_000, type: "brushlabels" },
    value: { format: "rle", rle: opaque(100_000_000), brushlabels: ["road"] },
  };
  const [result] = resultsOf(await imported(labelStudio, task({ image: "a.png" }, Array(20).fill(region))));

  expect((result as { objects: object[] }).objects[19]).toEqual({
    ...{ label: "road", rle: encodeRle(Float64Array.from([0, 100_000_000]), [10_000, 10_000]) },
  });
});

test("Datumaro's boxes, polygons and labels", async () => {
  const file = (annotations: object[]) => ({
    "annotations/train.json": JSON.stringify({
      categories: { label: { labels: [{ name: "car" }, { name: "bus" }] } },
      items: [{ id: "a", annotations, image: { path: "a.jpg", size: [100, 200] } }],
    }),
  });

  expect(
    resultsOf(
      await imported(
        datumaro,
        file([{ type: "bbox", label_id: 1, bbox: [1, 2, 3, 4], attributes: { parked: true } }]),
      ),
    ),
  ).toEqual([
    { objects: [{ label: "bus", bbox: { x: 1, y: 2, width: 3, height: 4 }, attributes: { parked: true } }] },
  ]);
  expect(
    resultsOf(await imported(datumaro, file([{ type: "polygon", label_id: 0, points: [0, 0, 4, 0, 4, 4] }]))),
  ).toEqual([
    {
      objects: [
        {
          label: "car",
          points: [
            [0, 0],
            [4, 0],
            [4, 4],
          ],
        },
      ],
    },
  ]);
  expect(resultsOf(await imported(datumaro, file([{ type: "label", label_id: 0 }])))).toEqual([
    { label: "car" },
  ]);
});

test("doccano's spans in both forms, and classes", async () => {
  expect(
    resultsOf(await imported(doccano, lines({ id: 1, text: "Ann sings", label: [[0, 3, "person"]] }))),
  ).toEqual([{ spans: [{ start: 0, end: 3, label: "person" }] }]);
  const entities = [{ id: 10, start_offset: 0, end_offset: 3, label: "person" }];
  expect(
    resultsOf(
      await imported(
        doccano,
        lines({ text: "Ann", entities, relations: [{ from_id: 10, to_id: 10, type: "is" }] }),
      ),
    ),
  ).toEqual([
    { spans: [{ start: 0, end: 3, label: "person" }], relations: [{ from: 0, to: 0, label: "is" }] },
  ]);
  expect(await imported(doccano, lines({ text: "x", label: ["pos"] }))).toMatchObject({
    annotation_type: "text_classification",
  });
});

test("a line that is no JSON object is named, and the others are read", async () => {
  const { items } = await imported(doccano, { "a.jsonl": '{"text":"x","label":["pos"]}\n{\n[1]\n' });

  expect(items).toMatchObject([
    { text: "x" },
    { at: "a.jsonl: line 2", fault: expect.stringContaining("is not valid JSON") },
    { at: "a.jsonl: line 3", fault: "must be an object, not [1]" },
  ]);
});

test("Argilla's responses and suggestions of one question", async () => {
  const record = {
    id: "r1",
    fields: { text: "Good" },
    metadata: { from: "web" },
    responses: { sentiment: [{ value: "pos", user_id: "u1" }] },
    suggestions: { sentiment: { value: "neg", agent: "m1", score: 0.4 }, other: { value: "x" } },
  };

  expect(await imported(argilla, { "records.json": JSON.stringify([record]) })).toMatchObject({
    annotation_type: "text_classification",
    labels: ["pos", "neg"],
    items: [
      {
        text: "Good",
        metadata: { from: "web" },
        answers: [
          { annotator: "u1", result: { label: "pos" } },
          { model: "m1", score: 0.4, result: { label: "neg" } },
        ],
        lost: ["question other"],
      },
    ],
  });
});

test("the offsets of Labelbox count UTF-16 units, and its end is the last character", async () => {
  const label = { name: "person", location: { start: 3, end: 5 } };
  const row = {
    data_row: { row_data: "😀 Ann" },
    projects: { p: { labels: [{ annotations: { objects: [label], classifications: [] } }] } },
  };

  expect(resultsOf(await imported(labelbox, lines(row)))).toEqual([
    { spans: [{ label: "person", start: 2, end: 5 }] },
  ]);
});

test("Labelbox's boxes of each labeler", async () => {
  const row = {
    data_row: { external_id: "cats/a.jpg", row_data: "https://storage.test/a.jpg" },
    projects: {
      p1: {
        labels: [
          {
            label_details: { created_by: "ann@acme.test", created_at: "2026-01-02T03:04:05Z" },
            performance_details: { seconds_to_create: 2 },
            annotations: {
              objects: [{ name: "cat", bounding_box: { left: 1, top: 2, width: 3, height: 4 } }],
              classifications: [],
            },
          },
        ],
      },
    },
  };

  expect(await imported(labelbox, { "export.ndjson": `${JSON.stringify(row)}\n` })).toMatchObject({
    annotation_type: "object_detection",
    labels: ["cat"],
    items: [
      {
        media: "cats/a.jpg",
        answers: [
          {
            annotator: "ann@acme.test",
            result: { objects: [{ label: "cat", bbox: { x: 1, y: 2, width: 3, height: 4 } }] },
          },
        ],
      },
    ],
  });
});

test("our own lines, with every annotator's answer where they are there", async () => {
  const line = {
    id: "item_1",
    external_id: "e1",
    text: "Good",
    file: { filename: "a.jsonl" },
    metadata: {},
    result: { label: "yes" },
    answers: [],
  };
  const files = lines(line, {
    ...line,
    answers: [{ annotator: "annotator_1", created_at: "2026-01-02T03:04:05Z", result: { label: "no" } }],
  });

  expect(await imported(assayJsonl, files)).toMatchObject({
    annotation_type: "text_classification",
    labels: ["yes", "no"],
    items: [
      { answers: [{ result: { label: "yes" } }] },
      { answers: [{ annotator: "annotator_1", result: { label: "no" } }] },
    ],
  });
  await expect(imported(assayJsonl, lines({ ...line, result: null }))).rejects.toThrow("name it with --type");
});

test.each([
  ["doccano", doccano, (index: number) => ({ text: `text ${index}`, label: ["pos"] })],
  [
    "argilla",
    argilla,
    (index: number) => ({ fields: { text: "a" }, responses: { mood: [{ value: index % 20 }] } }),
  ],
] as const)("%s reads 200,000 lines", async (_name, importer, lineOf) => {
  const { items } = await imported(importer, {
    "all.jsonl": Array.from({ length: 200_000 }, (_, n) => `${JSON.stringify(lineOf(n))}\n`).join(""),
  });

  expect(items).toHaveLength(200_000);
});

test("the scale of Label Studio's ratings goes up to the highest of 200,000", async () => {
  const tasks = Array.from({ length: 200_000 }, (_, index) => ({
    data: { text: "a" },
    annotations: [{ result: [{ type: "rating", from_name: "r", value: { rating: 1 + (index % 9) } }] }],
  }));

  const { type_options } = await imported(labelStudio, { "all.json": JSON.stringify(tasks) });

  expect(type_options).toEqual({ scales: [{ name: "r", min: 1, max: 9 }] });
});

test.each([
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
  ["2026-01-02 03:04:05.678901+00:00", "2026-01-02T03:04:05.678Z"],
  ["2026-01-02T03:04:05 +0200", "2026-01-02T01:04:05.000Z"],
  ["2026-01-02T03:04:05+02", "2026-01-02T01:04:05.000Z"],
  ["2026-01-02T03:04", "2026-01-02T03:04:00.000Z"],
  ["2026-01-02", null],
  ["2026-99-02T03:04:05Z", null],
  ["1969-01-02T03:04:05Z", null],
  [5, null],
])("the time %j of an answer is %j", (at, answered_at) => {
  const lost = new Set<string>();

  expect(timesOf({ at }, lost)).toEqual({ answered_at, active_ms: null });
  expect([...lost]).toEqual(answered_at === null ? ["unreadable times of answers"] : []);
});

test("drafts of Argilla are no answers, and its responses have their times where they are there", async () => {
  const response = { value: "pos", user_id: "u" };
  const responses = [
    { ...response, status: "submitted", updated_at: "2026-01-02T03:04:05.5" },
    { ...response, status: "draft" },
  ];

  const { items } = await imported(
    argilla,
    lines({ fields: { text: "Good" }, responses: { mood: responses } }),
  );

  expect(items).toMatchObject([
    {
      answers: [{ annotator: "u", answered_at: "2026-01-02T03:04:05.500Z" }],
      lost: ["responses with the status draft"],
    },
  ]);
});
