import { gap, type Raster } from "./raster.ts";

/** The cheapest ways along edges from one pixel to all others of a raster; pixels are numbered column by column. */
export interface Wires {
  readonly width: number;
  readonly height: number;
  /** Where the ways begin. */
  readonly start: number;
  /** For each pixel which of `STEPS` leads to it, plus 1; 0 for the start. */
  readonly steps: Uint8Array;
  /** How strong the edge at each pixel is, 0 to 255 for the strongest. */
  readonly edges: Uint8Array;
}

/** To the neighbors of a pixel, in pixels; the last four are diagonal. */
const STEPS = [
  ...([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const),
  ...([
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const),
] as const;

/** How much a way over a pixel without an edge costs, compared with one along the strongest edge. */
const FLAT = 40;

/** More than the longest step costs, and a power of two. */
const BUCKETS = 512;

/** How strong the edge at each pixel is, from 0 to 255 for the strongest of the raster: by the difference of its neighbors' colors. */
export function edgesOf({ pixels, width, height }: Raster): Uint8Array {
  const squares = new Float32Array(pixels.length);
  let most = 1;
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      const at = y + height * x;
      const across = gap(pixels, x === 0 ? at : at - height, x === width - 1 ? at : at + height);
      const down = gap(pixels, y === 0 ? at : at - 1, y === height - 1 ? at : at + 1);
      squares[at] = across + down;
      most = Math.max(most, across + down);
    }
  }
  return Uint8Array.from(squares, (square) => Math.round(255 * Math.sqrt(square / most)));
}

/** The strongest edge within `reach` pixels of a pixel, the nearest of several; the pixel itself if there is none. */
export function snappedToEdge(
  { edges, width, height }: Pick<Wires, "edges" | "width" | "height">,
  [x, y]: readonly [number, number],
  reach: number,
): [number, number] {
  let [found, best]: [[number, number], number] = [[x, y], 0];
  for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1) {
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
      const distance = Math.hypot(column - x, row - y);
      const strength = (edges[row + height * column] ?? 0) - distance / 100;
      if (distance <= reach && strength > best) [found, best] = [[column, row], strength];
    }
  }
  return found;
}

/**
 * The cheapest ways from a pixel, by Dijkstra's algorithm with buckets of equal cost. O(pixels).
 *
 * Source: E. N. Mortensen and W. A. Barrett, Intelligent scissors for image composition (1995).
 */
export function wiresFrom(
  edges: Uint8Array,
  width: number,
  height: number,
  [x, y]: readonly [number, number],
): Wires {
  const start = y + height * x;
  const steps = new Uint8Array(edges.length);
  const costs = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
  const isDone = new Uint8Array(edges.length);
  const prices = Uint8Array.from(edges, (edge) => 1 + Math.round(FLAT * (1 - Math.sqrt(edge / 255))));
  const buckets = Array.from({ length: BUCKETS }, (): number[] => []);
  costs[start] = 0;
  buckets[0]?.push(start);
  let waiting = 1;
  for (let cost = 0; waiting > 0; cost += 1) {
    const bucket = buckets[cost & (BUCKETS - 1)] ?? [];
    for (let at = bucket.pop(); at !== undefined; at = bucket.pop()) {
      waiting -= 1;
      if (isDone[at] === 1) continue;
      isDone[at] = 1;
      spread(at, cost);
    }
  }
  return { width, height, start, steps, edges };

  function spread(at: number, cost: number): void {
    const column = Math.floor(at / height);
    const row = at - column * height;
    for (const [index, [dx, dy]] of STEPS.entries()) {
      if (column + dx < 0 || column + dx >= width || row + dy < 0 || row + dy >= height) continue;
      const next = at + dy + height * dx;
      const sum = cost + (prices[next] ?? 0) * (index < 4 ? 5 : 7); // 7 / 5 is nearly the square root of 2
      if (sum >= (costs[next] ?? 0)) continue;
      costs[next] = sum;
      steps[next] = index + 1;
      buckets[sum & (BUCKETS - 1)]?.push(next);
      waiting += 1;
    }
  }
}

/** The pixels on the way from the start to a pixel, with both. */
export function wireTo(wires: Wires, [x, y]: readonly [number, number]): [number, number][] {
  const { height, steps } = wires;
  const way: [number, number][] = [[x, y]];
  for (let at = y + height * x; at !== wires.start; ) {
    const [dx, dy] = STEPS[(steps[at] ?? 0) - 1] ?? [0, 0];
    if (dx === 0 && dy === 0) break;
    at -= dy + height * dx;
    way.push([Math.floor(at / height), at % height]);
  }
  return way.reverse();
}
