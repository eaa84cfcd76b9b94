import fc from "fast-check";
import { expect, test } from "vitest";
import { shuffled } from "./shuffled.ts";

test("a shuffle is a permutation that depends only on the seed and the indexes of the values", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (values, seed) => {
      const order = shuffled(values, seed);
      expect(order.toSorted()).toEqual(values.toSorted());
      expect(shuffled([...values.keys()], seed).map((place) => values[place])).toEqual(order);
    }),
  );
});

test("each value comes first about equally often", () => {
  const firsts = Array.from({ length: 3_000 }, (_, seed) => shuffled(["a", "b", "c"], `task_${seed}`)[0]);
  for (const id of ["a", "b", "c"]) {
    const share = firsts.filter((first) => first === id).length / firsts.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.37);
  }
});
