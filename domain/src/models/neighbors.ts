import { seededRandom } from "../agreement.ts";

const NEIGHBORS = 10;
/** Multiplications at most, about ten seconds; if all pairs take more, items are compared with a part of them. */
const MAX_PRODUCTS = 5e9;
/** Items with which each is compared at least, if there are so many. */
const LEAST_COMPARED = 200;

interface Placed {
  readonly label: string;
  readonly vector: ArrayLike<number> | null;
}

/** Vectors of length 1, one after the other. */
interface Directions {
  readonly values: Float32Array;
  readonly length: number;
}

/**
 * For each item the share of its ten nearest others (by the cosine of the vectors; fewer if there are fewer) that have another
 * label, 0 to 1. Null without a vector, for a vector of zeros, and for the only item. If all pairs take more than
 * `most` multiplications, items are compared with as many as that allows, at least 200, drawn with a fixed seed.
 *
 * Throws a RangeError for vectors of different lengths, and for one with a number that is not finite.
 */
export function neighborDisagreement(
  items: readonly Placed[],
  most: number = MAX_PRODUCTS,
): (number | null)[] {
  const length = items.find(({ vector }) => vector !== null)?.vector?.length ?? 0;
  const shares = new Array<number | null>(items.length).fill(null);
  const directed = items.flatMap(({ vector }, item) =>
    vector === null || isZero(vector, length) ? [] : [item],
  );
  const directions = { values: new Float32Array(items.length * length), length };
  for (const item of directed) direct(directions, item, items[item]?.vector ?? []);
  const compared = comparedOf(directed, most / (directed.length * length));
  for (const item of directed) {
    const nearest = nearestOf(item, compared, directions);
    const other = nearest.filter((near) => items[near]?.label !== items[item]?.label).length;
    if (nearest.length > 0) shares[item] = other / nearest.length;
  }
  return shares;
}

function isZero(vector: ArrayLike<number>, length: number): boolean {
  if (vector.length !== length)
    throw new RangeError(`vectors must have the same length (got ${length} and ${vector.length})`);
  const values = Array.from(vector);
  if (!values.every(Number.isFinite)) throw new RangeError("a vector must consist of finite numbers");
  return values.every((value) => value === 0);
}

function direct({ values, length }: Directions, item: number, vector: ArrayLike<number>): void {
  const greatest = Array.from(vector).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = Array.from(vector, (value) => value / greatest); // so that no square is infinite or 0
  const norm = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  for (const [place, value] of scaled.entries()) values[item * length + place] = value / norm;
}

function comparedOf(items: readonly number[], affordable: number): readonly number[] {
  const most = Math.max(LEAST_COMPARED, Math.floor(affordable));
  if (items.length <= most) return items;
  const random = seededRandom(items.length);
  const drawn = new Set<number>();
  while (drawn.size < most) drawn.add(Math.floor(random() * items.length));
  return [...drawn].map((place) => items[place] ?? 0);
}

/** The nearest of the compared items without the item itself; the first of equally near ones. */
function nearestOf(item: number, compared: readonly number[], { values, length }: Directions): number[] {
  const nearest: Near[] = [];
  const from = item * length;
  for (const other of compared) {
    if (other === item) continue;
    let cosine = 0;
    for (let place = 0, at = other * length; place < length; place += 1, at += 1)
      cosine += (values[from + place] ?? 0) * (values[at] ?? 0);
    const last = nearest[NEIGHBORS - 1];
    if (last === undefined || cosine > last.cosine) insert(nearest, { item: other, cosine });
  }
  return nearest.map((near) => near.item);
}

interface Near {
  readonly item: number;
  readonly cosine: number;
}

/** Keeps the nearest ones, nearest first. */
function insert(nearest: Near[], near: Near): void {
  const rank = nearest.findIndex(({ cosine }) => cosine < near.cosine);
  nearest.splice(rank === -1 ? nearest.length : rank, 0, near);
  if (nearest.length > NEIGHBORS) nearest.pop();
}
