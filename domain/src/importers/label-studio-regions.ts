import { decodeBrush } from "./brush.ts";
import { ImportFault } from "./importer.ts";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  objectAt,
  optionalList,
  shown,
  textAt,
} from "./json-value.ts";
import { keypointsOf } from "./label-studio-points.ts";
import {
  type Context,
  choicesOf,
  labelOf,
  metaOf,
  type Pair,
  type Region,
  sidesOf,
  valueIn,
} from "./label-studio-region.ts";
import { assertSize, type MaskMaker } from "./runs.ts";

/** How the regions of an annotation type are read. */
interface Reading {
  /** The types of the regions that are read; the others are lost. */
  readonly kinds: readonly string[];
  /** Undefined where the type needs a value and there is none. */
  readonly read: (regions: readonly Region[], lost: Set<string>, makeMask: MaskMaker) => unknown;
}

const CLASS: Reading = { kinds: ["choices"], read: classOf };
const TEXT: Reading = { kinds: ["textarea"], read: textOf };
const READINGS: Readonly<Record<string, Reading>> = {
  object_detection: { kinds: ["rectanglelabels"], read: objectsBy(boxOf) },
  polygon: { kinds: ["polygonlabels"], read: objectsBy(polygonOf) },
  semantic_segmentation: { kinds: ["brushlabels"], read: masksOf },
  keypoint: { kinds: ["keypointlabels"], read: keypointsOf },
  named_entity_recognition: { kinds: ["labels", "hypertextlabels", "relation"], read: spansOf },
  audio_segmentation: {
    kinds: ["labels", "textarea"],
    read: (regions, lost) => ({ segments: regions.flatMap((region) => segmentOf(region, regions, lost)) }),
  },
  multilabel_classification: {
    kinds: ["choices"],
    read: (regions) => ({ labels: [...new Set(regions.flatMap(({ fields }) => choicesOf(fields)))] }),
  },
  image_classification: CLASS,
  text_classification: CLASS,
  transcription: TEXT,
  text_generation: TEXT,
  ranking: { kinds: ["ranker"], read: rankingOf },
  rating: { kinds: ["rating", "number"], read: ratingsOf },
};

/** What our own exports keep in the `meta` of a region. */
const OUR_META = new Set(["attributes", "holes", "ties", "object", "label", "visibility"]);

/** The result of an annotation or prediction at `at`; undefined where the type needs a value and there is none. */
export function resultOf(
  at: string,
  annotation: JsonObject,
  { type, lost, pair, makeMask }: Context,
): unknown {
  const regions = listAt(`${at}.result`, annotation.result).map((region, index) => ({
    at: `${at}.result[${index}]`,
    fields: objectAt(`${at}.result[${index}]`, region),
  }));
  const { kinds, read } =
    type === "ranking" && pair !== undefined ? choiceOf(pair) : (READINGS[type] ?? CLASS);
  const isRead = ({ fields }: Region) => kinds.includes(String(fields.type));
  for (const region of regions) {
    if (!isRead(region)) lost.add(`regions of type ${region.fields.type}`);
    if (Object.keys(metaOf(region.fields)).some((name) => !OUR_META.has(name))) lost.add("notes on regions");
    if (typeof region.fields.score === "number" && regions.length > 1) lost.add("scores of regions");
  }
  // The boxes of keypoints say what they are.
  return type === "keypoint" ? keypointsOf(regions, lost) : read(regions.filter(isRead), lost, makeMask);
}

function objectsBy(objectOf: (at: string, fields: JsonObject, lost: Set<string>) => object): Reading["read"] {
  return (regions, lost) => ({ objects: regions.map(({ at, fields }) => objectOf(at, fields, lost)) });
}

function classOf(regions: readonly Region[], lost: Set<string>): object | undefined {
  const [label, ...others] = regions.flatMap(({ fields }) => choicesOf(fields));
  if (others.length > 0) lost.add("further choices");
  return label === undefined ? undefined : { label };
}

function textOf([region, ...others]: readonly Region[], lost: Set<string>): object | undefined {
  if (region === undefined) return undefined;
  if (others.length > 0) lost.add("further texts");
  const { text } = valueIn(region.fields);
  return { text: Array.isArray(text) ? text.join("\n") : textAt(`${region.at}.value.text`, text) };
}

/** Its rotation is about the top left corner, ours about the center. */
function boxOf(at: string, fields: JsonObject, lost: Set<string>): object {
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
  const { attributes } = metaOf(fields);
  const rest = isJsonObject(attributes) ? { attributes } : {};
  const label = labelOf(at, fields, lost);
  if (rotation === 0) return { label, bbox: { x, y, width, height }, ...rest };
  const turn = (rotation * Math.PI) / 180;
  const middleX = x + (width / 2) * Math.cos(turn) - (height / 2) * Math.sin(turn);
  const middleY = y + (width / 2) * Math.sin(turn) + (height / 2) * Math.cos(turn);
  return {
    label,
    bbox: { x: middleX - width / 2, y: middleY - height / 2, width, height, rotation },
    ...rest,
  };
}

/** Our own export keeps the holes in `meta`. */
function polygonOf(at: string, fields: JsonObject, lost: Set<string>): object {
  const [sx, sy] = sidesOf(at, fields);
  const ringAt = (place: string, ring: unknown) =>
    listAt(place, ring).map((point, index) => {
      const [x = 0, y = 0] = numbersAt(`${place}[${index}]`, point, 2);
      return [x * sx, y * sy];
    });
  const points = ringAt(`${at}.value.points`, valueIn(fields).points);
  const holes = optionalList(`${at}.meta.holes`, metaOf(fields).holes).map((hole, index) =>
    ringAt(`${at}.meta.holes[${index}]`, hole),
  );
  return { label: labelOf(at, fields, lost), points, ...(holes.length > 0 ? { holes } : {}) };
}

/** Our own export names a control after its scale and its medium. */
const SCALE = /^rating (.+)_(?:image|audio|text|conversation)$/s;

/** The scale that a region of stars or a number rates. */
export function scaleOf({ from_name }: JsonObject): string {
  return SCALE.exec(String(from_name))?.[1] ?? String(from_name);
}

function ratingsOf(regions: readonly Region[]): object | undefined {
  return regions.length === 0 ? undefined : { ratings: Object.fromEntries(regions.map(ratingOf)) };
}

/** The scale and the value. */
function ratingOf({ at, fields }: Region): readonly [string, number] {
  const { rating, number } = valueIn(fields);
  return [
    scaleOf(fields),
    fields.type === "rating"
      ? numberAt(`${at}.value.rating`, rating)
      : numberAt(`${at}.value.number`, number),
  ];
}

/** A ranking has one list; several are buckets, which have no order. */
function rankingOf([region, ...others]: readonly Region[], lost: Set<string>): object | undefined {
  if (region === undefined) return undefined;
  if (others.length > 0) lost.add("further rankings");
  const { at, fields } = region;
  const lists = Object.values(objectAt(`${at}.value.ranker`, valueIn(fields).ranker));
  if (lists.length !== 1) {
    lost.add("buckets of a ranking");
    return undefined;
  }
  const ids = (place: string, list: unknown) =>
    listAt(place, list).map((id, index) =>
      typeof id === "number" ? String(id) : textAt(`${place}[${index}]`, id),
    );
  const ties = optionalList(`${at}.meta.ties`, metaOf(fields).ties).map((tie, index) =>
    ids(`${at}.meta.ties[${index}]`, tie),
  );
  return { ranking: ids(`${at}.value.ranker`, lists[0]), ...(ties.length > 0 ? { ties } : {}) };
}

/** A `<Pairwise>` says which of two responses is the better one. */
function choiceOf([left, right]: Pair): Reading {
  return {
    kinds: ["pairwise"],
    read([region, ...others], lost) {
      if (region === undefined) return undefined;
      if (others.length > 0) lost.add("further comparisons");
      const { selected } = valueIn(region.fields);
      if (selected === "left") return { ranking: [left, right] };
      if (selected === "right") return { ranking: [right, left] };
      throw new ImportFault(`${region.at}.value.selected`, `must be left or right, not ${shown(selected)}`);
    },
  };
}

function masksOf(regions: readonly Region[], lost: Set<string>, makeMask: MaskMaker): object {
  return { objects: regions.map(({ at, fields }) => maskOf(at, fields, lost, makeMask)) };
}

function maskOf(at: string, fields: JsonObject, lost: Set<string>, makeMask: MaskMaker): object {
  const width = numberAt(`${at}.original_width`, fields.original_width);
  const height = numberAt(`${at}.original_height`, fields.original_height);
  assertSize(at, width, height);
  const bytes = numbersAt(`${at}.value.rle`, valueIn(fields).rle);
  const runs = decodeBrush(at, bytes, width * height);
  const size = { width, height };
  return { label: labelOf(at, fields, lost), rle: makeMask(at, { left: 0, top: 0, ...size, runs }, size) };
}

function spansOf(regions: readonly Region[], lost: Set<string>): object {
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
    if (from === undefined || to === undefined) {
      lost.add("relations of regions that are not read");
      return [];
    }
    const [label = "related", ...others] = Array.isArray(fields.labels) ? fields.labels : [];
    if (others.length > 0) lost.add("further labels of a relation");
    if (fields.direction === "bi") lost.add("relations in both directions");
    return [fields.direction === "left" ? { from: to, to: from, label } : { from, to, label }];
  });
  return { spans, ...(relations.length > 0 ? { relations } : {}) };
}

/** The text of a segment is a region of its own with the same id. */
function segmentOf({ at, fields }: Region, regions: readonly Region[], lost: Set<string>): object[] {
  const value = valueIn(fields);
  const others = regions.filter((region) => region.fields.id === fields.id && region.fields !== fields);
  if (fields.type === "textarea") {
    if (!others.some((region) => region.fields.type === "labels")) lost.add("texts of no segment");
    return [];
  }
  const said = others.find((region) => region.fields.type === "textarea");
  const text = said === undefined ? undefined : valueIn(said.fields).text;
  const segment = {
    start: numberAt(`${at}.value.start`, value.start),
    end: numberAt(`${at}.value.end`, value.end),
    label: labelOf(at, fields, lost),
  };
  return [{ ...segment, ...(Array.isArray(text) && text.length > 0 ? { text: text.join("\n") } : {}) }];
}
