import { encodeRle } from "../run-length.ts";
import { decodeBrush } from "./brush.ts";
import { ImportFault } from "./importer.ts";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  objectAt,
  textAt,
} from "./json-value.ts";
import { assertSize, runsOfPixels } from "./runs.ts";

/** What the regions of a task are read as. */
export interface Context {
  readonly type: string;
  /** Gets what cannot be kept. */
  readonly lost: Set<string>;
}

/** The `value` of a region; empty if it has none. */
export function valueIn(region: JsonObject): JsonObject {
  return isJsonObject(region.value) ? region.value : {};
}

/** The labels of a region that has some. */
export function labelsOf(region: JsonObject): string[] {
  const labels = valueIn(region)[String(region.type)];
  if (region.type === "textarea" || !Array.isArray(labels)) return [];
  return labels.filter((label) => typeof label === "string");
}

/** The choices of a region of that type. */
export function choicesOf(region: JsonObject): string[] {
  const { choices } = valueIn(region);
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
}

/** The result of an annotation or prediction at `at`; undefined where the type needs a value and there is none. */
export function resultOf(at: string, annotation: JsonObject, context: Context): unknown {
  const regions = listAt(`${at}.result`, annotation.result).map((region, index) => ({
    at: `${at}.result[${index}]`,
    fields: objectAt(`${at}.result[${index}]`, region),
  }));
  const { type, lost } = context;
  const take = (kind: string) => {
    for (const { fields } of regions) {
      if (fields.type !== kind && fields.type !== "relation") lost.add(`regions of type ${fields.type}`);
    }
    return regions.filter(({ fields }) => fields.type === kind);
  };
  switch (type) {
    case "object_detection":
      return { objects: take("rectanglelabels").map((region) => boxOf(region.at, region.fields)) };
    case "polygon":
      return { objects: take("polygonlabels").map((region) => polygonOf(region.at, region.fields)) };
    case "semantic_segmentation":
      return { objects: take("brushlabels").map((region) => maskOf(region.at, region.fields)) };
    case "named_entity_recognition":
      return spansOf(regions, context);
    case "audio_segmentation":
      return { segments: take("labels").map((region) => segmentOf(region.at, region.fields, regions)) };
    case "multilabel_classification":
      return { labels: [...new Set(take("choices").flatMap(({ fields }) => choicesOf(fields)))] };
    case "rating": {
      const ratings = take("rating").map((region) => [
        String(region.fields.from_name),
        numberAt(`${region.at}.value.rating`, valueIn(region.fields).rating),
      ]);
      return ratings.length === 0 ? undefined : { ratings: Object.fromEntries(ratings) };
    }
    case "transcription":
    case "text_generation": {
      const [region] = take("textarea");
      if (region === undefined) return undefined;
      const { text } = valueIn(region.fields);
      return { text: Array.isArray(text) ? text.join("\n") : textAt(`${region.at}.value.text`, text) };
    }
    default: {
      const [label, ...others] = take("choices").flatMap(({ fields }) => choicesOf(fields));
      if (others.length > 0) lost.add("further choices");
      return label === undefined ? undefined : { label };
    }
  }
}

function labelOf(at: string, fields: JsonObject, lost?: Set<string>): string {
  const [label, ...others] = labelsOf(fields);
  if (others.length > 0) lost?.add("further labels of a region");
  if (label === undefined) throw new ImportFault(at, `value.${fields.type} must be a list with a label`);
  return label;
}

function sidesOf(at: string, fields: JsonObject): readonly [number, number] {
  return [
    numberAt(`${at}.original_width`, fields.original_width) / 100,
    numberAt(`${at}.original_height`, fields.original_height) / 100,
  ];
}

/** Its rotation is about the top left corner, ours about the center. */
function boxOf(at: string, fields: JsonObject): object {
  const [sx, sy] = sidesOf(at, fields);
  const value = objectAt(`${at}.value`, fields.value);
  const number = (name: string) => numberAt(`${at}.value.${name}`, value[name]);
  const [x, y, width, height] = [
    number("x") * sx,
    number("y") * sy,
    number("width") * sx,
    number("height") * sy,
  ];
  const rotation = value.rotation === undefined ? 0 : number("rotation");
  if (rotation === 0) return { label: labelOf(at, fields), bbox: { x, y, width, height } };
  const turn = (rotation * Math.PI) / 180;
  const middleX = x + (width / 2) * Math.cos(turn) - (height / 2) * Math.sin(turn);
  const middleY = y + (width / 2) * Math.sin(turn) + (height / 2) * Math.cos(turn);
  return {
    label: labelOf(at, fields),
    bbox: { x: middleX - width / 2, y: middleY - height / 2, width, height, rotation },
  };
}

function polygonOf(at: string, fields: JsonObject): object {
  const [sx, sy] = sidesOf(at, fields);
  const points = listAt(`${at}.value.points`, valueIn(fields).points).map((point, index) => {
    const [x = 0, y = 0] = numbersAt(`${at}.value.points[${index}]`, point, 2);
    return [x * sx, y * sy];
  });
  return { label: labelOf(at, fields), points };
}

function maskOf(at: string, fields: JsonObject): object {
  const width = numberAt(`${at}.original_width`, fields.original_width);
  const height = numberAt(`${at}.original_height`, fields.original_height);
  assertSize(at, width, height);
  const bytes = numbersAt(`${at}.value.rle`, valueIn(fields).rle);
  const pixels = decodeBrush(at, bytes, width * height);
  const runs = runsOfPixels({ left: 0, top: 0, width, height, pixels }, height);
  return { label: labelOf(at, fields), rle: encodeRle(runs, [height, width]) };
}

interface Region {
  readonly at: string;
  readonly fields: JsonObject;
}

function spansOf(regions: readonly Region[], { lost }: Context): object {
  const places = new Map<unknown, number>();
  const spans = regions
    .filter(({ fields }) => fields.type === "labels" || fields.type === "hypertextlabels")
    .map(({ at, fields }, index) => {
      places.set(fields.id, index);
      const value = valueIn(fields);
      const [start, end] = [Number(value.start), Number(value.end)];
      if (!Number.isInteger(start) || !Number.isInteger(end))
        throw new ImportFault(`${at}.value`, "start and end must be offsets in the text");
      return { start, end, label: labelOf(at, fields, lost) };
    });
  const relations = regions.flatMap(({ fields }) => {
    if (fields.type !== "relation") return [];
    const [from, to] = [places.get(fields.from_id), places.get(fields.to_id)];
    if (from === undefined || to === undefined) return [];
    const [label = "related"] = Array.isArray(fields.labels) ? fields.labels : [];
    return [fields.direction === "left" ? { from: to, to: from, label } : { from, to, label }];
  });
  return { spans, ...(relations.length > 0 ? { relations } : {}) };
}

/** The text of a segment is a region of its own with the same id. */
function segmentOf(at: string, fields: JsonObject, regions: readonly Region[]): object {
  const value = valueIn(fields);
  const said = regions.find((region) => region.fields.type === "textarea" && region.fields.id === fields.id);
  const text = said === undefined ? undefined : valueIn(said.fields).text;
  return {
    start: numberAt(`${at}.value.start`, value.start),
    end: numberAt(`${at}.value.end`, value.end),
    label: labelOf(at, fields),
    ...(Array.isArray(text) && text.length > 0 ? { text: text.join("\n") } : {}),
  };
}
