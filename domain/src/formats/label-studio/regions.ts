import type { Ring } from "../../outline.ts";
import { corners } from "../../rotated-box.ts";
import type { ExportItem } from "../format.ts";
import { sidesOf } from "../images.ts";
import {
  boxesOf,
  isEntities,
  labelOf,
  labelsOf,
  masksOf,
  pointsOf,
  polygonsOf,
  rankingOf,
  ratingsOf,
  relationsOf,
  segmentsOf,
  spansOf,
  textOf,
} from "../results.ts";
import { brushOf } from "./brush.ts";
import { mediumOf } from "./medium.ts";

/** One entry of an annotation's `result`. Source: labelstud.io/guide/task_format. */
export type Region = Readonly<Record<string, unknown>>;

/** A region without its id, the tag that it describes and the item's size. */
interface Part {
  readonly control: string;
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** What Label Studio has no place for; it keeps this unchanged. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The control of a tag that asks about the whole item, or about its regions. */
export const controlOf = (kind: string, medium: string) => `${kind}_${medium}`;

/** What each annotation type's result is in Label Studio: for each object its parts, which share one id. */
const PARTS: Readonly<Record<string, (result: unknown, item: ExportItem) => Part[][]>> = {
  image_classification: (result) => choices([labelOf(result) ?? []].flat()),
  text_classification: (result) => choices([labelOf(result) ?? []].flat()),
  multilabel_classification: (result) => choices(labelsOf(result)),
  object_detection: boxes,
  polygon: polygons,
  semantic_segmentation: masks,
  keypoint: keypoints,
  named_entity_recognition: spans,
  transcription: (result) => texts("text", textOf(result)),
  text_generation: (result) => texts("text", textOf(result)),
  audio_segmentation: segments,
  ranking,
  rating: ratings,
};

/** The annotation types that have a form in Label Studio. */
export const TYPES: readonly string[] = Object.keys(PARTS);

/**
 * A result as the regions of an annotation; empty for a result without objects. Throws a RangeError if the size
 * of an image is not known where it is needed, and a TypeError for the result of another type.
 */
export function regionsOf(type: string, result: unknown, item: ExportItem): Region[] {
  const partsOf = PARTS[type];
  if (partsOf === undefined) throw new RangeError(`label_studio cannot carry ${type}`);
  const medium = mediumOf(item);
  const size = sizeOf(item);
  const regions = partsOf(result, item).flatMap((parts, index) =>
    parts.map(({ control, type, value, meta }) => ({
      id: `r${index + 1}`,
      from_name: controlOf(control, medium),
      to_name: type === "ranker" ? "responses" : medium,
      type,
      ...size,
      value,
      ...(meta ? { meta } : {}),
    })),
  );
  return [...regions, ...relations(result)];
}

function sizeOf({ file }: ExportItem): Readonly<Record<string, unknown>> {
  if (file.duration !== null) return { original_length: file.duration };
  if (file.width === null || file.height === null) return {};
  return { original_width: file.width, original_height: file.height, image_rotation: 0 };
}

function choices(labels: readonly string[]): Part[][] {
  return labels.length === 0 ? [] : [[{ control: "label", type: "choices", value: { choices: labels } }]];
}

function texts(control: string, text: string | null, value: object = {}): Part[][] {
  return text === null ? [] : [[{ control, type: "textarea", value: { ...value, text: [text] } }]];
}

/** Lengths as percent of the image's sides, as everything about images is in Label Studio. */
function percents(item: ExportItem) {
  const { width, height } = sidesOf(item);
  return { across: (x: number) => (x * 100) / width, down: (y: number) => (y * 100) / height };
}

/** Label Studio turns a box about its top left corner, so that `x` and `y` are where that corner comes to lie. */
function boxes(result: unknown, item: ExportItem): Part[][] {
  const { across, down } = percents(item);
  return boxesOf(result).map(({ label, bbox, attributes }) => {
    const [corner = bbox] = corners(bbox);
    const { x, y } = bbox.rotation ? corner : bbox;
    const value = {
      x: across(x),
      y: down(y),
      width: across(bbox.width),
      height: down(bbox.height),
      rotation: bbox.rotation ?? 0,
      rectanglelabels: [label],
    };
    return [
      { control: "label", type: "rectanglelabels", value, ...(attributes ? { meta: { attributes } } : {}) },
    ];
  });
}

function polygons(result: unknown, item: ExportItem): Part[][] {
  const { across, down } = percents(item);
  const percentsOf = (ring: Ring) => ring.map(([x, y]) => [across(x), down(y)]);
  return polygonsOf(result).map(({ label, points, holes = [] }) => {
    const value = { points: percentsOf(points), closed: true, polygonlabels: [label] };
    const meta = holes.length > 0 ? { meta: { holes: holes.map(percentsOf) } } : {};
    return [{ control: "label", type: "polygonlabels", value, ...meta }];
  });
}

function masks(result: unknown): Part[][] {
  return masksOf(result).map(({ label, rle }) => {
    const value = { format: "rle", rle: brushOf(rle), brushlabels: [label] };
    return [{ control: "label", type: "brushlabels", value }];
  });
}

/** In percent of the image's width. */
const POINT_WIDTH = 0.5;

/** Each labeled point is a region of its own; `meta` says whose it is. */
function keypoints(result: unknown, item: ExportItem): Part[][] {
  const { across, down } = percents(item);
  return pointsOf(result).flatMap(({ label, points }, index) =>
    Object.entries(points).flatMap(([name, [x = 0, y = 0, visibility = 0]]) => {
      if (visibility === 0) return [];
      const value = { x: across(x), y: down(y), width: POINT_WIDTH, keypointlabels: [name] };
      const meta = { object: index + 1, label, visibility };
      return [[{ control: "label", type: "keypointlabels", value, meta }]];
    }),
  );
}

/** Label Studio counts code points too. */
function spans(result: unknown, { text }: ExportItem): Part[][] {
  const found = spansOf(result);
  const characters = found.length === 0 ? [] : [...(text ?? "")];
  return found.map(({ start, end, label }) => {
    const value = { start, end, text: characters.slice(start, end).join(""), labels: [label] };
    return [{ control: "label", type: "labels", value }];
  });
}

function relations(result: unknown): Region[] {
  return (isEntities(result) ? relationsOf(result) : []).map(({ from, to, label }) => ({
    type: "relation",
    from_id: `r${from + 1}`,
    to_id: `r${to + 1}`,
    direction: "right",
    labels: [label],
  }));
}

/** A segment, and what is said in it as a text with the same id. */
function segments(result: unknown): Part[][] {
  return segmentsOf(result).map(({ start, end, label, text }) => {
    const time = { start, end, channel: 0 };
    const spoken = texts("text", text ?? null, time).flat();
    return [{ control: "label", type: "labels", value: { ...time, labels: [label] } }, ...spoken];
  });
}

function ranking(result: unknown): Part[][] {
  const ranked = rankingOf(result);
  if (ranked === null) return [];
  const { ranking, ties } = ranked;
  const control = "ranking";
  const value = { ranker: { [controlOf(control, "conversation")]: ranking } };
  return [[{ control, type: "ranker", value, ...(ties ? { meta: { ties } } : {}) }]];
}

function ratings(result: unknown): Part[][] {
  return Object.entries(ratingsOf(result)).map(([scale, number]) => [
    { control: `rating ${scale}`, type: "number", value: { number } },
  ]);
}
