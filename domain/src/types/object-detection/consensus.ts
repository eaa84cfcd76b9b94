import { isTurned, type RotatedBox, rotatedIou } from "../../rotated-box.ts";
import type { Consensus } from "../annotation-type.ts";
import { MAX_OBJECTS } from "../define-type.ts";
import { median, plurality } from "../vote.ts";
import { matchObjects } from "./match.ts";
import { type DetectedObject, MAX_ATTRIBUTES, type ObjectDetectionResult } from "./schema.ts";

type Attributes = NonNullable<DetectedObject["attributes"]>;

/** One object as several annotators drew it, at most once each; the first to draw it gives `bbox`. */
interface Cluster {
  readonly label: string;
  readonly bbox: RotatedBox;
  readonly members: readonly DetectedObject[];
}

/**
 * The objects that at least half of the annotators drew.
 *
 * Answer by answer, the one most like the others first, objects join the cluster whose first
 * object they match (`matchObjects`) or begin one. A kept cluster becomes one object: coordinate-wise
 * median box, attributes by vote. Support is the mean over all clusters, kept or not, of
 * the share of annotators in it; 1 where nobody drew anything. Null where nothing is kept although half of
 * the annotators drew something, and where more than `MAX_OBJECTS` would be kept. The order of the answers
 * does not matter. For k answers of n objects k²/2 matchings of n objects, above 2,000 objects k.
 */
export function objectConsensus(answers: readonly ObjectDetectionResult[]): Consensus | null {
  const clusters = mostCentralFirst(inOwnOrder(answers)).reduce<readonly Cluster[]>(join, []);
  const kept = clusters.filter(({ members }) => members.length * 2 >= answers.length);
  const drew = answers.filter(({ objects }) => objects.length > 0).length;
  if (kept.length > MAX_OBJECTS || (kept.length === 0 && drew > 0 && drew * 2 >= answers.length)) return null;

  const drawn = clusters.reduce((sum, { members }) => sum + members.length, 0);
  return {
    result: { objects: kept.map(toObject).sort(byPlace) },
    support: clusters.length === 0 ? 1 : drawn / (clusters.length * answers.length),
  };
}

type Objects = readonly DetectedObject[];

/** The objects of each answer, all in an order that depends on nothing but what they say. */
function inOwnOrder(answers: readonly ObjectDetectionResult[]): Objects[] {
  return answers
    .map(({ objects }) => objects.map((object) => ({ object, key: keyOf(object) })).sort(byKey))
    .map((objects) => ({ objects, key: objects.map(({ key }) => key).join("\n") }))
    .sort(byKey)
    .map(({ objects }) => objects.map(({ object }) => object));
}

/** Above this many objects in all, answers stay in their own order, which saves a matching for each pair. */
const MAX_COMPARED_OBJECTS = 2_000;

/** By the sum of IoU with the objects of the other answers: a box between two others links them. */
function mostCentralFirst(answers: readonly Objects[]): readonly Objects[] {
  if (answers.length < 3 || answers.flat().length > MAX_COMPARED_OBJECTS) return answers;
  const likeness = new Map(answers.map((answer) => [answer, 0]));
  for (const [index, one] of answers.entries()) {
    for (const other of answers.slice(index + 1)) {
      const shared = matchObjects(one, other).reduce((sum, { weight }) => sum + weight, 0);
      for (const answer of [one, other]) likeness.set(answer, (likeness.get(answer) ?? 0) + shared);
    }
  }
  return answers.toSorted((a, b) => (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0));
}

function join(clusters: readonly Cluster[], objects: Objects): Cluster[] {
  const pairs = matchObjects(clusters, objects);
  const joining = new Map(pairs.map(({ left, right }) => [left, objects[right]]));
  const joined = new Set(pairs.map(({ right }) => right));
  const alone = objects.filter((_, index) => !joined.has(index));
  return [
    ...clusters.map((cluster, index) => {
      const object = joining.get(index);
      return object === undefined ? cluster : { ...cluster, members: [...cluster.members, object] };
    }),
    ...alone.map((object) => ({ label: object.label, bbox: object.bbox, members: [object] })),
  ];
}

function toObject({ label, members }: Cluster): DetectedObject {
  const bbox = middleBox(members.map((member) => member.bbox));
  const attributes = commonAttributes(members);
  return attributes === null ? { label, bbox } : { label, bbox, attributes };
}

/**
 * The median of each coordinate, which lies within the image where all boxes do. A turned box can be
 * written in several ways, so among turned boxes it is the one with the greatest sum of IoU to the rest.
 */
function middleBox(boxes: readonly DetectedObject["bbox"][]): DetectedObject["bbox"] {
  const central = boxes.some(isTurned) ? mostCentral(boxes) : undefined;
  if (central !== undefined) return central;
  return {
    x: median(boxes.map(({ x }) => x)),
    y: median(boxes.map(({ y }) => y)),
    width: median(boxes.map(({ width }) => width)),
    height: median(boxes.map(({ height }) => height)),
  };
}

function mostCentral<B extends RotatedBox>(boxes: readonly B[]): B | undefined {
  const likeness = boxes.map((box) => boxes.reduce((sum, other) => sum + rotatedIou(box, other), 0));
  return boxes[likeness.indexOf(Math.max(...likeness))];
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
  return entries.length === 0 ? null : Object.fromEntries(entries.slice(0, MAX_ATTRIBUTES));
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
