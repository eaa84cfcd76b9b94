import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutSpecks } from "./specks.ts";

const SIDE = 60;
const box = { left: 5, top: 5, right: 55, bottom: 55 }; // a speck is below 6.25 pixels

type Square = readonly [x: number, y: number, side: number];

/** Labels with squares of 1, and squares of 0 in these. */
function labelsOf(squares: readonly Square[], holes: readonly Square[] = []): Uint8Array {
  const labels = new Uint8Array(SIDE * SIDE);
  const fill = ([x, y, side]: Square, label: number) => {
    for (let column = x; column < x + side; column += 1)
      labels.fill(label, column * SIDE + y, column * SIDE + y + side);
  };
  for (const square of squares) fill(square, 1);
  for (const hole of holes) fill(hole, 0);
  return labels;
}

test("small parts go and small holes are filled; larger ones stay", () => {
  const given = labelsOf(
    [
      [10, 10, 20],
      [40, 40, 2],
      [40, 20, 3],
    ],
    [
      [12, 12, 2],
      [20, 20, 3],
    ],
  );
  const clean = labelsOf(
    [
      [10, 10, 20],
      [40, 20, 3],
    ],
    [[20, 20, 3]],
  );

  expect(withoutSpecks(given, SIDE, box)).toEqual(clean);
});

test("what is small but hangs on by a corner stays, and so does a small gap at the side of the box", () => {
  const given = labelsOf(
    [
      [5, 5, 20],
      [25, 25, 2],
    ],
    [[5, 10, 2]],
  );

  expect(withoutSpecks(given, SIDE, box)).toEqual(given);
});

test("the largest part stays, however small it is", () => {
  const given = labelsOf([
    [10, 10, 2],
    [30, 30, 1],
  ]);

  expect(withoutSpecks(given, SIDE, box)).toEqual(labelsOf([[10, 10, 2]]));
  expect(withoutSpecks(labelsOf([]), SIDE, box)).toEqual(labelsOf([]));
});

test("clean labels stay as they are, none changes outside the box, and a thing never vanishes", () => {
  const frame = { left: 1, top: 1, right: 29, bottom: 29 };
  const labels = fc.array(fc.constantFrom(0, 1), { minLength: 784, maxLength: 784 }).map((inside) =>
    Uint8Array.from({ length: 900 }, (_, at) => {
      const [x, y] = [Math.floor(at / 30), at % 30];
      return x > 0 && x < 29 && y > 0 && y < 29 ? (inside[(x - 1) * 28 + y - 1] ?? 0) : 0;
    }),
  );
  fc.assert(
    fc.property(labels, (given) => {
      const clean = withoutSpecks(given, 30, frame);
      expect(withoutSpecks(clean, 30, frame)).toEqual(clean);
      expect(clean.includes(1)).toBe(given.includes(1));
      for (let at = 0; at < 900; at += 1) {
        const isIn = at >= 30 && at < 870 && at % 30 > 0 && at % 30 < 29;
        if (!isIn) expect(clean[at]).toBe(0);
      }
    }),
  );
});
