import { expect, test } from "vitest";
import { extremes, mixed, nearestSilence, type Piece } from "./samples.ts";

const RATE = 1_000;

/** A tone between two times of ten seconds, and noise of that height beside it. */
function toneBetween(start: number, end: number, noise: number): Piece {
  const samples = Float32Array.from({ length: 10 * RATE }, (_, at) =>
    at >= start * RATE && at < end * RATE ? Math.sin(at) : noise * Math.sin(at * 7),
  );
  return { from: 0, rate: RATE, samples };
}

test.each([
  ["just inside the tone at its start", 3.12, 3],
  ["just inside its end", 4.9, 5],
  ["in silence", 2.8, 2.8],
  ["in the middle of the tone, far from silence", 4, 4],
])("a time %s", (_, at, found) => {
  for (const noise of [0, 0.005, 0.05])
    expect(nearestSilence(toneBetween(3, 5, noise), at)).toBeCloseTo(found, 2);
});

test("of a piece that begins later, times are those of the recording", () => {
  const { samples } = toneBetween(3, 5, 0);
  expect(nearestSilence({ from: 100, rate: RATE, samples }, 103.12)).toBeCloseTo(103, 2);
  const view = { from: 99, to: 104 };
  const peaks = extremes({ from: 100, rate: RATE, samples }, view, 5);
  expect([...peaks.slice(0, 6)].every((value) => value === 0)).toBe(true);
  expect([...peaks.slice(8)]).toEqual([expect.closeTo(-1, 2), expect.closeTo(1, 2)]);
});

test("channels are mixed by their mean, so that what is in one of them is seen", () => {
  expect([...mixed([Float32Array.of(1, 0), Float32Array.of(0, -0.5)])]).toEqual([0.5, -0.25]);
});
