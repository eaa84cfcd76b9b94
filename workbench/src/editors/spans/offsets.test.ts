import fc from "fast-check";
import { expect, test } from "vitest";
import { offsetsOf } from "./offsets.ts";

/** Hard cases: emoji (also joined), all line ends, combining marks, lone surrogates. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "a",
        " ",
        "\r\n",
        "\n",
        "\r",
        "é",
        "e\u0301",
        "😀",
        "👩‍👩‍👧",
        "🇨🇭",
        "\ud800",
        "\udc00",
        "𝒳",
        "\u2028",
      ),
      fc.string({ unit: "binary" }),
    ),
  )
  .map((parts) => parts.join(""));

test("a span has the same text by code points and by UTF-16 units", () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, one, other) => {
      const points = [...text];
      const start = Math.min(one, other) % (points.length + 1);
      const end = start + (Math.max(one, other) % (points.length - start + 1));
      const { toUnit } = offsetsOf(text);
      expect(text.slice(toUnit(start), toUnit(end))).toBe(points.slice(start, end).join(""));
    }),
  );
});

test("an offset survives the conversion to units and back", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { toUnit, toCodePoint } = offsetsOf(text);
      for (let point = 0; point <= [...text].length; point += 1)
        expect(toCodePoint(toUnit(point))).toBe(point);
    }),
  );
});

test("an offset inside a surrogate pair maps to the start of the pair", () => {
  const { toCodePoint } = offsetsOf("a😀b");

  expect([0, 1, 2, 3, 4].map(toCodePoint)).toEqual([0, 1, 1, 2, 3]);
});
