import { expect, test } from "vitest";
import { apart, occurrences, placeFrom } from "./occurrences.ts";
import { beginOf, wholeWords } from "./words.ts";

function grown(text: string, part: string): string | undefined {
  const from = text.indexOf(part);
  const words = wholeWords(text, from, from + part.length);
  return words && text.slice(words.from, words.to);
}

test.each([
  ["Ada Lovelace wrote", "a Love", "Ada Lovelace"],
  ["Ada Lovelace wrote", " Lovelace ", "Lovelace"],
  ["Acme's bolts", "cm", "Acme"],
  ["Acme's bolts", "cme's", "Acme's"],
  ["nell'Italia, oggi", "tal", "Italia"],
  ["about 3.50 EUR (net)", "5", "3.50"],
  ["about 3.50 EUR (net)", "(n", "(net"],
  ["東京都に住んでいます", "京", "東京"],
  ["the e\u0301quipe 👩‍💻 here", "quip", "e\u0301quipe"],
  ["the 👩‍💻 here", "👩‍💻", "👩‍💻"],
])("in “%s” the selection “%s” grows to “%s”", (text, part, words) => {
  expect(grown(text, part)).toBe(words);
});

test("a selection of white space has no words", () => {
  expect(wholeWords("a  b", 1, 3)).toBeUndefined();
});

test("words grow to the same ends from each of their characters, far into a line without an end", () => {
  const text = `${"ä".repeat(10)} `.repeat(40_000);
  for (let at = 330_000; at < 330_010; at += 1)
    expect(wholeWords(text, at, at + 1)).toEqual({ from: 330_000, to: 330_010 });
});

test("words are looked for from the white space before them, and in scripts without spaces from a character", () => {
  expect(beginOf("Ada Lovelace wrote", 8)).toBe(4);
  expect(beginOf("Ada Lovelace wrote", 4)).toBe(4);
  expect(beginOf("東京都に住んでいます", 7)).toBe(0);
  expect(beginOf("東".repeat(1_000), 700)).toBe(700 - 256);
  expect(beginOf(`${"東".repeat(500)}\n${"京".repeat(500)}`, 600)).toBe(501);
  const astral = `${"𠮷".repeat(500)}東`; // two units each, so that 256 units before the end is within one
  expect(beginOf(astral, astral.length)).toBe(astral.length - 257);
  expect(beginOf(astral, astral.length - 1)).toBe(astral.length - 257);
});

const text = "Acme, ACME and Acme-Bau; Acmes.\nGrace\r\nHopper, grace hopper (İ) a.b axb";
const found = (words: string, isCaseSensitive: boolean, isWhole: boolean) =>
  occurrences(text, { words, isCaseSensitive, isWhole }, 10).places.map(({ from, to }) =>
    text.slice(from, to),
  );

test("occurrences are found by case, as whole words, across line ends, and signs mean themselves", () => {
  expect(found("Acme", true, true)).toEqual(["Acme", "Acme"]);
  expect(found("Acme", true, false)).toEqual(["Acme", "Acme", "Acme"]);
  expect(found("Acme", false, true)).toEqual(["Acme", "ACME", "Acme"]);
  expect(found("grace hopper", false, true)).toEqual(["Grace\r\nHopper", "grace hopper"]);
  expect(found("a.b", false, true)).toEqual(["a.b"]);
  expect(found("(İ)", false, false)).toEqual(["(İ)"]);
  expect(found(" ", false, false)).toEqual([]);
});

test("a search ends at the most that was asked for, and says so", () => {
  const all = { words: "a", isCaseSensitive: true, isWhole: false };
  expect(occurrences("a a a", all, 2)).toEqual({
    places: [
      { from: 0, to: 1 },
      { from: 2, to: 3 },
    ],
    isCut: true,
  });
  expect(occurrences("a a", all, 2).isCut).toBe(false);
});

test("stretches that overlap taken ones are left out", () => {
  const stretch = (from: number, to: number) => ({ from, to });
  const taken = [stretch(0, 30), stretch(5, 6), stretch(40, 45)];
  expect(apart([stretch(20, 22), stretch(30, 40), stretch(44, 50), stretch(50, 51)], taken)).toEqual([
    stretch(30, 40),
    stretch(50, 51),
  ]);
});

test("a search goes on from the caret and starts over at the end", () => {
  const places = [3, 9].map((from) => ({ from, to: from + 1 }));
  expect([0, 4, 10].map((offset) => placeFrom(places, offset))).toEqual([0, 1, 0]);
});
