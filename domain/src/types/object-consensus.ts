import type { Effort } from "../outline.ts";
import type { Consensus } from "./annotation-type.ts";
import { MAX_OBJECTS } from "./define-type.ts";
import { groupOf, type ObjectGroup, type Standing } from "./object-group.ts";
import { fullEffort, type Measure, matchObjects, SAME_PLACE, type Shape } from "./object-match.ts";

/** One kind of object in images: how to compare objects, and how to merge several drawings of one. */
export interface ObjectKind<O, S extends Shape> extends Measure<S> {
  /** The data needed to compare an object; computed once per object. */
  readonly shapeOf: (object: O) => S;
  /** Merges drawings of one object by several annotators, at least one; the result is valid if all are. */
  readonly merge: (members: readonly Drawn<O, S>[], effort: Effort) => O;
}

/** An object with precomputed data. */
interface Known<O, S> {
  readonly object: O;
  readonly shape: S;
  /** A key of the whole object, equal for equal objects. */
  readonly key: string;
}

/** An object from one annotator. */
export interface Drawn<O, S> extends Known<O, S>, Standing {}

interface Answer<O> {
  readonly objects: readonly O[];
}

/** One object from several annotators, at most once each; others are compared with the first. */
interface Cluster<O, S> {
  readonly first: Drawn<O, S>;
  readonly members: readonly Drawn<O, S>[];
}

/**
 * The objects that at least half of the annotators drew.
 *
 * Starting with the answer most like the others, each object joins the cluster whose first object it matches
 * (`matchObjects`) or starts a new one. `merge` turns a kept cluster into one object. Support is the mean
 * over all clusters, kept or not, of the share of annotators in it; 1 if nobody drew anything. Null if
 * nothing is kept although half of the annotators drew something, and if more than `MAX_OBJECTS` would be
 * kept. The order of the answers does not matter. For k answers of n objects k²/2 matchings of n objects, or
 * k above 2,000 objects.
 */
export function objectConsensus<O, S extends Shape>(
  answers: readonly Answer<O>[],
  kind: ObjectKind<O, S>,
): Consensus | null {
  const effort = fullEffort();
  const clusters = clustersOf(answers, kind, { from: SAME_PLACE, effort });
  const kept = clusters.filter(({ members }) => members.length * 2 >= answers.length);
  const drew = answers.filter(({ objects }) => objects.length > 0).length;
  if (kept.length > MAX_OBJECTS || (kept.length === 0 && drew > 0 && drew * 2 >= answers.length)) return null;

  const drawn = clusters.reduce((sum, { members }) => sum + members.length, 0);
  const merged = kept
    .map(({ members }) => ({ ...draw(kind.merge(members, effort), kind), members }))
    .sort(byPlace);
  return {
    result: { objects: merged.map(({ object }) => object) },
    support: clusters.length === 0 ? 1 : drawn / (clusters.length * answers.length),
    groups: merged.map(({ members }) => groupOf(answers.length, members)),
  };
}

/** The clusters of `objectConsensus`, kept or not, of objects whose likeness is at least `from`. */
export function objectGroups<O, S extends Shape>(
  answers: readonly Answer<O>[],
  kind: ObjectKind<O, S>,
  from = SAME_PLACE,
): ObjectGroup[] {
  const clusters = clustersOf(answers, kind, { from, effort: fullEffort() });
  return clusters.map(({ members }) => groupOf(answers.length, members));
}

/** The member with the greatest sum of likeness to all; the first of several. */
export function mostCentral<O, S extends Shape>(
  members: readonly Drawn<O, S>[],
  { likeness }: Pick<Measure<S>, "likeness">,
  effort: Effort,
): Drawn<O, S> | undefined {
  const sums = members.map(({ shape }) =>
    members.reduce((sum, other) => sum + likeness(shape, other.shape, effort), 0),
  );
  return members[sums.indexOf(Math.max(...sums))];
}

type Drawing<O, S> = readonly Drawn<O, S>[];

/** The likeness at which objects match, and the budget for comparing them. */
interface Search {
  readonly from: number;
  readonly effort: Effort;
}

function clustersOf<O, S extends Shape>(
  answers: readonly Answer<O>[],
  kind: ObjectKind<O, S>,
  search: Search,
): readonly Cluster<O, S>[] {
  const drawings = mostCentralFirst(inOwnOrder(answers, kind), kind, search.effort);
  return drawings.reduce<readonly Cluster<O, S>[]>(
    (before, drawing) => join(before, drawing, kind, search),
    [],
  );
}

function draw<O, S extends Shape>(object: O, { shapeOf }: ObjectKind<O, S>): Known<O, S> {
  return { object, shape: shapeOf(object), key: JSON.stringify(object, withSortedNames) };
}

/** The objects of each answer, in an order that depends only on their content. */
function inOwnOrder<O, S extends Shape>(
  answers: readonly Answer<O>[],
  kind: ObjectKind<O, S>,
): Drawing<O, S>[] {
  return answers
    .map(({ objects }, answer) =>
      objects.map((object, place) => ({ ...draw(object, kind), answer, place })).sort(byKey),
    )
    .map((drawing) => ({ drawing, key: drawing.map(({ key }) => key).join("\n") }))
    .sort(byKey)
    .map(({ drawing }) => drawing);
}

/**
 * Above this many objects in all, answers keep their order by content, which saves a matching for each pair.
 */
const MAX_COMPARED_OBJECTS = 2_000;

/**
 * Sorted by the sum of likeness to the objects of the other answers: an object between two others links them.
 */
function mostCentralFirst<O, S extends Shape>(
  answers: readonly Drawing<O, S>[],
  kind: ObjectKind<O, S>,
  effort: Effort,
): readonly Drawing<O, S>[] {
  if (answers.length < 3 || answers.flat().length > MAX_COMPARED_OBJECTS) return answers;
  const likeness = new Map(answers.map((answer) => [answer, 0]));
  for (const [index, one] of answers.entries()) {
    for (const other of answers.slice(index + 1)) {
      const pairs = matchObjects(shapes(one), shapes(other), kind, { effort });
      const shared = pairs.reduce((sum, { weight }) => sum + weight, 0);
      for (const answer of [one, other]) likeness.set(answer, (likeness.get(answer) ?? 0) + shared);
    }
  }
  return answers.toSorted((a, b) => (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0));
}

function join<O, S extends Shape>(
  clusters: readonly Cluster<O, S>[],
  drawing: Drawing<O, S>,
  kind: ObjectKind<O, S>,
  search: Search,
): Cluster<O, S>[] {
  const firsts = clusters.map(({ first }) => first.shape);
  const pairs = matchObjects(firsts, shapes(drawing), kind, search);
  const joining = new Map(pairs.map(({ left, right }) => [left, drawing[right]]));
  const joined = new Set(pairs.map(({ right }) => right));
  const alone = drawing.filter((_, index) => !joined.has(index));
  return [
    ...clusters.map((cluster, index) => {
      const member = joining.get(index);
      return member === undefined ? cluster : { ...cluster, members: [...cluster.members, member] };
    }),
    ...alone.map((first) => ({ first, members: [first] })),
  ];
}

function shapes<S>(drawing: readonly { readonly shape: S }[]): S[] {
  return drawing.map(({ shape }) => shape);
}

/** For `JSON.stringify`: the same text for the same object, whatever the order of its keys. */
function withSortedNames(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/** From top to bottom, then from left to right. */
function byPlace<S extends Shape>(
  a: { readonly shape: S; readonly key: string },
  b: { readonly shape: S; readonly key: string },
): number {
  const [one, other] = [a.shape.around, b.shape.around];
  return one.y - other.y || one.x - other.x || byKey(a, b);
}
