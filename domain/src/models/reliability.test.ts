import { expect, test } from "vitest";
import { aboveChance, chanceOf, measureAnswers } from "./reliability.ts";

const answers = (...labels: string[]) =>
  labels.map((label, place) => ({ annotator: ["ann", "bob", "eve"][place] ?? "", label }));

test("agreement counts from chance on", () => {
  expect(chanceOf(["cat", "cat", "cat", "dog"])).toBe(0.75);
  expect(chanceOf([])).toBe(1);
  expect([1, 0.875, 0.75, 0].map((agreement) => aboveChance(agreement, 0.75))).toEqual([1, 0.5, 0.01, 0.01]);
  expect(aboveChance(0.3, 1)).toBe(1);
});

test("annotators count by their agreement with each other, not with the delivered label", () => {
  const items = [
    { label: "cat", answers: answers("cat", "cat", "dog") },
    { label: "dog", answers: answers("dog", "dog", "dog") },
    { label: "owl", answers: answers("cat") },
    { label: "owl", answers: [] },
  ];
  const { weightOf, agreement, perItem } = measureAnswers(items, 0.5);
  // Of the 12 ordered pairs 8 agree; ann has 3 of 4, eve 2 of 4, and one pair more with the mean.
  expect(weightOf("ann")).toBeCloseTo(((3 + 2 / 3) / 5 - 0.5) / 0.5, 12);
  expect(weightOf("eve")).toBeCloseTo(((2 + 2 / 3) / 5 - 0.5) / 0.5, 12);
  expect(weightOf("zoe")).toBeCloseTo((2 / 3 - 0.5) / 0.5, 12);
  expect(agreement).toBeCloseTo(5 / 7, 12);
  expect(perItem).toBeCloseTo(7 / 3, 12);
});

test("answers that nobody else gave to the item are trusted", () => {
  const { weightOf, agreement, perItem } = measureAnswers([{ label: "cat", answers: answers("cat") }], 0.5);
  expect([weightOf("ann"), agreement, perItem]).toEqual([1, 1, 1]);
  expect(measureAnswers([], 1)).toMatchObject({ agreement: 1, perItem: 1 });
});
