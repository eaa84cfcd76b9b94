import { type CsvValue, csvRow } from "./csv-row.ts";
import type { ExportContext, ExportItem, Format, Pages } from "./format.ts";
import { withImages } from "./images.ts";
import { textOfEach } from "./pages.ts";
import {
  boxesOf,
  isEntities,
  labelOf,
  labelsOf,
  masksOf,
  pointsOf,
  polygonsOf,
  rankedOf,
  ratingsOf,
  segmentsOf,
  spansOf,
  textOf,
} from "./results.ts";

/** The part of a row that depends on the annotation type: its columns, and the rows of one item. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: (item: ExportItem) => readonly (readonly CsvValue[])[];
}

const LABEL: Table = { columns: ["label"], rows: ({ result }) => [[labelOf(result)]] };

const BOXES: Table = {
  columns: ["object", "label", "x", "y", "width", "height", "rotation", "attributes"],
  rows: ({ result }) =>
    boxesOf(result).map(({ label, bbox, attributes }, index) => [
      index + 1,
      label,
      bbox.x,
      bbox.y,
      bbox.width,
      bbox.height,
      bbox.rotation ?? null,
      attributes ? JSON.stringify(attributes) : null,
    ]),
};

const POLYGONS: Table = {
  columns: ["object", "label", "points", "holes"],
  rows: ({ result }) =>
    polygonsOf(result).map(({ label, points, holes }, index) => [
      index + 1,
      label,
      JSON.stringify(points),
      holes ? JSON.stringify(holes) : null,
    ]),
};

const MASKS: Table = {
  columns: ["object", "label", "rle"],
  rows: ({ result }) =>
    masksOf(result).map(({ label, rle }, index) => [index + 1, label, JSON.stringify(rle)]),
};

const POINTS: Table = {
  columns: ["object", "label", "points"],
  rows: ({ result }) =>
    pointsOf(result).map(({ label, points }, index) => [index + 1, label, JSON.stringify(points)]),
};

const SPANS: Table = {
  columns: ["span", "label", "start", "end", "span_text"],
  rows: ({ result, text }) => {
    const spans = spansOf(result);
    const characters = spans.length === 0 ? [] : [...(text ?? "")];
    return spans.map(({ label, start, end }, index) => [
      index + 1,
      label,
      start,
      end,
      characters.slice(start, end).join(""),
    ]);
  },
};

const SEGMENTS: Table = {
  columns: ["segment", "label", "start", "end", "segment_text"],
  rows: ({ result }) =>
    segmentsOf(result).map(({ label, start, end, text = null }, index) => [
      index + 1,
      label,
      start,
      end,
      text,
    ]),
};

const TRANSCRIPT: Table = { columns: ["transcript"], rows: ({ result }) => [[textOf(result)]] };
const LABELS: Table = {
  columns: ["labels"],
  rows: ({ result }) => [[result === null ? null : JSON.stringify(labelsOf(result))]],
};

const GENERATED: Table = { columns: ["generated_text"], rows: ({ result }) => [[textOf(result)]] };

const RANKED: Table = {
  columns: ["rank", "response"],
  rows: ({ result }) => rankedOf(result).map(({ place, id }) => [place + 1, id]),
};

const RATED: Table = {
  columns: ["scale", "value"],
  rows: ({ result }) => Object.entries(ratingsOf(result)),
};

const TABLES: Readonly<Record<string, Table>> = {
  image_classification: LABEL,
  object_detection: BOXES,
  polygon: POLYGONS,
  semantic_segmentation: MASKS,
  keypoint: POINTS,
  text_classification: LABEL,
  named_entity_recognition: SPANS,
  transcription: TRANSCRIPT,
  audio_segmentation: SEGMENTS,
  multilabel_classification: LABELS,
  text_generation: GENERATED,
  ranking: RANKED,
  rating: RATED,
};

const COLUMNS: Readonly<Record<string, (item: ExportItem) => CsvValue>> = {
  id: (item) => item.id,
  external_id: (item) => item.external_id,
  filename: (item) => item.file.filename,
  line: (item) => item.line,
  text: (item) => item.text,
  status: (item) => item.status,
  excluded_reason: (item) => item.excluded_reason,
  support: (item) => item.support,
  origin: (item) => item.origin,
  model: (item) => (item.model ? JSON.stringify(item.model) : null),
  group: (item) => item.group,
  metadata: (item) => JSON.stringify(item.metadata),
  fields: (item) => (item.fields ? JSON.stringify(item.fields) : null),
  batch_id: (item) => item.batch_id,
  file_id: (item) => item.file.id,
  content_type: (item) => item.file.content_type,
  sha256: (item) => item.file.sha256,
  image_width: (item) => item.file.width,
  image_height: (item) => item.file.height,
  duration: (item) => item.file.duration,
  conversation: (item) => (item.conversation ? JSON.stringify(item.conversation) : null),
};

/**
 * One table: the columns of the item first, then those of its result.
 *
 * A classified item is one row with `label`, a transcribed one a row with `transcript`. A detection has a row
 * per box (`object` counts from 1 within the item, coordinates are pixels, rotation is degrees clockwise);
 * polygons, masks and keypoints have a row per object, and a text has a row per entity (`span` counts from 1,
 * offsets are Unicode code points). An item without any of these is one row with those columns empty. Each
 * row repeats the columns of the item, except `text` and `conversation`, which only the first row has:
 * repeated for every entity, a long text would fill the disk. A ranking has a row per response, whose `rank`
 * counts from 1 and is shared by ties; a rating has one per scale. `metadata`, `fields`, `attributes`,
 * `points`, `holes`, `rle`, `labels` and `conversation` are JSON. UTF-8 without a byte order mark.
 */
export const csv: Format = {
  name: "csv",
  aliases: [],
  types: Object.keys(TABLES),
  media_type: "text/csv; charset=utf-8",
  extension: "csv",
  single: true,
  files: (context, items) =>
    withImages({ path: "dataset.csv", content: table(context, items()) }, context, items),
  loss,
};

async function* table({ project }: ExportContext, items: Pages): AsyncGenerator<string> {
  const result = TABLES[project.annotation_type];
  if (!result) throw new RangeError(`csv cannot carry ${project.annotation_type}`);

  yield csvRow([...Object.keys(COLUMNS), ...result.columns]);
  const none = result.columns.map(() => null);
  yield* textOfEach(items, (item) => {
    const [first = none, ...others] = result.rows(item);
    const text = csvRow([...valuesOf(item), ...first]);
    if (others.length === 0) return text;
    const values = valuesOf({ ...item, text: null, conversation: null });
    return text + others.map((row) => csvRow([...values, ...row])).join("");
  });
}

function valuesOf(item: ExportItem): CsvValue[] {
  return Object.values(COLUMNS).map((read) => read(item));
}

function loss({ answers, result }: ExportItem): string[] {
  const lost = answers.length > 0 ? ["answers"] : [];
  return isEntities(result) && result.relations?.length ? [...lost, "relations"] : lost;
}
