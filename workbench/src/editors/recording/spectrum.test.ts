import fc from "fast-check";
import { expect, test } from "vitest";
import { spectrogramOf } from "./spectrum.ts";

const RATE = 16_000;
const SECONDS = 2;

const sineOf = (hertz: number, amplitude = 1) =>
  Float32Array.from(
    { length: RATE * SECONDS },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / RATE),
  );

/** The levels of a column, from the lowest frequency. */
function columnOf(samples: Float32Array, column: number, columns = 20) {
  const { levels, rows } = spectrogramOf({ from: 0, rate: RATE, samples }, { from: 0, to: SECONDS }, columns);
  return Array.from({ length: rows }, (_, row) => levels[(rows - 1 - row) * columns + column] ?? 0);
}

test("the loudest frequency of a sine is its own", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 7_900 }), (hertz) => {
      const column = columnOf(sineOf(hertz, 0.1), 7);
      const loudest = column.indexOf(Math.max(...column));
      expect(Math.abs((loudest * RATE) / 512 - hertz)).toBeLessThanOrEqual(RATE / 512);
    }),
    { numRuns: 20 },
  );
});

test("levels are decibels: a sine of full scale is 255, a tenth of it 20 dB less, silence 0", () => {
  const full = Math.max(...columnOf(sineOf(1_000), 7));
  expect(full).toBe(255);
  const tenth = Math.max(...columnOf(sineOf(1_000, 0.1), 7));
  expect(tenth).toBeCloseTo(255 * (70 / 80), -1);
  expect(Math.max(...columnOf(new Float32Array(RATE * SECONDS), 7))).toBe(0);
});

test("a short tone is in its column, however much of the recording is in view", () => {
  const samples = new Float32Array(RATE * SECONDS);
  samples.set(sineOf(2_000).subarray(0, 1_600), 16_000); // from 1 s to 1.1 s
  const loud = Array.from({ length: 20 }, (_, column) => Math.max(...columnOf(samples, column)) > 128);
  expect(loud.flatMap((is, column) => (is ? [column] : []))).toEqual([10]);
});
