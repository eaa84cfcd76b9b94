import type { NamedEntityResult, Span } from "@assay/domain/types/named-entity-recognition/schema.ts";
import type { DetectedObject, ObjectDetectionResult } from "@assay/domain/types/object-detection/schema.ts";
import { pick, type Random, randomFrom } from "./random.ts";
import type { Passage, Photograph } from "./truth.ts";

/** A simulated person: answers are the truth, with each object spoiled with this probability (0 to 1). */
export interface Annotator {
  readonly name: string;
  readonly errorRate: number;
}

export const ANNOTATORS: readonly Annotator[] = [
  { name: "ada", errorRate: 0.04 },
  { name: "ben", errorRate: 0.08 },
  { name: "cyd", errorRate: 0.12 },
];
/** Settles what the annotators cannot agree on, with the truth. */
export const ADJUDICATOR = "dora";
/** Checks the sample against the truth. */
export const AUDITOR = "eve";

export type DrawsBoxes = (photograph: Photograph, annotator: Annotator) => ObjectDetectionResult;
export type MarksNames = (passage: Passage, annotator: Annotator) => NamedEntityResult;

/** How annotators draw boxes; the same annotator, photograph and `seed` give the same boxes. */
export function boxDrawers(seed: string, labels: readonly string[]): DrawsBoxes {
  return (photograph, { name, errorRate }) => {
    const random = randomFrom(`${seed}/${name}/${photograph.filename}`);
    const objects = photograph.objects.flatMap((object) => {
      const drawn = { ...object, bbox: unsteady(object.bbox, photograph, random) };
      return random() < errorRate ? spoiledBox(drawn, labels, random) : [drawn];
    });
    return { objects };
  };
}

/** How annotators mark names; the same annotator, passage and `seed` give the same spans. */
export function nameMarkers(seed: string, labels: readonly string[]): MarksNames {
  return ({ external_id, spans }, { name, errorRate }) => {
    const random = randomFrom(`${seed}/${name}/${external_id}`);
    return {
      spans: spans.flatMap((span) => (random() < errorRate ? spoiledSpan(span, labels, random) : [span])),
    };
  };
}

type Box = DetectedObject["bbox"];

/**
 * The maximum distance of a drawn edge from the true one, as a share of the box: two boxes keep an IoU of .7.
 */
const UNSTEADINESS = 0.04;

/** A hand-drawn version of the box: whole pixels, within the image. */
function unsteady({ x, y, width, height }: Box, image: Photograph, random: Random): Box {
  const edge = (at: number, size: number, limit: number) => {
    const drawn = Math.round(at + (2 * random() - 1) * UNSTEADINESS * size);
    return Math.min(limit, Math.max(0, drawn));
  };
  const [left, right] = [edge(x, width, image.width), edge(x + width, width, image.width)];
  const [top, bottom] = [edge(y, height, image.height), edge(y + height, height, image.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Missed, taken for something else, or drawn around a part of it (an IoU of .36). */
function spoiledBox(object: DetectedObject, labels: readonly string[], random: Random): DetectedObject[] {
  const { x, y, width, height } = object.bbox;
  const mistake = pick(random, ["missed", "mislabeled", "badly drawn"]);
  if (mistake === "missed") return [];
  if (mistake === "mislabeled") return [{ ...object, label: another(object.label, labels, random) }];
  return [{ ...object, bbox: { x, y, width: 0.6 * width, height: 0.6 * height } }];
}

/** Missed, taken for another kind of name, or cut short by its last character (a single one is missed). */
function spoiledSpan(span: Span, labels: readonly string[], random: Random): Span[] {
  const { start, end, label } = span;
  const mistake = pick(random, ["missed", "mislabeled", "cut short"]);
  if (mistake === "mislabeled") return [{ ...span, label: another(label, labels, random) }];
  return mistake === "missed" || end - start === 1 ? [] : [{ ...span, end: end - 1 }];
}

function another(label: string, labels: readonly string[], random: Random): string {
  const [first = label, ...rest] = labels.filter((other) => other !== label);
  return pick(random, [first, ...rest]);
}
