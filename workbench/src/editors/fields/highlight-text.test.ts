import fc from "fast-check";
import { expect, test } from "vitest";
import { offsetsOf } from "../spans/offsets.ts";
import { movedBy, piecesOf, stretchOf, withHighlight, wordAfter, wordsIn } from "./highlight-text.ts";

const TEXT = "A 🐈 sat; it slept.";
const words = wordsIn(TEXT);
const quote = (range: Parameters<typeof stretchOf>[1]) => {
  const { from, to } = stretchOf(words, range) ?? { from: 0, to: 0 };
  return TEXT.slice(from, to);
};

test("arrows go from word to word, and Shift extends to whole words", () => {
  const first = movedBy("ArrowRight", false, null, words.length);
  const second = movedBy("ArrowRight", false, first ?? null, words.length);
  const extended = movedBy("ArrowRight", true, second ?? null, words.length);
  expect([first, second, extended].map((range) => range && quote(range))).toEqual(["A", "sat", "sat; it"]);
  expect(movedBy("ArrowLeft", true, extended ?? null, words.length)).toEqual(second);
  expect(movedBy("End", true, first ?? null, words.length)).toEqual({ anchor: 0, head: words.length - 1 });
  expect(movedBy("ArrowRight", false, { anchor: 3, head: 3 }, 4)).toEqual({ anchor: 3, head: 3 });
  expect(movedBy("x", false, null, 4)).toBeUndefined();
  expect(movedBy("ArrowRight", false, null, 0)).toBeUndefined();
  expect(quote({ anchor: wordAfter(words, 3), head: wordAfter(words, 3) })).toBe("sat");
});

const highlights = fc.array(
  fc
    .tuple(fc.nat(15), fc.integer({ min: 1, max: 9 }), fc.constantFrom("x", "y"))
    .map(([start, length, label]) => ({ start, end: Math.min(17, start + length), label })),
);

test("pieces are the whole text, and each has the highlights that cover it", () => {
  const offsets = offsetsOf(TEXT);
  fc.assert(
    fc.property(highlights, (given) => {
      const all = given.reduce<ReturnType<typeof withHighlight>>(withHighlight, []);
      const pieces = piecesOf(TEXT, all, offsets);
      expect(pieces.map(({ text }) => text).join("")).toBe(TEXT);
      for (const one of all) {
        const covered = pieces.filter((piece) => piece.highlights.includes(one));
        expect(covered.map(({ text }) => text).join("")).toBe([...TEXT].slice(one.start, one.end).join(""));
        expect(covered.filter((piece) => piece.ended.includes(one))).toEqual(covered.slice(-1));
      }
    }),
  );
});
