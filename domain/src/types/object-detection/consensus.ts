import { isTurned, type RotatedBox, rotatedIou } from "../../rotated-box.ts";
import type { Consensus } from "../annotation-type.ts";
import { MAX_OBJECTS } from "../define-type.ts";
import { median, plurality } from "../vote.ts";
import { matchObjects } from "./match.ts";
import type { DetectedObject, ObjectDetectionResult } from "./schema.ts";

type Attributes = NonNullable<DetectedObject["attributes"]>;

/** One object as several annotators drew it: never empty, at most one member for each annotator. */
interface Cluster {
  readonly label: string;
  readonly bbox: RotatedBox;
  readonly members: readonly DetectedObject[];
}

/**
 * The objects that at least half of the annotators drew.
 *
 * Answer by answer, objects join the cluster that they match (`matchObjects` on the cluster's box so far)
 * or begin one. A kept cluster becomes one object: coordinate-wise median box, attributes by vote.
 * Support is the mean over all clusters, kept or not, of the share of annotators in it; 1 where nobody
 * drew anything. Null where nothing is kept although half of the annotators drew something, and where
 * more than `MAX_OBJECTS` would be kept. Answers are taken in an order made from what they say, so the
 * order in which they come does not matter.
 *
 * For k answers of n objects k − 1 matchings of n objects.
 */
export function objectConsensus(answers: readonly ObjectDetectionResult[]): Consensus | null {
  const clusters = answers
    .map(({ objects }) => objects.map((object) => ({ object, key: keyOf(object) })).sort(byKey))
    .map((objects) => ({ objects, key: objects.map(({ key }) => key).join("\n") }))
    .sort(byKey)
    .map(({ objects }) => objects.map(({ object }) => object))
    .reduce<Cluster[]>(join, []);

  const kept = clusters.filter(({ members }) => members.length * 2 >= answers.length);
  const drew = answers.filter(({ objects }) => objects.length > 0).length;
  if (kept.length > MAX_OBJECTS || (kept.length === 0 && drew > 0 && drew * 2 >= answers.length)) return null;

  const drawn = clusters.reduce((sum, { members }) => sum + members.length, 0);
  return {
    result: { objects: kept.map(toObject).sort(byPlace) },
    support: clusters.length === 0 ? 1 : drawn / (clusters.length * answers.length),
  };
}

function join(clusters: readonly Cluster[], objects: readonly DetectedObject[]): Cluster[] {
  const pairs = matchObjects(clusters, objects);
  const joining = new Map(pairs.map(({ left, right }) => [left, objects[right]]));
  const joined = new Set(pairs.map(({ right }) => right));
  const alone = objects.filter((_, index) => !joined.has(index));
  return [
    ...clusters.map((cluster, index) => {
      const object = joining.get(index);
      return object === undefined ? cluster : toCluster(cluster.label, [...cluster.members, object]);
    }),
    ...alone.map((object) => toCluster(object.label, [object])),
  ];
}

function toCluster(label: string, members: readonly DetectedObject[]): Cluster {
  return { label, members, bbox: middleBox(members.map(({ bbox }) => bbox)) };
}

function toObject({ label, bbox, members }: Cluster): DetectedObject {
  const attributes = commonAttributes(members);
  return { label, bbox: { ...bbox }, ...(attributes && { attributes }) };
}

/**
 * The median of each coordinate, which lies within the image where all boxes do. A turned box can be
 * written in several ways, so among turned boxes it is the one with the greatest sum of IoU to the rest.
 */
function middleBox(boxes: readonly RotatedBox[]): RotatedBox {
  if (boxes.some(isTurned)) {
    const likeness = (box: RotatedBox) => boxes.reduce((sum, other) => sum + rotatedIou(box, other), 0);
    return boxes.reduce((best, box) => (likeness(box) > likeness(best) ? box : best));
  }
  return {
    x: median(boxes.map(({ x }) => x)),
    y: median(boxes.map(({ y }) => y)),
    width: median(boxes.map(({ width }) => width)),
    height: median(boxes.map(({ height }) => height)),
  };
}

/** Each attribute with the value that most members give it; left out on a tie or where most give none. */
function commonAttributes(members: readonly DetectedObject[]): Attributes | null {
  const names = new Set(members.flatMap(({ attributes = {} }) => Object.keys(attributes)));
  const entries = [...names].sort().flatMap((name): [string, Attributes[string]][] => {
    const top = plurality(members.map(({ attributes = {} }) => attributeText(attributes, name)));
    const giver = members.find(({ attributes = {} }) => attributeText(attributes, name) === top?.value);
    const value =
      giver?.attributes && Object.hasOwn(giver.attributes, name) ? giver.attributes[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function attributeText(attributes: Attributes, name: string): string | null {
  return Object.hasOwn(attributes, name) ? JSON.stringify(attributes[name]) : null;
}

/** All that an object says, as a text that is equal for equal objects. */
function keyOf({ label, bbox, attributes = {} }: DetectedObject): string {
  const { x, y, width, height, rotation = 0 } = bbox;
  const names = Object.keys(attributes).sort();
  return JSON.stringify([
    label,
    x,
    y,
    width,
    height,
    rotation,
    names.map((name) => [name, attributes[name]]),
  ]);
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

function byPlace(a: DetectedObject, b: DetectedObject): number {
  return a.bbox.y - b.bbox.y || a.bbox.x - b.bbox.x || byKey({ key: keyOf(a) }, { key: keyOf(b) });
}
