import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sha256 } from "./log/bytes.ts";
import { SPLIT_NAMES, splitOf } from "./splits.ts";

const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");
const item = fc.record({ id: fc.string(), group: fc.option(fc.string()) });
const share = fc.integer({ min: 1, max: 10_000 });

test("items of a group are in one split, and only the seed, the shares and the group decide in which", () => {
  fc.assert(
    fc.property(item, fc.string(), share, share, share, (one, seed, train, validation, test_) => {
      const splits = { seed, train, validation, test: test_ };
      const split = splitOf(sha256, splits, one);
      expect(splitOf(sha256, splits, { id: `${one.id}x`, group: one.group ?? one.id })).toBe(split);
      const scaled = { seed, train: 1, validation: 0, test: 0 };
      expect(splitOf(sha256, scaled, one)).toBe("train");
    }),
  );
});

test("the splits have about their shares", () => {
  const splits = { seed: "seed", train: 80, validation: 10, test: 10 };
  const counts = { train: 0, validation: 0, test: 0 };
  for (let n = 0; n < 10_000; n += 1) counts[splitOf(sha256, splits, { id: `item_${n}`, group: null })] += 1;
  // 5 standard deviations: 200 for the shares of 80 %, 150 for those of 10 %.
  expect(Math.abs(counts.train - 8_000)).toBeLessThan(200);
  expect(Math.abs(counts.validation - 1_000)).toBeLessThan(150);
});

test("a larger share for training takes items from the other splits and gives none away", () => {
  const before = { seed: "s", train: 50, validation: 25, test: 25 };
  const after = { seed: "s", train: 70, validation: 15, test: 15 };
  for (let n = 0; n < 1_000; n += 1) {
    const one = { id: `item_${n}`, group: null };
    const [old, now] = [before, after].map((splits) => SPLIT_NAMES.indexOf(splitOf(sha256, splits, one)));
    expect(now).toBeLessThanOrEqual(old ?? 0);
  }
});

test("an item's split is the documented one", () => {
  // sha256("seed\ncat") begins with the bytes that `printf 'seed\ncat' | sha256sum` prints.
  const place = Number.parseInt(hash("sha256", "seed\ncat").slice(0, 8), 16) / 2 ** 32;
  const border = Math.floor(place * 100);
  const splits = { seed: "seed", train: border, validation: 1, test: 99 - border };
  expect(splitOf(sha256, splits, { id: "item_1", group: "cat" })).toBe("validation");
});
