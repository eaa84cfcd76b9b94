import fc from "fast-check";
import { expect, test } from "vitest";
import { marksIn, markText } from "./marks.ts";

test("a timestamp holds the words until the next, and ends with the next that is later", () => {
  const text = "Hm. [0:01.50] Good morning. [0:04] [0:03.2] Hello, [not a time] all. [1:00:00] Late.";
  expect(marksIn(text, 3_700)).toMatchObject([
    { start: 1.5, end: 4, words: "Good morning." },
    { start: 4, end: 3_600, words: "" },
    { start: 3.2, end: 3_600, words: "Hello, [not a time] all." },
    { start: 3_600, end: 3_700, words: "Late." },
  ]);
  expect(marksIn(text, 20)).toHaveLength(3);
  expect(text.slice(marksIn(text, 20)[0]?.from, marksIn(text, 20)[0]?.to)).toBe("[0:01.50]");
});

test("each time that is written is read again, to a hundredth of a second", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 50_000, noNaN: true }), (seconds) => {
      const [mark] = marksIn(`so ${markText(seconds)}we go`, 60_000);
      expect(mark?.start).toBeCloseTo(seconds, 2);
      expect(mark?.words).toBe("we go");
    }),
  );
});
