import fc from "fast-check";
import { expect, test } from "vitest";
import { quotedSpans } from "./quotes.ts";

const texts = fc.string({ unit: fc.constantFrom("a", "b", "é", "🐈", " "), minLength: 1, maxLength: 40 });

/** The spans of `points` from each start to each end, as a model would quote them. */
function quotes(points: readonly string[], spans: readonly (readonly [number, number])[]) {
  const text = points.join("");
  return spans.map(([start, end]) => {
    const quote = points.slice(start, end).join("");
    let occurrence = 1;
    const at = points.slice(0, start).join("").length;
    for (let found = text.indexOf(quote); found < at; found = text.indexOf(quote, found + 1)) occurrence += 1;
    return { quote, occurrence, label: "animal" };
  });
}

test("spans that are quoted in any order are found where they were", () => {
  const given = texts.chain((text) => {
    const points = [...text];
    const span = fc
      .tuple(fc.nat(points.length - 1), fc.nat(points.length - 1))
      .map(([one, two]) => [Math.min(one, two), Math.max(one, two) + 1] as const);
    return fc.tuple(fc.constant(points), fc.array(span, { maxLength: 8 }));
  });
  fc.assert(
    fc.property(given, ([points, spans]) => {
      expect(quotedSpans.locate({ spans: quotes(points, spans), relations: [] }, points.join(""))).toEqual({
        result: { spans: spans.map(([start, end]) => ({ start, end, label: "animal" })) },
      });
    }),
  );
});

test("an answer with too many spans is refused before the text is searched", () => {
  const spans = Array.from({ length: 2_001 }, () => ({ quote: "a", occurrence: 1, label: "animal" }));

  expect(quotedSpans.locate({ spans, relations: [] }, "a")).toEqual({
    fault: "the answer has more than 2000 spans",
  });
});
