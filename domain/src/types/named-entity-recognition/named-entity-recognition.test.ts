import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { namedEntityRecognition as ner } from "./named-entity-recognition.ts";
import type { Span } from "./schema.ts";

const ITEM = givenItem({ text: "Ada met 😀 Bob" });

function span(start: number, end: number, label = "person"): Span {
  return { start, end, label };
}

test("offsets count code points: the text ends at 13, not at its 14 UTF-16 units", () => {
  expect(ner.validate({ spans: [span(0, 3), span(10, 13)] }, ITEM, null)).toEqual([]);
  expect(ner.validate({ spans: [span(10, 14)] }, ITEM, null)).toEqual([
    { path: "spans.0.end", message: "must be at most 13, the number of code points in the text" },
  ]);
});

test("a span is within the text exactly if it can be cut out of its characters", () => {
  const characters = fc.array(fc.constantFrom("a", "é", "😀", "\u0301", "漢"), { maxLength: 8 });
  fc.assert(
    fc.property(characters, fc.nat(9), fc.integer({ min: 1, max: 9 }), (letters, start, length) => {
      const faults = ner.validate(
        { spans: [span(start, start + length)] },
        { ...ITEM, text: letters.join("") },
        null,
      );
      expect(faults.length === 0).toBe(letters.slice(start, start + length).length === length);
    }),
  );
});

test.each([
  [{ spans: [span(3, 3)] }, "spans.0.end", "must be greater than start, which is 3"],
  [{ spans: [span(5, 3)] }, "spans.0.end", "must be greater than start, which is 5"],
  [{ spans: [span(-1, 3)] }, "spans.0.start", "must be at least 0"],
  [{ spans: [span(0.5, 3)] }, "spans.0.start", "must be a whole number"],
  [
    { spans: [span(0, 3, "place")] },
    "spans.0.label",
    `must be one of the project's labels (person, knows), not "place"`,
  ],
  [
    { spans: [span(0, 3)], relations: [{ from: 0, to: 1, label: "knows" }] },
    "relations.0.to",
    "must be the index of a span; there are 1",
  ],
  [
    { spans: [span(0, 3)], relations: [{ from: 0, to: 0, label: "hates" }] },
    "relations.0.label",
    `must be one of the project's labels (person, knows), not "hates"`,
  ],
])("%j is told at %s: %s", (result, path, message) => {
  expect(ner.validate(result, ITEM, new Set(["person", "knows"]))).toEqual([{ path, message }]);
});

test("labels of spans and relations are listed and renamed", () => {
  const result = { spans: [span(0, 3), span(10, 13)], relations: [{ from: 0, to: 1, label: "knows" }] };
  expect(ner.labels(result)).toEqual(["person", "person", "knows"]);
  expect(ner.mapLabels(result, (label) => label[0] ?? "")).toEqual({
    spans: [span(0, 3, "p"), span(10, 13, "p")],
    relations: [{ from: 0, to: 1, label: "k" }],
  });
  expect(ner.mapLabels({ spans: [] }, (label) => label)).toEqual({ spans: [] });
});

test("spans are the same only with equal ends and label", () => {
  const one = { spans: [span(0, 3), span(10, 13)] };
  expect(ner.distance(one, { spans: [span(10, 13), span(0, 3)] })).toBe(0);
  expect(ner.distance(one, { spans: [span(0, 3), span(9, 13)] })).toBe(0.5);
  expect(ner.distance(one, { spans: [span(0, 3), span(10, 13, "place")] })).toBe(0.5);
  expect(ner.distance(one, { spans: [] })).toBe(1);
  expect(ner.distance({ spans: [] }, { spans: [] })).toBe(0);
});

test("a relation is compared by the spans that it connects, not by their indexes in the list", () => {
  const knows = (from: number, to: number) => [{ from, to, label: "knows" }];
  const one = { spans: [span(0, 3), span(10, 13)], relations: knows(0, 1) };
  const same = { spans: [span(10, 13), span(0, 3)], relations: knows(1, 0) };
  const reversed = { spans: one.spans, relations: knows(1, 0) };
  expect(ner.distance(one, same)).toBe(0);
  expect(ner.distance(one, reversed)).toBeCloseTo(1 / 3, 12);
});

test("an answer is acceptable from an F1 of .9 on, or of 1 if strict", () => {
  const ten = Array.from({ length: 10 }, (_, index) => span(index, index + 1));
  const [audited, oneMissing, twoMissing] = [ten, ten.slice(1), ten.slice(2)].map((spans) => ({ spans }));
  expect(ner.acceptable(oneMissing, audited, { strict: false })).toBe(true);
  expect(ner.acceptable(oneMissing, audited, { strict: true })).toBe(false);
  expect(ner.acceptable(twoMissing, audited, { strict: false })).toBe(false);
  expect(ner.acceptable(twoMissing, audited, { strict: false, min_f1: 0.8 })).toBe(true);
  expect(ner.acceptable({ spans: [] }, { spans: [] }, { strict: true })).toBe(true);
});

test("where a project has relation types, a relation has one of them, between spans that it allows", () => {
  const ends = { source: new Set(["person"]), target: new Set(["company", "place"]) };
  const free = { source: new Set<string>(), target: new Set<string>() };
  const allowed = Object.assign(new Set(["person", "company", "place"]), {
    relations: new Map([
      ["works for", ends],
      ["knows", free],
    ]),
  });
  const spans = [
    { start: 0, end: 3, label: "person" },
    { start: 4, end: 7, label: "company" },
  ];
  const item = { width: null, height: null, text: "Ada IBM", duration: null, responses: null };
  const faults = (from: number, to: number, label: string) =>
    ner.validate({ spans, relations: [{ from, to, label }] }, item, allowed);
  expect(faults(0, 1, "works for")).toEqual([]);
  expect(faults(1, 0, "knows")).toEqual([]);
  expect(faults(1, 0, "works for")).toEqual([
    {
      path: "relations.0.from",
      message: 'must be a span with one of the labels that "works for" allows here (person), not "company"',
    },
    {
      path: "relations.0.to",
      message:
        'must be a span with one of the labels that "works for" allows here (company, place), not "person"',
    },
  ]);
  expect(faults(0, 1, "person")).toEqual([
    {
      path: "relations.0.label",
      message: 'must be one of the project\'s relation types (works for, knows), not "person"',
    },
  ]);
  const asSpan = { spans: [{ start: 0, end: 3, label: "knows" }] };
  expect(ner.validate(asSpan, item, allowed)).toHaveLength(1);
});
