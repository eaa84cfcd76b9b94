import type { Runs } from "../run-length.ts";

/** The pixels of one object and the number that they get, 1 to 65,535. */
export interface Layer {
  readonly number: number;
  readonly runs: Runs;
}

/** Differences of two bytes. */
export const STEPS = 65_536;

/**
 * Where the numbers of an image of `[height, width]` change from one row to the next; later layers cover earlier ones, and
 * what none covers is 0, as is all above the first row. Ascending values `STEPS · (x + width · y) + d`, of which `d` has the
 * differences of the high and of the low byte modulo 256. Time and memory are proportional to the runs and the columns
 * that they cover, not to the pixels.
 */
export function verticalSteps(
  layers: readonly Layer[],
  [height, width]: readonly [number, number],
): Float64Array {
  const steps: number[] = [];
  const step = (at: number, before: number, after: number) => {
    const high = ((after >> 8) - (before >> 8)) & 255;
    const place = Math.floor(at / height) + width * (at % height);
    steps.push(STEPS * place + 256 * high + ((after - before) & 255));
  };
  let [from, before] = [0, 0];
  for (const { at, number } of changesOf(layers)) {
    for (let top = Math.ceil(from / height) * height; before !== 0 && top < at; top += height) {
      step(top, 0, before);
    }
    if (at % height !== 0) step(at, before, number);
    [from, before] = [at, number];
  }
  return new Float64Array(steps).sort();
}

/** Where the number on top becomes another one, in the order of runs. The last one is 0. */
function* changesOf(layers: readonly Layer[]): Generator<{ readonly at: number; readonly number: number }> {
  const [only, another] = layers;
  if (only !== undefined && another === undefined) {
    // Nothing to sort: most masks have one object, whose runs are the changes.
    yield* turnsOf(only);
    return;
  }
  const count = layers.length;
  const bounds = Float64Array.from(
    layers.flatMap(({ runs }, layer) => Array.from(runs, (at) => at * count + layer)),
  ).sort();
  const open: number[] = []; // layers, ascending
  let before = 0;
  for (const [index, bound] of bounds.entries()) {
    const at = Math.floor(bound / count);
    toggle(open, bound % count);
    if (Math.floor((bounds[index + 1] ?? Number.POSITIVE_INFINITY) / count) === at) continue;
    const number = layers[open.at(-1) ?? count]?.number ?? 0;
    if (number !== before) yield { at, number };
    before = number;
  }
}

function* turnsOf({ number, runs }: Layer): ReturnType<typeof changesOf> {
  for (let index = 0; index < runs.length; index += 1)
    yield { at: runs[index] ?? 0, number: index % 2 === 0 ? number : 0 };
}

/** A run begins and ends by turns. */
function toggle(open: number[], layer: number): void {
  let place = open.length;
  while (place > 0 && (open[place - 1] ?? 0) > layer) place -= 1;
  if (open[place - 1] === layer) open.splice(place - 1, 1);
  else open.splice(place, 0, layer);
}
