import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { Point } from "../outline.ts";
import { KeypointOptions } from "../types/keypoint/schema.ts";
import { placesOf, RankingResult } from "../types/ranking/schema.ts";
import { RatingOptions, type Scale } from "../types/rating/schema.ts";
import { SegmentationResult } from "../types/semantic-segmentation/schema.ts";

const Labeled = Type.Object({ label: Type.String() });

const Box = Type.Object({
  label: Type.String(),
  bbox: Type.Object({
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    rotation: Type.Optional(Type.Number()),
  }),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** Two numbers, as validated by the schema of the annotation type. */
const Ring = Type.Array(Type.Unsafe<Point>(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })));

const Polygon = Type.Object({
  label: Type.String(),
  points: Ring,
  holes: Type.Optional(Type.Array(Ring)),
});

const Points = Type.Object({
  label: Type.String(),
  points: Type.Record(Type.String(), Type.Array(Type.Number())),
});

const Span = Type.Object({ start: Type.Integer(), end: Type.Integer(), label: Type.String() });
const Relation = Type.Object({ from: Type.Integer(), to: Type.Integer(), label: Type.String() });

const Boxes = Type.Object({ objects: Type.Array(Box) });
const Polygons = Type.Object({ objects: Type.Array(Polygon) });
const Keypoints = Type.Object({ objects: Type.Array(Points) });
const Entities = Type.Object({
  spans: Type.Array(Span),
  relations: Type.Optional(Type.Array(Relation)),
});

/** A box with its label: pixels of the upright image, origin top left, rotation in degrees clockwise. */
export type LabeledBox = Static<typeof Box>;

/** A polygon with its label: points are `[x, y]` in pixels of the upright image, origin top left. */
export type LabeledPolygon = Static<typeof Polygon>;

/** An object's points by name with its label: `[x, y, visibility]`, pixels of the upright image. */
export type LabeledPoints = Static<typeof Points>;

/** A span of text with its label: offsets in Unicode code points, `end` is exclusive. */
export type LabeledSpan = Static<typeof Span>;

const Labels = Type.Object({ labels: Type.Array(Type.String()) });
const Text = Type.Object({ text: Type.String() });
const Ratings = Type.Object({ ratings: Type.Record(Type.String(), Type.Number()) });

const Segments = Type.Object({
  segments: Type.Array(
    Type.Object({
      start: Type.Number(),
      end: Type.Number(),
      label: Type.String(),
      text: Type.Optional(Type.String()),
    }),
  ),
});
type Segments = Static<typeof Segments>;

type Boxes = Static<typeof Boxes>;
type Polygons = Static<typeof Polygons>;
type Entities = Static<typeof Entities>;

const labeled = Compile(Labeled);
const boxes = Compile(Boxes);
const polygons = Compile(Polygons);
const masks = Compile(SegmentationResult);
const keypoints = Compile(Keypoints);
const skeletons = Compile(KeypointOptions);
const ratingOptions = Compile(RatingOptions);
const entities = Compile(Entities);
const segments = Compile(Segments);
const labels = Compile(Labels);
const texts = Compile(Text);
const ratings = Compile(Ratings);
const rankings = Compile(RankingResult);

/** Whether `result` has the shape of object detection. */
export const isBoxes = (result: unknown): result is Boxes => boxes.Check(result);
/** Whether `result` has the shape of polygons. */
export const isPolygons = (result: unknown): result is Polygons => polygons.Check(result);
/** Whether `result` has the shape of audio segmentation. */
export const isSegments = (result: unknown): result is Segments => segments.Check(result);
/** Whether `result` has the shape of named entity recognition. */
export const isEntities = (result: unknown): result is Entities => entities.Check(result);

/** The label of a classification; null if there is no result. Throws a TypeError for another result. */
export function labelOf(result: unknown): string | null {
  if (result === null) return null;
  if (!labeled.Check(result)) throw new TypeError("this result has no label");
  return result.label;
}

/** The boxes of a detection; empty if there is no result. Throws a TypeError for another result. */
export function boxesOf(result: unknown): readonly LabeledBox[] {
  if (result === null) return [];
  if (!isBoxes(result)) throw new TypeError("this result has no boxes");
  return result.objects;
}

/** The polygons of an image; empty if there is no result. Throws a TypeError for another result. */
export function polygonsOf(result: unknown): readonly LabeledPolygon[] {
  if (result === null) return [];
  if (!isPolygons(result)) throw new TypeError("this result has no polygons");
  return result.objects;
}

/** Whether `result` is polygons of which one has holes. */
export function hasHoles(result: unknown): boolean {
  return isPolygons(result) && result.objects.some(({ holes = [] }) => holes.length > 0);
}

/** The keypoint objects of an image; empty if there is no result. Throws a TypeError for another result. */
export function pointsOf(result: unknown): readonly LabeledPoints[] {
  if (result === null) return [];
  if (!keypoints.Check(result)) throw new TypeError("this result has no keypoints");
  return result.objects;
}

/** The keypoints that a project's `type_options` name. Throws a TypeError for options of another type. */
export function skeletonOf(options: unknown): KeypointOptions {
  if (!skeletons.Check(options)) throw new TypeError("these are no options of keypoints");
  return options;
}

/** The scales that a project's `type_options` name. Throws a TypeError for options of another type. */
export function scalesOf(options: unknown): readonly Scale[] {
  if (!ratingOptions.Check(options)) throw new TypeError("these are no options of ratings");
  return options.scales ?? [];
}

/** The spans of a text; empty if there is no result. Throws a TypeError for another result. */
export function spansOf(result: unknown): readonly LabeledSpan[] {
  if (result === null) return [];
  if (!isEntities(result)) throw new TypeError("this result has no spans");
  return result.spans;
}

/** The relations between the spans of a text; empty if there are none. Throws a TypeError for another result. */
export function relationsOf(result: unknown): readonly Static<typeof Relation>[] {
  if (result === null) return [];
  if (!isEntities(result)) throw new TypeError("this result has no spans");
  return result.relations ?? [];
}

/**
 * The labels of a multi-label classification; empty if there is no result. Throws a TypeError for another
 * result.
 */
export function labelsOf(result: unknown): readonly string[] {
  if (result === null) return [];
  if (!labels.Check(result)) throw new TypeError("this result has no list of labels");
  return result.labels;
}

/** The text of a result; null if there is none. Throws a TypeError for another result. */
export function textOf(result: unknown): string | null {
  if (result === null) return null;
  if (!texts.Check(result)) throw new TypeError("this result has no text");
  return result.text;
}

/** The values of a rating by scale; empty if there is no result. Throws a TypeError for another result. */
export function ratingsOf(result: unknown): Readonly<Record<string, number>> {
  if (result === null) return {};
  if (!ratings.Check(result)) throw new TypeError("this result has no ratings");
  return result.ratings;
}

/** The ranking of responses with its ties; null if there is none. Throws a TypeError for another result. */
export function rankingOf(result: unknown): RankingResult | null {
  if (result === null) return null;
  if (!rankings.Check(result)) throw new TypeError("this result has no ranking");
  return result;
}

/** The responses of a ranking, best first; `place` counts from 0 and ties share it. Throws as above. */
export function rankedOf(result: unknown): readonly { readonly id: string; readonly place: number }[] {
  const ranking = rankingOf(result);
  return ranking === null ? [] : [...placesOf(ranking)].map(([id, place]) => ({ id, place }));
}

/**
 * The segments of a recording, in seconds; empty if there is no result. Throws a TypeError for another
 * result.
 */
export function segmentsOf(result: unknown): Segments["segments"] {
  if (result === null) return [];
  if (!isSegments(result)) throw new TypeError("this result has no segments");
  return result.segments;
}

/** The masks of a segmentation; empty if there is no result. Throws a TypeError for another result. */
export function masksOf(result: unknown): SegmentationResult["objects"] {
  if (result === null) return [];
  if (!masks.Check(result)) throw new TypeError("this result has no masks");
  return result.objects;
}
