import { findAnnotationType } from "@assay/domain/types/registry.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dropped, type Order, orderOf, picked, rankingOf, shifted, tied, withdrawn } from "./order.ts";

const ids = ["a", "b", "c", "d"];
const facts = { width: null, height: null, text: null, duration: null, responses: ids };
const step = fc.tuple(fc.constantFrom("pick", "tie", "up", "down", "out"), fc.constantFrom(...ids));

function after(order: Order, [what, id]: readonly [string, string]): Order {
  if (what === "pick") return picked(order, id, ids);
  if (what === "tie") return tied(order, id);
  if (what === "out") return withdrawn(order, id);
  return shifted(order, id, what === "up" ? -1 : 1);
}

test("every complete order is a valid result and survives the conversion", () => {
  const validate = findAnnotationType("ranking")?.validate;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const some = steps.reduce(after, []);
      expect(new Set(some.flat()).size).toBe(some.flat().length);
      const order = ids.reduce((sum, id) => picked(sum, id, ids), some);
      const result = rankingOf(order);
      expect(validate?.(result, facts, null)).toEqual([]);
      expect(orderOf(result.ranking, result.ties)).toEqual(order);
    }),
  );
});

test("of two responses the last one chosen wins, and a tie stays a tie", () => {
  const pair = ["a", "b"];
  const first = picked([], "a", pair);
  expect(first).toEqual([["a"], ["b"]]);
  expect(picked(first, "b", pair)).toEqual([["b"], ["a"]]);
  expect(tied(first, "a")).toEqual([["a", "b"]]);
  expect(tied(tied(first, "a"), "b")).toEqual([["a"], ["b"]]);
});

test("a dropped response stands before or after another one, or is tied with it", () => {
  const order = [["a"], ["b"], ["c"]];
  expect(dropped(order, "c", "a", "before")).toEqual([["c"], ["a"], ["b"]]);
  expect(dropped(order, "a", "b", "after")).toEqual([["b"], ["a"], ["c"]]);
  expect(dropped(order, "c", "a", "tied")).toEqual([["a", "c"], ["b"]]);
  expect(dropped(order, "a", "a", "after")).toEqual(order);
  expect(dropped([], "a", "b", "after")).toEqual([["b"], ["a"]]);
});

test("a response moves by one place, and out of a tie", () => {
  expect(shifted([["a"], ["b"], ["c"]], "c", -1)).toEqual([["a"], ["c"], ["b"]]);
  expect(shifted([["a"], ["b"]], "a", -1)).toEqual([["a"], ["b"]]);
  expect(shifted([["a", "b"], ["c"]], "b", -1)).toEqual([["b"], ["a"], ["c"]]);
});
