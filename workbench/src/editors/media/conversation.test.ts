import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given.ts";
import { responsesOf, shuffled } from "./conversation.ts";

test("a shuffle is a permutation, and the same for the same seed", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (values, seed) => {
      const order = shuffled(values, seed);
      expect(order.toSorted()).toEqual(values.toSorted());
      expect(shuffled(values, seed)).toEqual(order);
    }),
  );
});

test("each response comes first about equally often", () => {
  const firsts = Array.from({ length: 3_000 }, (_, seed) => shuffled(["a", "b", "c"], `item_${seed}`)[0]);
  for (const id of ["a", "b", "c"]) {
    const share = firsts.filter((first) => first === id).length / firsts.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.37);
  }
});

test("who wrote a response is not shown", () => {
  const responses = [
    { id: "a", text: "One", model: "large-1" },
    { id: "b", text: "Two", model: "small-2" },
  ];
  const shown = responsesOf(givenItem({ conversation: { messages: [], responses } }));

  expect(shown.map(({ letter }) => letter)).toEqual(["A", "B"]);
  expect(JSON.stringify(shown)).not.toMatch(/large|small|model/);
});
