import { expect, test } from "vitest";
import { comparedCharacters, createVocabulary, readWords } from "./words.ts";

function compared(text: string): string {
  return String.fromCodePoint(...comparedCharacters(text));
}

test.each([
  ["Hello,  world!", "hello world"],
  ["ZOE\u0308 — “quoted, twice”", "zoë quoted twice"],
  ["It’s a well-known e-mail", "its a well known e mail"],
  ["3.5 kg at 12:30, 1,000 more.", "3.5 kg at 12:30 1,000 more"],
  ["我住在 北京。Hello", "我住在北京hello"],
  ["… — !", ""],
  ["🚗 + 😀", "🚗 + 😀"],
])("%j is compared as %j", (text, expected) => {
  expect(compared(text)).toBe(expected);
});

test("texts have the same words exactly if they compare as equal", () => {
  const vocabulary = createVocabulary();
  const ids = (text: string) => [...readWords(text, vocabulary).ids];
  expect(ids("It’s 3.5, ZOË!")).toEqual(ids(" its\n3.5 zoe\u0308"));
  expect(ids("35")).not.toEqual(ids("3.5"));
  expect(ids("北京")).toHaveLength(2);
});

test("the pieces of a text are its words with the signs and spaces beside them", () => {
  const text = ' "Well-known", he said — (12:30) 北京。';
  const { cuts, ids } = readWords(text, createVocabulary());
  const pieces = [...ids].map((_, place) => text.slice(cuts[place], cuts[place + 1]));
  expect(pieces).toEqual([' "Well-', 'known",', " he", " said", " — (12:30)", " 北", "京。"]);
});
