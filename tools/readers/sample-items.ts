import type { ExportItem } from "@assay/domain/formats/format.ts";
import { encodeRle } from "@assay/domain/run-length.ts";

const WIDTH = 64;
const HEIGHT = 48;

/** Labels that are difficult for formats, in category order. */
export const LABELS: readonly string[] = ["car", 'the "red", one', "first name", "Straße/猫 🚗", "CAR"];

/** The sides of every sample image in pixels. */
export const IMAGE_SIZE = { width: WIDTH, height: HEIGHT };

const FILENAMES = ["street.png", "street.png", '../"a, b"\n🚗.png', "no extension", "é.PNG"];

const TEXTS = [
  "Jane Austen lived in Bath, near the River Avon.",
  "🚗 Zoë's car —\n“quoted, twice”; 50% off in\tMünchen.\r\n\r\nEnd",
  "我住在北京。=1+1",
  "-DOCSTART- -X- O O",
  "   ",
];

const ANSWER = {
  annotator: "annotator_1",
  round: 1,
  guideline_version: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  fields: null,
};

const RANKINGS = [
  { ranking: ["b, c", "a", "=d"] },
  { ranking: ["a", "b, c", "=d"], ties: [["a", "b, c"]] },
  { ranking: ["=d", "a", "b, c"], ties: [["a", "b, c"]] },
  { ranking: ["a", "=d", "b, c"] },
  { ranking: ["=d", "a", "b, c"], ties: [["=d", "a", "b, c"]] },
];

/** The options of the projects of some annotation types. */
export const TYPE_OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  keypoint: {
    keypoints: ["nose", "left eye", "tail"],
    skeleton: [
      ["nose", "left eye"],
      ["nose", "tail"],
    ],
  },
};

/** By annotation type: five accepted items, the last of them minimal, an open and an excluded one. */
export const SAMPLES: Readonly<Record<string, readonly ExportItem[]>> = {
  image_classification: images((place) => ({ label: LABELS[place] })),
  object_detection: images((place) => ({ objects: LABELS.slice(place + 1).map(box) })),
  polygon: images((place) => ({ objects: LABELS.slice(place + 1).map(polygon) })),
  semantic_segmentation: images((place) => ({ objects: LABELS.slice(place + 1).map(mask) })),
  keypoint: images((place) => ({ objects: LABELS.slice(place + 1).map(pose) })),
  text_classification: texts((place) => ({ label: LABELS[place] })),
  multilabel_classification: images((place) => ({ labels: LABELS.slice(place + 1) })),
  text_generation: conversations((place) => ({ text: TEXTS[place] })),
  ranking: conversations((place) => RANKINGS[place]),
  rating: conversations((place) => ({ ratings: { helpfulness: place + 1, "truth, or not": 5 - place } })),
  named_entity_recognition: texts((place) => related(spans(TEXTS[place] ?? ""))),
  transcription: recordings((place) => ({ text: TEXTS[place] })),
  audio_segmentation: recordings((place) => ({ segments: segments(TEXTS[place] ?? "") })),
};

function images(resultOf: (place: number) => unknown): ExportItem[] {
  return sevenItems(resultOf, (place) => ({
    file: {
      id: `file_${place}`,
      filename: FILENAMES[place % FILENAMES.length] ?? "",
      content_type: "image/png",
      sha256: place.toString(16).padStart(64, "0"),
      ...IMAGE_SIZE,
      duration: null,
    },
    line: null,
    text: null,
    conversation: null,
  }));
}

function recordings(resultOf: (place: number) => unknown): ExportItem[] {
  return images(resultOf).map((item, place) => {
    const changes = {
      filename: `${item.file.filename}.wav`,
      content_type: "audio/wav",
      duration: 60 * 60 * place + 9.5,
    };
    return { ...item, file: { ...item.file, width: null, height: null, ...changes } };
  });
}

function texts(resultOf: (place: number) => unknown): ExportItem[] {
  return sevenItems(resultOf, (place) => ({
    file: {
      id: "file_0",
      filename: "texts, all.jsonl",
      content_type: "application/x-ndjson",
      sha256: "0".repeat(64),
      width: null,
      height: null,
      duration: null,
    },
    line: place + 1,
    text: TEXTS[place % TEXTS.length] ?? "",
    conversation: null,
  }));
}

function conversations(resultOf: (place: number) => unknown): ExportItem[] {
  const conversation = {
    messages: [
      { role: "user", content: "What is\u2028“it”?" },
      { role: "assistant", content: "A dog." },
      { role: "user", content: "Really? 🚗" },
    ],
    responses: [
      { id: "a", text: "Yes,\nreally." },
      { id: "b, c", text: 'So "it" seems.', model: "small" },
      { id: "=d", text: "No." },
    ],
  };
  return texts(resultOf).map((item) => ({ ...item, text: null, conversation }));
}

function sevenItems(
  resultOf: (place: number) => unknown,
  contentOf: (place: number) => Pick<ExportItem, "file" | "line" | "text" | "conversation">,
): ExportItem[] {
  const statuses = ["accepted", "accepted", "accepted", "accepted", "accepted", "open", "excluded"] as const;
  return statuses.map((status, place) => {
    const result = status === "accepted" ? resultOf(place) : null;
    return {
      id: `item_${place}`,
      batch_id: "batch_1",
      external_id: place % 2 === 0 ? `"${place}", external` : null,
      group: null,
      metadata: { source: "sample\n" },
      ...contentOf(place),
      status,
      excluded_reason: status === "excluded" ? "blurred" : null,
      result,
      fields: null,
      support: result ? 1 : null,
      origin: result ? "consensus" : null,
      answers: result ? [{ ...ANSWER, result }] : [],
    };
  });
}

function box(label: string, place: number): object {
  const bbox = { x: 0.5 + place, y: 1 / 3, width: WIDTH - 8.25, height: HEIGHT / (place + 1.5) };
  return place === 1
    ? { label, bbox: { ...bbox, rotation: 30 }, attributes: { parked: true } }
    : { label, bbox };
}

/** Three points, of which one may be hidden or not labeled. */
function pose(label: string, place: number): object {
  const points = { nose: [4 + 8 * place, 5.5, 2], tail: [30, HEIGHT - place, 1] };
  return place === 1 ? { label, points } : { label, points: { ...points, "left eye": [9 * place, 9, 2] } };
}

/** Columns of the image, and one stretch that begins and ends within a column. */
function mask(label: string, place: number): object {
  const [from, to] = place === 1 ? [100, 1_234] : [HEIGHT * 9 * place, HEIGHT * (9 * place + 8)];
  return { label, rle: encodeRle(Float64Array.of(from, to), [HEIGHT, WIDTH]) };
}

/** A triangle, and one with a hole. */
function polygon(label: string, place: number): object {
  const points = [
    [2.5 + place, 1 + place],
    [WIDTH - 2 - place, HEIGHT / 3],
    [WIDTH / 2, HEIGHT - 0.5 - place],
  ];
  const hole = [
    [28, 18],
    [36, 19],
    [32, 25.5],
  ];
  return place === 1 ? { label, points, holes: [hole] } : { label, points };
}

/** The text said by one speaker after the other, in turns that overlap. */
function segments(text: string): object[] {
  return LABELS.slice(0, text.trim() === "" ? 0 : 3).map((label, place) => {
    const time = { start: 2 * place + 0.25, end: 2 * place + 2.5 };
    return place === 1 ? { ...time, label } : { ...time, label, text };
  });
}

/** With a relation from the second span to the first, if there are two. */
function related(spans: object[]): object {
  return spans.length < 2 ? { spans } : { spans, relations: [{ from: 1, to: 0, label: 'is "in"' }] };
}

/** A span over every second run of characters without a space, and one that overlaps the first. */
function spans(text: string): object[] {
  const characters = [...text];
  const starts = characters.flatMap((character, place) =>
    /\s/u.test(character) || (place > 0 && !/\s/u.test(characters[place - 1] ?? "")) ? [] : [place],
  );
  const words = starts.map((start, place) => {
    const length = characters.slice(start).findIndex((character) => /\s/u.test(character));
    const end = length < 0 ? characters.length : start + length;
    return { start, end, label: LABELS[place % LABELS.length] };
  });
  return [...words.filter((_, place) => place % 2 === 0), ...words.slice(0, 1)];
}
