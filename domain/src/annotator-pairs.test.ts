import { expect, test } from "vitest";
import { createPairCounter } from "./annotator-pairs.ts";

test("two annotators agree by their own labels, in whichever order they are given", () => {
  const counter = createPairCounter(
    new Map([
      ["ann", 4],
      ["bob", 4],
    ]),
  );
  // Observed disagreement 1/4, by chance 2·5·3/(8·7).
  for (const [ann = "", bob = ""] of ["yy", "yn", "nn", "yy"].map((pair) => [...pair])) {
    const given = [
      { annotator: "ann", label: ann },
      { annotator: "bob", label: bob },
    ] as const;
    const [one, other] = ann === bob ? given : ([given[1], given[0]] as const);
    counter.add(one, other, ann === bob);
  }

  expect(counter.pairs()).toEqual([
    {
      annotators: ["ann", "bob"],
      items: 4,
      agreeing_items: 3,
      alpha: expect.closeTo(1 - 0.25 / (30 / 56), 12),
    },
  ]);
});

test("an annotator and their exact copy have an alpha of 1; alpha is null for a single label and for answers without labels", () => {
  const counter = createPairCounter(new Map(["ann", "bob", "cyd", "dan"].map((name) => [name, 2])));
  for (const label of ["y", "n"]) {
    counter.add({ annotator: "ann", label }, { annotator: "bob", label }, true);
    counter.add({ annotator: "ann", label: "y" }, { annotator: "cyd", label: "y" }, true);
    counter.add({ annotator: "cyd", label: null }, { annotator: "dan", label: null }, false);
  }

  expect(counter.pairs().map(({ annotators, alpha }) => [annotators.join(), alpha])).toEqual([
    ["ann,bob", 1],
    ["ann,cyd", null],
    ["cyd,dan", null],
  ]);
});

test("returns the 100 pairs that share most items", () => {
  const names = Array.from({ length: 60 }, (_, index) => `annotator ${100 + index}`);
  const counter = createPairCounter(new Map(names.map((name, index) => [name, index])));
  for (const [index, annotator] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      counter.add({ annotator, label: "y" }, { annotator: other, label: "y" }, true);
    }
  }
  counter.add({ annotator: "annotator 158", label: "n" }, { annotator: "annotator 157", label: "y" }, false);
  counter.add({ annotator: "annotator 100", label: "n" }, { annotator: "annotator 101", label: "y" }, false);

  const pairs = counter.pairs();
  expect(pairs).toHaveLength(100);
  expect(pairs[0]).toMatchObject({
    annotators: ["annotator 157", "annotator 158"],
    items: 2,
    agreeing_items: 1,
  });
  expect(counter.has("annotator 109")).toBe(false);
  expect(counter.has("annotator 110")).toBe(true);
});
