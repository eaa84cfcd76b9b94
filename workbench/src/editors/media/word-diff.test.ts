import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf, type Piece } from "./word-diff.ts";

const joined = (pieces: readonly Piece[] = []) => pieces.map(({ text }) => text).join("");
const own = (pieces: readonly Piece[] = []) => pieces.filter(({ isOwn }) => isOwn).map(({ text }) => text);
const shared = (pieces: readonly Piece[] = []) => joined(pieces.filter(({ isOwn }) => !isOwn));

test("the pieces of each text are the text, and both have the same words in common", () => {
  const text = fc
    .array(fc.constantFrom("egg", " ", "\n", "Eier", "яйцо", "卵", "👩‍🍳", "e\u0301", "."))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (left, right) => {
      const found = differenceOf(left, right);
      expect([joined(found?.left), joined(found?.right)]).toEqual([left, right]);
      expect(shared(found?.left)).toBe(shared(found?.right));
    }),
  );
});

test("whole words are different, in scripts with and without Latin letters", () => {
  const english = differenceOf("Boil it for six minutes.", "Boil it for sixty minutes!");
  expect([own(english?.left), own(english?.right)]).toEqual([
    ["six", "."],
    ["sixty", "!"],
  ]);
  const russian = differenceOf("варите шесть минут", "варите семь минут");
  expect([own(russian?.left), own(russian?.right)]).toEqual([["шесть"], ["семь"]]);
});

test("changed words with only spaces between them are one change", () => {
  const found = differenceOf("Boil it for a while", "Lower the egg for a while");
  expect([own(found?.left), own(found?.right)]).toEqual([["Boil it "], ["Lower the egg "]]);
});

test("equal texts have no difference", () => {
  expect(differenceOf("a b", "a b")).toEqual({
    left: [{ text: "a b", isOwn: false }],
    right: [{ text: "a b", isOwn: false }],
  });
});
