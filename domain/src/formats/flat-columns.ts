import type { ExportContext, ExportItem } from "./format.ts";
import { isEntities, isSegments, labelOf, labelsOf, textOf } from "./results.ts";

/** How a column is stored; every value may be null. `strings` is a list of strings. */
export type ColumnType = "string" | "strings" | "integer" | "double";

/** One column of a table with a row per item. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly read: (item: ExportItem) => string | number | readonly string[] | null;
}

const ITEM: readonly Column[] = [
  { name: "id", type: "string", read: (item) => item.id },
  { name: "batch_id", type: "string", read: (item) => item.batch_id },
  { name: "external_id", type: "string", read: (item) => item.external_id },
  { name: "group", type: "string", read: (item) => item.group },
  { name: "metadata", type: "string", read: (item) => JSON.stringify(item.metadata) },
  { name: "file_id", type: "string", read: ({ file }) => file.id },
  { name: "filename", type: "string", read: ({ file }) => file.filename },
  { name: "content_type", type: "string", read: ({ file }) => file.content_type },
  { name: "sha256", type: "string", read: ({ file }) => file.sha256 },
  { name: "image_width", type: "integer", read: ({ file }) => file.width },
  { name: "image_height", type: "integer", read: ({ file }) => file.height },
  { name: "duration", type: "double", read: ({ file }) => file.duration },
  { name: "line", type: "integer", read: (item) => item.line },
  { name: "text", type: "string", read: (item) => item.text },
  { name: "conversation", type: "string", read: (item) => jsonOf(item.conversation) },
  { name: "status", type: "string", read: (item) => item.status },
  { name: "excluded_reason", type: "string", read: (item) => item.excluded_reason },
  { name: "result", type: "string", read: (item) => jsonOf(item.result) },
  { name: "fields", type: "string", read: (item) => jsonOf(item.fields) },
  { name: "support", type: "double", read: (item) => item.support },
  { name: "origin", type: "string", read: (item) => item.origin },
  { name: "model", type: "string", read: (item) => jsonOf(item.model ?? null) },
  { name: "answers", type: "string", read: (item) => JSON.stringify(item.answers) },
];

const LABEL: Column = { name: "label", type: "string", read: ({ result }) => labelOf(result) };
const LABELS: Column = {
  name: "labels",
  type: "strings",
  read: ({ result }) => (result === null ? null : labelsOf(result)),
};
const OBJECTS: Column = { name: "objects", type: "integer", read: ({ result }) => objectsIn(result) };

/** Columns that say a part of the result directly. */
const RESULT: Readonly<Record<string, Column>> = {
  image_classification: LABEL,
  text_classification: LABEL,
  multilabel_classification: LABELS,
  object_detection: OBJECTS,
  polygon: OBJECTS,
  semantic_segmentation: OBJECTS,
  keypoint: OBJECTS,
  named_entity_recognition: OBJECTS,
  audio_segmentation: OBJECTS,
  transcription: { name: "transcript", type: "string", read: ({ result }) => textOf(result) },
  text_generation: { name: "generated_text", type: "string", read: ({ result }) => textOf(result) },
};

/**
 * Columns that hold an item without loss: its fields, with `metadata`, `conversation`, `result`, `fields` and
 * `answers` as JSON, and last a column that says the result of a simple type directly (`label`, `labels`,
 * `transcript`, `generated_text`), or how many objects, spans or segments it has (`objects`).
 */
export function flatColumns({ project }: ExportContext): readonly Column[] {
  const result = RESULT[project.annotation_type];
  return result === undefined ? ITEM : [...ITEM, result];
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function objectsIn(result: unknown): number | null {
  if (result === null) return null;
  if (isEntities(result)) return result.spans.length;
  if (isSegments(result)) return result.segments.length;
  if (typeof result === "object" && "objects" in result && Array.isArray(result.objects))
    return result.objects.length;
  throw new TypeError("this result has no objects");
}
