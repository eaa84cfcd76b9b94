import { expect, test } from "vitest";
import { findLevel, isAtLeast, LEVEL_NAMES, LEVELS, levelEarned } from "./levels.ts";

test("a level is found by its name and its aliases in any case", () => {
  const names = ["bronze", "Silver", "GOLD", "high", "platinum", "expert", "none", "Basic"];
  const found = names.map((name) => findLevel(name)?.name);
  expect(found).toEqual(["basic", "standard", "premium", "premium", "elite", "elite", "none", "basic"]);
  expect(findLevel("diamond")).toBeUndefined();
  expect(findLevel("toString")).toBeUndefined();
});

test("the names are in the order of their required scores", () => {
  expect(LEVEL_NAMES.map((name) => LEVELS[name].score)).toEqual([0, 70, 80, 90, 95]);
  expect(isAtLeast("premium", "premium")).toBe(true);
  expect(isAtLeast("premium", "basic")).toBe(true);
  expect(isAtLeast("standard", "premium")).toBe(false);
  expect(isAtLeast("none", "basic")).toBe(false);
});

test("a score earns the highest level whose required score it reaches", () => {
  const scores = [0, 69, 70, 79, 80, 89, 90, 94, 95, 100];
  expect(scores.map((score) => levelEarned(score, true))).toEqual([
    "none",
    "none",
    "basic",
    "basic",
    "standard",
    "standard",
    "premium",
    "premium",
    "elite",
    "elite",
  ]);
});

test("without an independent audit no score earns more than basic", () => {
  expect([60, 75, 85, 100].map((score) => levelEarned(score, false))).toEqual([
    "none",
    "basic",
    "basic",
    "basic",
  ]);
});
