import { expect, test } from "vitest";
import { type ItemProgress, itemOutcome } from "./item.ts";

const CAT = { result: { label: "cat" }, support: 1, fields: null };

const ITEM: ItemProgress = {
  answers: 2,
  overlap_required: 2,
  overlap: 2,
  skips: 0,
  consensus: CAT,
  min_support: 0.5,
};

test("an item waits for the answers that it requires", () => {
  expect(itemOutcome({ ...ITEM, answers: 1 })).toBe("open");
  expect(itemOutcome({ ...ITEM, answers: 0, consensus: null })).toBe("open");
});

test("a consensus with enough support is accepted", () => {
  expect(itemOutcome(ITEM)).toEqual({ accept: CAT });
  const half = { ...CAT, support: 0.5 };
  expect(itemOutcome({ ...ITEM, consensus: half })).toEqual({ accept: half });
});

test("a tie or low support asks for one answer more, once, and then for a decision", () => {
  for (const consensus of [null, { ...CAT, support: 0.4 }]) {
    expect(itemOutcome({ ...ITEM, consensus })).toBe("one_more");
    expect(itemOutcome({ ...ITEM, consensus, overlap_required: 3 })).toBe("open");
    expect(itemOutcome({ ...ITEM, consensus, overlap_required: 3, answers: 3 })).toBe("adjudicate");
  }
});

test("the answer more can settle it", () => {
  const most = { ...CAT, support: 2 / 3 };
  expect(itemOutcome({ ...ITEM, consensus: most, overlap_required: 3, answers: 3 })).toEqual({
    accept: most,
  });
});

test("two skips ask for a decision however many answers are in", () => {
  expect(itemOutcome({ ...ITEM, answers: 0, skips: 1, consensus: null })).toBe("open");
  expect(itemOutcome({ ...ITEM, answers: 0, skips: 2, consensus: null })).toBe("adjudicate");
  expect(itemOutcome({ ...ITEM, skips: 2 })).toBe("adjudicate");
});
