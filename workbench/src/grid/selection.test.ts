import fc from "fast-check";
import { expect, test } from "vitest";
import { among, gone, NONE, type Selection, stepped, targets } from "./selection.ts";

const ids = ["a", "b", "c", "d", "e", "f", "g"];
const at = (id: string): Selection => gone(NONE, ids, id, "only");

test("arrows go through a grid of three columns and stay inside it", () => {
  expect((["left", "right", "up", "down"] as const).map((step) => stepped(at("d"), ids, step, 3))).toEqual([
    ...["c", "e", "a", "g"],
  ]);
  expect([stepped(at("a"), ids, "left", 3), stepped(at("b"), ids, "up", 3)]).toEqual(["a", "b"]);
  expect([stepped(at("g"), ids, "right", 3), stepped(at("e"), ids, "down", 3)]).toEqual(["g", "e"]);
  expect([stepped(at("d"), ids, "first", 3), stepped(at("d"), ids, "last", 3)]).toEqual(["a", "g"]);
  expect(stepped(NONE, ids, "right", 3)).toBe("a");
});

test("a range grows and shrinks around the tile where it began", () => {
  const down = gone(at("c"), ids, "e", "range");
  expect([...down.chosen]).toEqual(["c", "d", "e"]);
  expect([...gone(down, ids, "a", "range").chosen]).toEqual(["a", "b", "c"]);
});

test("a tile is added to the selection and taken out of it, and moving alone selects nothing", () => {
  const two = gone(at("a"), ids, "c", "toggle");
  expect([...two.chosen]).toEqual(["a", "c"]);
  expect([...gone(two, ids, "a", "toggle").chosen]).toEqual(["c"]);
  expect(gone(two, ids, "f", "move")).toEqual({ ...two, at: "f" });
});

test("whatever leaves the grid, what is left of the selection is in it, and the cursor too", () => {
  const some = fc.subarray(ids);
  fc.assert(
    fc.property(some, fc.constantFrom(...ids), some, (chosen, cursor, left) => {
      const after = among({ at: cursor, anchor: cursor, chosen: new Set(chosen) }, left);
      expect([...after.chosen].every((id) => left.includes(id))).toBe(true);
      expect(left.length === 0 ? after.at === null : left.includes(after.at ?? "")).toBe(true);
      expect(targets(after).every((id) => left.includes(id))).toBe(true);
    }),
  );
});

test("keys act on the tile with the cursor if none is selected", () => {
  expect(targets({ ...at("b"), chosen: new Set() })).toEqual(["b"]);
  expect(targets(NONE)).toEqual([]);
});
