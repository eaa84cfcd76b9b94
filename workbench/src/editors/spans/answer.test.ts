import { findAnnotationType } from "@assay/domain/types/registry.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDocument } from "../../drafts/document.ts";
import { change } from "../entries.ts";
import { relationsIn, spanEntries, spanResult, spansIn } from "./answer.ts";
import { addSpan, removal } from "./edits.ts";
import { levels } from "./levels.ts";

const label = fc.constantFrom("person", "place");
const results = fc
  .array(fc.record({ start: fc.nat(90), length: fc.integer({ min: 1, max: 10 }), label }), {
    minLength: 1,
    maxLength: 12,
  })
  .chain((spans) => {
    const place = fc.nat(spans.length - 1);
    return fc.record({
      spans: fc.constant(spans.map(({ start, length, label }) => ({ start, end: start + length, label }))),
      relations: fc.array(fc.record({ from: place, to: place, label }), { minLength: 1, maxLength: 5 }),
    });
  });

const facts = { width: null, height: null, text: "x".repeat(100), duration: null, responses: null };
const validate = findAnnotationType("ner")?.validate;

test("a result survives the conversion to entries and back", () => {
  fc.assert(
    fc.property(results, (result) => {
      expect(spanResult(new Map(spanEntries(result)))).toEqual(result);
    }),
  );
});

test("after any span is deleted the rest is valid, and undo restores everything", () => {
  fc.assert(
    fc.property(results, fc.nat(), (result, which) => {
      const document = createDocument<unknown>(spanEntries(result));
      const keys = [...spansIn(document.entries()).keys()];
      change(document, "Delete", removal(document.entries(), keys[which % keys.length] ?? ""));
      const left = spanResult(document.entries());
      expect(left.spans).toHaveLength(keys.length - 1);
      expect(relationsIn(document.entries()).size).toBe(left.relations?.length ?? 0);
      expect(validate?.(left, facts, null)).toEqual([]);
      document.undo();
      const back = spanResult(document.entries());
      expect(back.spans.toSorted(byAll)).toEqual(result.spans.toSorted(byAll));
      expect(back.relations ?? []).toHaveLength(result.relations.length);
    }),
  );
});

test("the same span is not added twice", () => {
  const document = createDocument<unknown>([]);
  const span = { start: 0, end: 3, label: "person" };

  const key = addSpan(document, span, "Ann");
  expect(addSpan(document, span, "Ann")).toBe(key);
  expect(spanResult(document.entries())).toEqual({ spans: [span] });
});

test("overlapping spans are on different levels", () => {
  fc.assert(
    fc.property(results, ({ spans }) => {
      const found = levels(spans);
      for (const [one, a] of spans.entries()) {
        for (const [other, b] of spans.entries()) {
          if (one !== other && a.start < b.end && b.start < a.end) expect(found[one]).not.toBe(found[other]);
        }
      }
    }),
  );
});

function byAll(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
