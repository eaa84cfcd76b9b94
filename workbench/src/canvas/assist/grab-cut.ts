import { DEGREE, leastCut, STEPS } from "./max-flow.ts";
import { grouped, type Mixture, mixtureOf, nearest, unlikeliness } from "./mixture.ts";
import { gap, halved, type Raster } from "./raster.ts";

/** Whole pixels of a raster: from left and top on, up to right and bottom, which are outside. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Colors are learned in a copy of at most so many pixels; then the edge is refined copy by copy. */
const MOST_PIXELS = 40_000;

/** How often colors and cut are found anew from each other. */
const ROUNDS = 5;

/** How far the edge may move when it is refined, in pixels of the finer copy. */
const BAND = 4;

/**
 * What it costs to part two pixels of the same color, compared with what colors cost; as in the paper. In a copy of half the size it is half
 * as much, so that it stays in proportion: an edge has half the pixels there, and an area a fourth.
 */
const SMOOTHNESS = 50;

/** Capacities are integers: hundredths, and none so large that their sums would not fit. */
const UNIT = 100;
const MOST = 1_000_000;

/** The colors of the thing and of what is around it. */
interface Looks {
  readonly thing: Mixture;
  readonly around: Mixture;
}

interface Found {
  readonly labels: Uint8Array;
  readonly looks: Looks;
}

/**
 * The thing in a box, as 1 for each of its pixels, column by column; never one outside the box. There is none if nothing of the raster is
 * outside the box, or if all in the box looks like that. The time is that of a small copy: in the raster itself only the edge is looked at.
 *
 * Source: C. Rother, V. Kolmogorov and A. Blake, "GrabCut": interactive foreground extraction using iterated graph cuts (2004).
 */
export function grabCut(raster: Raster, box: Frame): Uint8Array {
  return found(raster, box, SMOOTHNESS).labels;
}

function found(raster: Raster, box: Frame, smoothness: number): Found {
  if (raster.pixels.length <= MOST_PIXELS) return learned(raster, box, smoothness);
  const half = halved(raster);
  const { left, top, right, bottom } = box;
  const frame = { left: left >> 1, top: top >> 1, right: (right + 1) >> 1, bottom: (bottom + 1) >> 1 };
  const { labels, looks } = found(half, frame, smoothness / 2);
  const doubled = doubledWithin(labels, half, raster, box);
  return {
    labels: cut(raster, gridOf(raster, doubled, bandOf(doubled, raster, box), smoothness), doubled, looks),
    looks,
  };
}

function learned(raster: Raster, box: Frame, smoothness: number): Found {
  const isFree = new Uint8Array(raster.pixels.length);
  for (let x = box.left; x < box.right; x += 1)
    isFree.fill(1, x * raster.height + box.top, x * raster.height + box.bottom);
  let labels: Uint8Array = isFree.slice();
  let looks = looksOf(raster, labels);
  if (looks.around.length === 0) return { labels: new Uint8Array(labels.length), looks };
  const grid = gridOf(raster, labels, isFree, smoothness);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = cut(raster, grid, labels, looks);
    const isSame = next.every((label, at) => label === labels[at]);
    labels = next;
    if (isSame || !labels.includes(1)) break;
    looks = looksOf(raster, labels, looks);
  }
  return { labels, looks };
}

/** The colors on both sides of the labels: at first grouped by themselves, later by what they were like before. */
function looksOf({ pixels }: Raster, labels: Uint8Array, before?: Looks): Looks {
  const mixture = (label: number, was: Mixture | undefined) => {
    const colors = pixels.filter((_, at) => labels[at] === label);
    const groups =
      was === undefined ? grouped(colors) : Uint8Array.from(colors, (color) => nearest(was, color));
    return mixtureOf(colors, groups);
  };
  return { thing: mixture(1, before?.thing), around: mixture(0, before?.around) };
}

/** The pixels whose labels are free, as nodes; what the others around them mean to these is in `terminals`. */
interface Grid {
  readonly nodes: Int32Array;
  readonly heads: Int32Array;
  readonly room: Int32Array;
  readonly terminals: Int32Array;
}

function gridOf(raster: Raster, labels: Uint8Array, isFree: Uint8Array, smoothness: number): Grid {
  const { pixels, width, height } = raster;
  const nodes = Int32Array.from(placesOf(isFree));
  const numbers = new Int32Array(isFree.length).fill(-1);
  for (const [node, pixel] of nodes.entries()) numbers[pixel] = node;
  const heads = new Int32Array(nodes.length * DEGREE).fill(-1);
  const [room, terminals] = [new Int32Array(heads.length), new Int32Array(nodes.length)];
  const contrast = 1 / (2 * meanGap(raster));
  for (const [direction, [dx, dy]] of STEPS.entries()) join(direction, dx, dy);
  return { nodes, heads, room, terminals };

  function join(direction: number, dx: number, dy: number): void {
    const most = (UNIT * smoothness) / Math.hypot(dx, dy);
    for (let node = 0; node < nodes.length; node += 1) {
      const pixel = nodes[node] ?? 0;
      const other = neighbor(pixel, dx, dy);
      if (other === -1) continue;
      const price = Math.round(most * Math.exp(-contrast * gap(pixels, pixel, other)));
      const head = numbers[other] ?? -1;
      const arc = node * DEGREE + direction;
      heads[arc] = head;
      if (head !== -1) room[arc] = price;
      else terminals[node] = (terminals[node] ?? 0) + price * (2 * (labels[other] ?? 0) - 1);
    }
  }

  function neighbor(pixel: number, dx: number, dy: number): number {
    const x = Math.floor(pixel / height);
    const y = pixel - x * height;
    const isIn = x + dx >= 0 && y + dy >= 0 && x + dx < width && y + dy < height;
    return isIn ? pixel + dy + height * dx : -1;
  }
}

function placesOf(taken: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = taken.indexOf(1); at !== -1; at = taken.indexOf(1, at + 1)) places.push(at);
  return places;
}

/** The mean squared difference of neighbors' colors; at least 1, for images of one color. */
function meanGap({ pixels, width, height }: Raster): number {
  let sum = 0;
  for (let x = 0; x < width; x += 1) {
    for (let at = x * height; at < (x + 1) * height; at += 1) {
      if (at + 1 < (x + 1) * height) sum += gap(pixels, at, at + 1);
      if (at + height < pixels.length) sum += gap(pixels, at, at + height);
    }
  }
  return Math.max(1, sum / (2 * width * height));
}

/** The labels after the least cut of a grid; those of other pixels stay. */
function cut({ pixels }: Raster, grid: Grid, labels: Uint8Array, { thing, around }: Looks): Uint8Array {
  const terminals = grid.terminals.map((fixed, node) => {
    const color = pixels[grid.nodes[node] ?? 0] ?? 0;
    const gain = UNIT * (unlikeliness(around, color) - unlikeliness(thing, color));
    return fixed + Math.round(Math.min(MOST, Math.max(-MOST, gain)));
  });
  const { side } = leastCut({ heads: grid.heads, room: grid.room.slice(), terminals });
  const next = labels.slice();
  for (const [node, pixel] of grid.nodes.entries()) next[pixel] = side[node] ?? 0;
  return next;
}

/** The labels of a copy of half the size, for each pixel of the raster that is in the box. */
function doubledWithin(labels: Uint8Array, half: Raster, { pixels, height }: Raster, box: Frame): Uint8Array {
  const doubled = new Uint8Array(pixels.length);
  for (let x = box.left; x < box.right; x += 1)
    for (let y = box.top; y < box.bottom; y += 1)
      doubled[x * height + y] = labels[(x >> 1) * half.height + (y >> 1)] ?? 0;
  return doubled;
}

/** The pixels of the box that are near an edge of the labels. */
function bandOf(labels: Uint8Array, { height }: Raster, box: Frame): Uint8Array {
  const band = new Uint8Array(labels.length);
  for (let x = box.left - 1; x < box.right; x += 1) {
    for (let y = box.top - 1; y < box.bottom; y += 1) {
      const label = labelAt(x, y);
      if (label !== labelAt(x + 1, y) || label !== labelAt(x, y + 1)) mark(x, y);
    }
  }
  return band;

  function labelAt(x: number, y: number): number {
    const isIn = x >= box.left && y >= box.top && x < box.right && y < box.bottom;
    return isIn ? (labels[x * height + y] ?? 0) : 0;
  }

  function mark(x: number, y: number): void {
    const [from, to] = [Math.max(box.top, y + 1 - BAND), Math.min(box.bottom, y + 1 + BAND)];
    for (let at = Math.max(box.left, x + 1 - BAND); at < Math.min(box.right, x + 1 + BAND); at += 1)
      band.fill(1, at * height + from, at * height + to);
  }
}
