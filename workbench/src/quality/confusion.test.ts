import { expect, test } from "vitest";
import { matrixOf, mistakes } from "./confusion.ts";

const PAIRS = [
  { answer: "cat", accepted: "cat", count: 6 },
  { answer: "dog", accepted: "cat", count: 2 },
  { answer: "dog", accepted: "dog", count: 20 },
  { answer: "fox", accepted: "dog", count: 5 },
];

test("rows are final labels, most frequent first, and shares are of the row", () => {
  const { labels, count, share } = matrixOf(PAIRS);

  expect(labels).toEqual(["dog", "cat", "fox"]);
  expect(count("cat", "dog")).toBe(2);
  expect(count("dog", "cat")).toBe(0);
  expect(share("cat", "dog")).toBe(0.25);
  expect(share("fox", "dog")).toBe(0);
});

test("mistakes do not include correct answers", () => {
  expect(mistakes(PAIRS).map(({ answer }) => answer)).toEqual(["fox", "dog"]);
});
