import { expect, test } from "vitest";
import {
  exportedBytes,
  givenContext,
  givenConversation,
  givenItem,
  givenRecording,
  givenText,
} from "../../test/given-export.ts";
import { EVERY_TYPE } from "./every-type.ts";
import type { ExportFile, ExportItem } from "./format.ts";
import { FORMATS, findFormat, formatsFor } from "./registry.ts";

const objects = [{ label: "a", bbox: { x: 1, y: 2, width: 3, height: 4 } }];
const ITEMS: Readonly<Record<string, ExportItem>> = {
  image_classification: givenItem({ result: { label: "a" } }),
  object_detection: givenItem({ result: { objects } }),
  multilabel_classification: givenItem({ text: "Jane", result: { labels: ["a"] } }),
  keypoint: givenItem({ result: { objects: [{ label: "a", points: { nose: [1, 2, 2] } }] } }),
  polygon: givenItem({
    result: {
      objects: [
        {
          label: "a",
          points: [
            [0, 0],
            [9, 0],
            [9, 9],
          ],
        },
      ],
    },
  }),
  semantic_segmentation: givenItem({
    result: { objects: [{ label: "a", rle: { size: [2, 3], counts: "2111" } }] },
  }),
  text_classification: givenText("Jane", { result: { label: "a" } }),
  text_generation: givenConversation({ result: { text: "A dog." } }),
  ranking: givenConversation({ result: { ranking: ["b", "a"] } }),
  rating: givenConversation({ result: { ratings: { helpfulness: 4 } } }),
  named_entity_recognition: givenText("Jane", { result: { spans: [{ start: 0, end: 4, label: "a" }] } }),
  transcription: givenRecording({ text: "Hello" }),
  audio_segmentation: givenRecording({ segments: [{ start: 0, end: 1, label: "a" }] }),
};

test.each([
  ["jsonl", "jsonl"],
  ["NDJSON", "jsonl"],
  ["Json", "json"],
  ["coco_json", "coco"],
  ["COCO_Detection", "coco"],
  ["ultralytics", "yolo"],
  ["yolov8", "yolo"],
  ["yolov8_obb", "yolo_obb"],
  ["VOC", "pascal_voc"],
  ["cvat", "cvat_xml"],
  ["png_mask", "mask_png"],
  ["image_folder", "imagefolder"],
  ["huggingface", "hf_dataset"],
  ["label_studio_json", "label_studio"],
  ["spacy_jsonl", "spacy"],
  ["conll2003", "conll"],
  ["BIO", "conll"],
  ["dpo_jsonl", "trl_preference"],
  ["openai_preference", "openai_preference"],
  ["kto_jsonl", "trl_unpaired"],
  ["openai_jsonl", "sft_messages"],
])("the format called %s is %s", (name, canonical) => {
  expect(findFormat(name)?.name).toBe(canonical);
});

test("an unknown format name finds none", () => {
  expect(findFormat("xlsx")).toBeUndefined();
});

test("no two formats share a name or alias", () => {
  const names = FORMATS.flatMap(({ name, aliases }) => [name, ...aliases]);

  expect(new Set(names).size).toBe(names.length);
});

test.each([
  [
    "image_classification",
    [
      "jsonl",
      "json",
      "csv",
      "parquet",
      "hf_dataset",
      "yolo",
      "cvat_xml",
      "datumaro",
      "imagefolder",
      "label_studio",
    ],
  ],
  [
    "object_detection",
    [
      "jsonl",
      "json",
      "csv",
      "parquet",
      "hf_dataset",
      "coco",
      "yolo",
      "yolo_obb",
      "pascal_voc",
      "cvat_xml",
      "datumaro",
      "label_studio",
    ],
  ],
  [
    "polygon",
    [
      "jsonl",
      "json",
      "csv",
      "parquet",
      "hf_dataset",
      "coco",
      "yolo",
      "cvat_xml",
      "datumaro",
      "mask_png",
      "label_studio",
    ],
  ],
  [
    "semantic_segmentation",
    [
      "jsonl",
      "json",
      "csv",
      "parquet",
      "hf_dataset",
      "coco",
      "cvat_xml",
      "datumaro",
      "mask_png",
      "label_studio",
    ],
  ],
  [
    "keypoint",
    [
      "jsonl",
      "json",
      "csv",
      "parquet",
      "hf_dataset",
      "coco_keypoints",
      "yolo",
      "cvat_xml",
      "datumaro",
      "label_studio",
    ],
  ],
  ["text_classification", ["jsonl", "json", "csv", "parquet", "hf_dataset", "label_studio", "spacy"]],
  [
    "named_entity_recognition",
    ["jsonl", "json", "csv", "parquet", "hf_dataset", "label_studio", "conll", "spacy"],
  ],
  ["transcription", ["jsonl", "json", "csv", "parquet", "hf_dataset", "label_studio", "webvtt"]],
  ["audio_segmentation", ["jsonl", "json", "csv", "parquet", "hf_dataset", "label_studio", "webvtt"]],
  [
    "multilabel_classification",
    ["jsonl", "json", "csv", "parquet", "hf_dataset", "cvat_xml", "datumaro", "label_studio", "spacy"],
  ],
  ["text_generation", ["jsonl", "json", "csv", "parquet", "hf_dataset", "label_studio", "sft_messages"]],
  [
    "ranking",
    [
      "jsonl",
      "json",
      "csv",
      "parquet",
      "hf_dataset",
      "label_studio",
      "trl_preference",
      "openai_preference",
      "trl_unpaired",
    ],
  ],
  ["rating", ["jsonl", "json", "csv", "parquet", "hf_dataset", "label_studio"]],
  ["video_tracking", []],
])("%s can be exported as %j", (type, names) => {
  expect(formatsFor(type).map(({ name }) => name)).toEqual(names);
});

const pairs = EVERY_TYPE.flatMap((type) =>
  formatsFor(type).map((format) => ({ type, format, name: format.name })),
);

test.each(pairs)("$name of $type is the same bytes each time, on safe paths", async ({ type, format }) => {
  const item = ITEMS[type] ?? givenItem();
  const items = [
    item,
    { ...item, id: "item_2" },
    { ...item, id: "item_3", status: "open" as const, result: null },
  ];

  const once = await exportedBytes(format, givenContext(type, ["a"]), items);
  const again = await exportedBytes(format, givenContext(type, ["a"]), items);

  expect(Object.entries(again)).toEqual(Object.entries(once));
  for (const path of Object.keys(once)) expect(path).toMatch(/^[A-Za-z][\w.%/ -]*$/);
  if (format.single) expect(Object.keys(once)).toEqual([`dataset.${format.extension}`]);
});

/** Written a group of rows at a time, whatever the type. */
const IN_GROUPS = new Set(["parquet", "hf_dataset"]);

/** Looks through all items once before it yields any, without keeping them: what they are decides on the files. */
const SURVEYS = new Set(["hf_dataset"]);

const streamed = pairs.filter(({ type, name }) => !IN_GROUPS.has(name) || type === "text_classification");

test.each(streamed)(
  "$name of $type yields each page before it reads the next",
  async ({ type, format, name }) => {
    const item = ITEMS[type] ?? givenItem();
    let isSurveyed = !SURVEYS.has(name);
    let read = 0;
    async function* endless() {
      if (!isSurveyed) {
        isSurveyed = true;
        yield [item];
        return;
      }
      for (;;) {
        read += 1;
        if (read > 20_000) throw new Error(`${name} reads on without a page`);
        yield [{ ...item, id: `item_${read}` }];
      }
    }

    const pages = format.files(givenContext(type, ["a"]), endless);
    for await (const _ of contentsOf(pages)) if (read >= 50) break;

    expect(read).toBeLessThanOrEqual(IN_GROUPS.has(name) ? 10_000 : 50);
  },
);

async function* contentsOf(pages: AsyncIterable<Iterable<ExportFile>>): AsyncGenerator<string | Uint8Array> {
  for await (const page of pages)
    for (const file of page) {
      if ("content" in file) yield* file.content;
      else yield file.media.id;
    }
}
