import { expect, test } from "vitest";
import { isMostlyUndecided, matrixOf, mistakes, mostRight } from "./confusion.ts";

const PAIRS = [
  { answer: "cat", accepted: "cat", count: 6 },
  { answer: "dog", accepted: "cat", count: 2 },
  { answer: "dog", accepted: "dog", count: 20 },
  { answer: "fox", accepted: "dog", count: 5 },
];

test("rows are final labels, most frequent first, and shares are of the row", () => {
  const { labels, accepted, count, share } = matrixOf(PAIRS);

  expect(labels).toEqual(["dog", "cat", "fox"]);
  expect(accepted).toEqual(["dog", "cat"]);
  expect(count("cat", "dog")).toBe(2);
  expect(count("dog", "cat")).toBe(0);
  expect(share("cat", "dog")).toBe(0.25);
  expect(share("fox", "dog")).toBe(0);
});

test("mistakes do not include correct answers", () => {
  expect(mistakes(PAIRS).map(({ answer }) => answer)).toEqual(["fox", "dog"]);
});

test("disagreements are mostly undecided while fewer than half of them show beside final labels", () => {
  const final = [{ answer: "dog", accepted: "cat", count: 1 }];
  const pairs = (count: number) => [
    { answer: "dog", accepted: "cat", count },
    { answer: "cat", accepted: "dog", count },
    { answer: "cat", accepted: "cat", count: 40 },
  ];

  expect(isMostlyUndecided(final, pairs(2))).toBe(false);
  expect(isMostlyUndecided(final, pairs(3))).toBe(true);
  expect(isMostlyUndecided([], [])).toBe(false);
});

test("who errs in one of one answers differs less than who errs in 15 of 60", () => {
  const few = mostRight([{ answer: "dog", accepted: "cat", count: 1 }]);
  const many = mostRight([
    { answer: "cat", accepted: "cat", count: 45 },
    { answer: "dog", accepted: "cat", count: 15 },
  ]);

  expect(few).toBeGreaterThan(many ?? 1);
  expect(mostRight([])).toBeNull();
});
