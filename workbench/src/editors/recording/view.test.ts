import fc from "fast-check";
import { expect, test } from "vitest";
import { around, including, shifted, ticksOf, type View, zoomed } from "./view.ts";

const DURATION = 3_600;
const time = fc.double({ min: 0, max: DURATION, noNaN: true });
const view = fc
  .tuple(time, fc.double({ min: 0.1, max: DURATION, noNaN: true }))
  .map(([from, length]) => shifted({ from, to: from + length }, 0, DURATION));

function expectWithin({ from, to }: View): void {
  expect(from).toBeGreaterThanOrEqual(0);
  expect(to).toBeLessThanOrEqual(DURATION + 1e-9);
  expect(to - from).toBeGreaterThan(0);
}

test("every view stays within the recording, however one zooms and moves", () => {
  fc.assert(
    fc.property(
      view,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      time,
      time,
      (seen, factor, at, other) => {
        expectWithin(zoomed(seen, factor, at, DURATION));
        expectWithin(shifted(seen, at - other, DURATION));
        expectWithin(around(Math.min(at, other), Math.max(at, other), DURATION));
        const found = including(seen, at, DURATION);
        expectWithin(found);
        expect([found.from <= at + 1e-9, found.to >= at - 1e-9]).toEqual([true, true]);
      },
    ),
  );
});

test("what is under the pointer stays there while one zooms", () => {
  const near = zoomed({ from: 1_000, to: 2_000 }, 0.5, 1_250, DURATION);
  expect(near).toEqual({ from: 1_125, to: 1_625 });
  expect(zoomed(near, 1e9, 1_250, DURATION)).toEqual({ from: 0, to: DURATION });
});

const textsOf = (from: number, to: number, width: number) =>
  ticksOf({ from, to }, width).flatMap(({ text }) => text ?? []);

test.each([
  [0, 20, 1_000, ["0:00", "0:02", "0:04", "0:06", "0:08", "0:10", "0:12", "0:14", "0:16", "0:18", "0:20"]],
  [3_590, 3_650, 250, ["1:00:00", "1:00:30"]],
  [0, 21_600, 500, ["0:00", "2:00:00", "4:00:00", "6:00:00"]],
  [59.95, 60.15, 400, ["0:59.95", "1:00.00", "1:00.05", "1:00.10", "1:00.15"]],
])("the ruler from %s to %s seconds over %s pixels", (from, to, width, texts) => {
  expect(textsOf(from, to, width)).toEqual(texts);
});
