import fc from "fast-check";
import { expect, test } from "vitest";
import { startSharedClock } from "./shared-clock.ts";

test("tiles share the active time equally, and no millisecond is lost or counted twice", () => {
  const periods = fc.array(
    fc.record({ ms: fc.integer({ min: 0, max: 29_000 }), tiles: fc.integer({ min: 1, max: 20 }) }),
  );
  fc.assert(
    fc.property(periods, (given) => {
      let now = 0;
      const clock = startSharedClock(() => now);
      const ids = Array.from({ length: 20 }, (_, at) => `task_${at}`);
      for (const { ms, tiles } of given) {
        const before = ids.map(clock.of);
        clock.touch();
        now += ms;
        clock.settle(ids.slice(0, tiles));
        const parts = ids.map((id, at) => clock.of(id) - (before[at] ?? 0)).slice(0, tiles);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }
      const all = ids.reduce((sum, id) => sum + clock.of(id), 0);
      expect(all).toBe(given.reduce((sum, { ms }) => sum + ms, 0));
    }),
  );
});

test("time without tiles belongs to none, and a break counts 30 seconds at most", () => {
  let now = 0;
  const clock = startSharedClock(() => now);
  now = 5_000;
  clock.settle([]);
  clock.touch();
  now += 600_000;
  clock.settle(["a", "b"]);

  expect([clock.of("a"), clock.of("b"), clock.of("c")]).toEqual([15_000, 15_000, 0]);
});
