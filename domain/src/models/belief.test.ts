import { expect, test } from "vitest";
import { beliefsIn } from "./belief.ts";

/** Twenty items on which ann and bob agree; eve says `cat` whatever the item shows. */
const items = Array.from({ length: 20 }, (_, n) => {
  const label = n % 2 === 0 ? "cat" : "dog";
  return {
    label,
    answers: [
      { annotator: "ann", label },
      { annotator: "bob", label },
      { annotator: "eve", label: "cat" },
    ],
  };
});
const lone = (annotator: string, label: string) => ({ label, answers: [{ annotator, label }] });

test("an annotator who differs from the others is believed less than one who agrees with them", () => {
  const beliefs = beliefsIn([...items, lone("ann", "dog"), lone("eve", "cat")]);
  const [ann = null, eve = null] = beliefs.slice(-2);
  expect(ann).toBeGreaterThan(0.8);
  expect(eve).toBeLessThan(Number(ann) - 0.1);
});

test("a label that nobody would choose has what is left", () => {
  const [chosen = null] = beliefsIn(items);
  const delivered = items.map((item, n) => (n === 0 ? { ...item, label: "dog" } : item));
  expect(beliefsIn(delivered)[0]).toBeCloseTo(1 - Number(chosen), 9);
  expect(beliefsIn([...items, { label: "horse", answers: [] }]).at(-1)).toBeNull();
  expect(beliefsIn([{ label: "cat", answers: [] }])).toEqual([null]);
});
