import fc from "fast-check";
import { expect, test } from "vitest";
import { createPeaks, type Peaks } from "./peaks.ts";

function peaksOf(pieces: readonly (readonly (readonly number[])[])[]): Peaks {
  const peaks = createPeaks();
  for (const channels of pieces) peaks.add(channels);
  return peaks.finish(8_000);
}

test("each stretch has the lowest and the highest value of all channels", () => {
  const left = [...Array(64).fill(0), ...Array(10).fill(0.5)];
  const right = [0.25, ...Array(62).fill(-0.5), 0, ...Array(10).fill(1)];

  expect(peaksOf([[left, right]])).toEqual({
    version: 2,
    channels: 1,
    sample_rate: 8_000,
    samples_per_pixel: 64,
    bits: 8,
    length: 2,
    data: [-63, 32, 64, 127],
  });
});

test("values that are too loud or no numbers stay in the range", () => {
  expect(peaksOf([[[2, -7, Number.NaN]]]).data).toEqual([-128, 127]);
});

test("no sound has no stretches", () => {
  expect(peaksOf([])).toMatchObject({ length: 0, data: [] });
});

test("a long recording has fewer than 8,192 stretches of a power of two, and its loudest sample is where it was", () => {
  const at = 7_123_456;
  const pieces = Array.from({ length: 100 }, (_, place) => {
    const piece = new Array<number>(100_000).fill(0.1);
    if (place === Math.floor(at / 100_000)) piece[at % 100_000] = 0.9;
    return [piece];
  });

  const { samples_per_pixel, length, data } = peaksOf(pieces);

  expect([samples_per_pixel, length]).toEqual([2_048, Math.ceil(10_000_000 / 2_048)]);
  expect(data.indexOf(114)).toBe(2 * Math.floor(at / 2_048) + 1);
});

test("how a recording is cut into pieces changes nothing", () => {
  const samples = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 700 });
  fc.assert(
    fc.property(samples, fc.array(fc.nat({ max: 300 }), { maxLength: 5 }), (recording, cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), recording.length];
      const pieces = places.slice(1).map((end, at) => [recording.slice(places[at], end)]);
      expect(peaksOf(pieces)).toEqual(peaksOf([[recording]]));
    }),
  );
});
