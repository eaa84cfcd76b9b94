import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { textConsensus } from "./consensus.ts";
import { MAX_TEXT } from "./schema.ts";
import { transcription } from "./transcription.ts";

function consensus(...texts: string[]) {
  return textConsensus(texts.map((text) => ({ text })));
}

test("each word is the one most annotators wrote, with the spelling and punctuation that most of those used", () => {
  expect(
    consensus("Hello, world. It's 3.5 m.", "hello word, it's 3.5 m", "Hello, world. It is 3.5 m."),
  ).toEqual({
    result: { text: "Hello, world. It's 3.5 m." },
    support: (1 + 2 / 3 + 2 / 3 + 2 / 3 + 1 + 1) / 6,
  });
});

test("a word that most omitted is omitted, and one that most have is inserted", () => {
  expect(consensus("good morning all", "a good morning all", "good morning to all")?.result).toEqual({
    text: "good morning all",
  });
  expect(consensus("we saw the red car", "we saw the car", "we saw red car")?.result).toEqual({
    text: "we saw the red car",
  });
});

test("a word that two wrote beats different words of the two others", () => {
  const four = consensus(
    "the gray cat sat down",
    "the gray cat sat",
    "the gray cat sat down",
    "a grin cat sat down",
  );
  expect(four?.result).toEqual({ text: "the gray cat sat down" });
});

test("words that were not adjacent get a space between them", () => {
  expect(
    consensus("one two three", "two three four", "zero one two three four", "one two three four")?.result,
  ).toEqual({ text: "one two three four" });
  expect(consensus("「北京」 is big", "北京 is big", "北京 is big")?.result).toEqual({ text: "北京 is big" });
});

test("two answers that differ in one of few words are a tie; in one of many words either is acceptable", () => {
  expect(consensus("a red car", "a blue car")).toBeNull();
  const words = Array.from({ length: 30 }, (_, place) => `w${place}`);
  const other = words.with(7, "other");
  const either = consensus(words.join(" "), other.join(" "));
  expect([words.join(" "), other.join(" ")].map((text) => ({ text }))).toContainEqual(either?.result);
  expect(either?.support).toBeCloseTo((29 + 0.5) / 30);
});

test("two answers that differ only in case and punctuation agree", () => {
  expect(consensus("Yes. I do!", "yes i do")).toMatchObject({ support: 1 });
});

test("if the word order differs, the answer nearest to the others is taken unchanged", () => {
  const [usual, turned] = ["black white red green", "red green black white"];
  const nearly = ["black white red gray", "black white rod green"];
  expect(consensus(usual, turned, ...nearly)).toEqual({ result: { text: usual }, support: 1 - 6 / 16 });
  expect(consensus(usual, turned)).toBeNull();
  expect(consensus("a b c d e", "d e a b c", "c d e a b")).toBeNull(); // a word-by-word vote would give nobody's text
});

test("an answer without words is valid, also with punctuation", () => {
  expect(consensus("", "", "hm")).toEqual({ result: { text: "" }, support: 2 / 3 });
  expect(consensus("…", "…", "?")).toEqual({ result: { text: "…" }, support: 1 });
});

const anyText = fc
  .array(fc.constantFrom("the", "The", "cat", "cats,", "don't", "3.5", "北京", "—", "é"), { maxLength: 8 })
  .map((words) => words.join(" "));
const anyTexts = fc.array(anyText, { minLength: 1, maxLength: 6 });

test("equal answers are the result, and so is the text of more than half, whatever its characters", () => {
  const unit = fc.constantFrom(..."ab1 .-'’\n\0\u0301北ไ한ß🚗", "\ud800");
  const text = fc.oneof(anyText, fc.string({ unit, maxLength: 30 }));
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(consensus(a)).toEqual({ result: { text: a }, support: 1 });
      expect(consensus(a, a, a)).toEqual({ result: { text: a }, support: 1 });
      expect(consensus(b, a, a, c, a)?.result).toEqual({ text: a });
    }),
  );
});

test("the order of the answers does not matter", () => {
  const mixed = anyTexts.chain((texts) =>
    fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length })),
  );
  fc.assert(
    fc.property(mixed, ([texts, shuffled]) => {
      expect(consensus(...shuffled)).toEqual(consensus(...texts));
    }),
    { numRuns: 300 },
  );
});

test("the consensus can be stored and has a support from 0 to 1", () => {
  fc.assert(
    fc.property(anyTexts, (texts) => {
      const found = consensus(...texts);
      if (found === null) return;
      expect(transcription.validate(found.result, givenItem({}), null)).toEqual([]);
      expect(found.support).toBeGreaterThan(0);
      expect(found.support).toBeLessThanOrEqual(1);
    }),
  );
});

test("the distance is the share of characters that differ, regardless of case and punctuation", () => {
  const distance = (a: string, b: string) => transcription.distance({ text: a }, { text: b });
  expect(distance("Hello, World", "hello world")).toBe(0);
  expect(distance("cat", "cart")).toBe(1 / 4);
  expect(distance("", "")).toBe(0);
  expect(distance("", "cat")).toBe(1);
});

test("a transcript is acceptable with up to five errors in a hundred words, or with none if strict", () => {
  const words = Array.from({ length: 100 }, (_, place) => `w${place}`);
  const stands = (errors: number, tolerance = {}) =>
    transcription.acceptable(
      { text: words.map((word, place) => (place < errors ? "x" : word.toUpperCase())).join(" ") },
      { text: words.join(" ") },
      { strict: false, ...tolerance },
    );
  expect([stands(0), stands(5), stands(6)]).toEqual([true, true, false]);
  expect([stands(0, { strict: true }), stands(1, { strict: true })]).toEqual([true, false]);
  expect([stands(10, { max_wer: 0.1 }), stands(1, { max_wer: 0 })]).toEqual([true, false]);
  expect(transcription.acceptable({ text: "noise" }, { text: "" }, { strict: false })).toBe(false);
});

test("a text of over a million characters is refused", () => {
  expect(transcription.validate({ text: "😀".repeat(MAX_TEXT) }, givenItem({}), null)).toEqual([]);
  expect(transcription.validate({ text: "x".repeat(MAX_TEXT + 1) }, givenItem({}), null)).toEqual([
    { path: "text", message: "must have at most 1000000 characters" },
  ]);
});

test("long texts that have nothing in common are not aligned", () => {
  const text = (step: number) =>
    Array.from({ length: 60_000 }, (_, place) => ((place * place * step) % 7) % 3).join(" ");
  expect(consensus(text(1), text(3))).toBeNull();
  expect(transcription.distance({ text: text(1) }, { text: text(3) })).toBeGreaterThan(0);
});

test("of answers too long to align, the one nearest to the others is taken", () => {
  const a = Array.from({ length: 400 }, (_, place) => (place * 7) % 11).join(" ");
  const b = Array.from({ length: 400 }, (_, place) => (place * 5) % 13).join(" ");
  const c = `${a} end`;
  expect(
    textConsensus(
      [a, b, c].map((text) => ({ text })),
      1e-5,
    )?.result,
  ).toEqual({ text: a });
});
