import fc from "fast-check";
import { expect, test } from "vitest";
import { fitted, panned, toImage, toPage, zoomed } from "./view.ts";

const size = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});
const page = { width: 900, height: 600 };
const place = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 600 }));

test("an image that fits is shown in full", () => {
  fc.assert(
    fc.property(size, (image) => {
      const view = fitted(image, page);
      const [[left, top], [right, bottom]] = [
        toPage(view, [0, 0]),
        toPage(view, [image.width, image.height]),
      ];
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(page.width);
      expect(bottom).toBeLessThanOrEqual(page.height);
    }),
  );
});

test("zooming keeps the point under the pointer in place", () => {
  fc.assert(
    fc.property(size, place, fc.double({ min: 0.01, max: 100, noNaN: true }), (image, at, factor) => {
      const view = fitted(image, page);
      const next = zoomed(view, at, view.scale * factor, image, page);
      const [before, after] = [toImage(view, at), toImage(next, at)];
      expect(Math.hypot(before[0] - after[0], before[1] - after[1])).toBeLessThan(
        1e-6 * Math.max(image.width, image.height),
      );
    }),
  );
});

test("panning cannot move the image out of view", () => {
  fc.assert(
    fc.property(size, fc.integer(), fc.integer(), (image, dx, dy) => {
      const view = panned(fitted(image, page), [dx, dy], image, page);
      expect(view.x).toBeLessThan(page.width);
      expect(view.y).toBeLessThan(page.height);
      expect(view.x + image.width * view.scale).toBeGreaterThan(0);
      expect(view.y + image.height * view.scale).toBeGreaterThan(0);
    }),
  );
});
