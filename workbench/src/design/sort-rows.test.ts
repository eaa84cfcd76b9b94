import { expect, test } from "vitest";
import { sortRows } from "./sort-rows.ts";

const ROWS = [
  { label: "one", alpha: null },
  { label: "two", alpha: 0.4 },
  { label: "three", alpha: undefined },
  { label: "four", alpha: -0.1 },
];
const labels = (rows: readonly { readonly label: string }[]) => rows.map(({ label }) => label);

test("rows without a number come last in their order, whichever end is first", () => {
  expect(labels(sortRows(ROWS, ({ alpha }) => alpha))).toEqual(["four", "two", "one", "three"]);
  expect(labels(sortRows(ROWS, ({ alpha }) => alpha, true))).toEqual(["two", "four", "one", "three"]);
});

test("texts are sorted as people read them, numbers in them by size", () => {
  const rows = ["batch 10", "Batch 2", "batch 2", "ärger"].map((label) => ({ label }));

  expect(labels(sortRows(rows, ({ label }) => label))).toEqual(["ärger", "batch 2", "Batch 2", "batch 10"]);
});
