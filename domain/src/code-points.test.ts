import fc from "fast-check";
import { expect, test } from "vitest";
import { codePointLength } from "./code-points.ts";

test("an emoji is one code point, a flag two, a family with joiners five", () => {
  expect(["", "a", "é", "😀", "🇩🇪", "👨‍👩‍👧"].map(codePointLength)).toEqual([0, 1, 1, 1, 2, 5]);
});

test("the length is the number of code points that the text was built from", () => {
  const scalar = fc
    .integer({ min: 0, max: 0x10ffff })
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  fc.assert(
    fc.property(fc.array(scalar), (characters) => {
      expect(codePointLength(characters.join(""))).toBe(characters.length);
    }),
  );
});
