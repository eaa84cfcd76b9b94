import { expect, test } from "vitest";
import { lowestFirst } from "./lowest-first.ts";

test("the lowest number comes first, and rows without one come last in their order", () => {
  const rows = [
    { label: "one", alpha: null },
    { label: "two", alpha: 0.4 },
    { label: "three", alpha: undefined },
    { label: "four", alpha: -0.1 },
  ];

  const sorted = lowestFirst(rows, ({ alpha }) => alpha);

  expect(sorted.map(({ label }) => label)).toEqual(["four", "two", "one", "three"]);
});
