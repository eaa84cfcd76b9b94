import type { ExportItem } from "../src/formats/format.ts";
import { encodeRle } from "../src/run-length.ts";
import { givenConversation, givenItem, givenRecording, givenText } from "./given-export.ts";

const TRIANGLE = [
  [1, 1],
  [90, 5],
  [40, 80],
];

const HOLE = [
  [40, 20],
  [44, 20],
  [42, 24],
];

const TEXT = "Jane  Roe (Bath)";

/** What an item can have besides its content and its label. */
const MORE: Partial<ExportItem> = {
  external_id: "a-1",
  group: "first",
  metadata: { source: "web" },
  fields: { sure: "yes" },
};

/** By annotation type: an accepted item with every part that its record and its result can have. */
export const FULL_ITEMS: Readonly<Record<string, ExportItem>> = {
  image_classification: image({ label: "a" }),
  multilabel_classification: given(givenItem({ text: TEXT }), { labels: ["a", "b"] }),
  object_detection: image({
    objects: [
      { label: "a", bbox: { x: 10, y: 20, width: 30, height: 40 } },
      {
        label: "b",
        bbox: { x: 90, y: 20, width: 30, height: 40, rotation: 30 },
        attributes: { parked: true },
      },
    ],
  }),
  polygon: image({ objects: [{ label: "a", points: TRIANGLE, holes: [HOLE] }] }),
  semantic_segmentation: image({
    objects: [{ label: "a", rle: encodeRle(Float64Array.of(5, 190), [100, 200]) }],
  }),
  keypoint: image({ objects: [{ label: "a", points: { nose: [1.5, 2, 2], tail: [30, 40, 1] } }] }),
  text_classification: given(givenText(TEXT), { label: "a" }),
  named_entity_recognition: given(givenText(TEXT), {
    spans: [
      { start: 0, end: 9, label: "a" },
      { start: 6, end: 16, label: "b" },
    ],
    relations: [{ from: 0, to: 1, label: "lives in" }],
  }),
  transcription: given(givenRecording(null), { text: "One.\n\nTwo." }),
  audio_segmentation: given(givenRecording(null), {
    segments: [{ start: 0.12345, end: 2, label: "a", text: "One.\n\nTwo." }],
  }),
  text_generation: given(givenConversation(), { text: "A dog." }),
  ranking: given(threeResponses(), { ranking: ["b", "a", "c"], ties: [["a", "c"]] }),
  rating: given(givenConversation(), { ratings: { helpfulness: 4 } }),
};

function image(result: unknown): ExportItem {
  return given(givenItem(), result);
}

function given(item: ExportItem, result: unknown): ExportItem {
  const created_at = "2026-01-01T00:00:00.000Z";
  const answer = {
    annotator: "annotator_1",
    round: 1,
    guideline_version: 1,
    created_at,
    result,
    fields: null,
  };
  return { ...item, ...MORE, result, answers: [answer] };
}

function threeResponses(): ExportItem {
  const item = givenConversation();
  const { messages = [], responses = [] } = item.conversation ?? {};
  return { ...item, conversation: { messages, responses: [...responses, { id: "c", text: "A fox." }] } };
}
