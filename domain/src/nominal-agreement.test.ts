import fc from "fast-check";
import { expect, test } from "vitest";
import { alphaOf, nominalDisagreement } from "./krippendorff.ts";
import { labelAgreement, nominalAgreement } from "./nominal-agreement.ts";
import { runAll } from "./steps.ts";

/**
 * Fleiss, "Measuring nominal scale agreement among many raters" (1971), table 1: of 30 patients, how many of six
 * psychiatrists gave each of five diagnoses. He reports a kappa of .430.
 */
const FLEISS_1971 =
  "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 " +
  "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006";
const DIAGNOSES = FLEISS_1971.split(" ").map((row) =>
  [...row].flatMap((count, label) => Array.from({ length: Number(count) }, () => label)),
);

/** Krippendorff (2011), example C. The AC1 is irrCAC's, the package of Gwet's handbook, for its `cac.raw4raters`. */
const EXAMPLE_C = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3".split(" ").map((unit) => [...unit]);

const answers = fc.array(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }), { maxLength: 12 });

/** Items with two answers each, from how often each pair of labels was given. */
function crossed(counts: Readonly<Record<string, number>>): string[][] {
  return Object.entries(counts).flatMap(([pair, count]) => Array.from({ length: count }, () => [...pair]));
}

test("Fleiss' psychiatrists agree by a kappa of .430", () => {
  const { fleiss_kappa, items, pairs } = nominalAgreement(DIAGNOSES);

  expect(fleiss_kappa).toBeCloseTo(0.43, 3);
  expect([items, pairs]).toEqual([30, 450]);
});

test("AC1 stays high if almost all answers are one label and kappa falls below 0 (Gwet's paradox)", () => {
  const { fleiss_kappa, gwet_ac1 } = nominalAgreement(crossed({ yy: 118, yn: 5, ny: 2 }));

  expect(gwet_ac1).toBeCloseTo(0.9408, 4);
  expect(fleiss_kappa).toBeLessThan(0);
});

test("AC1 equals that of Gwet's handbook for two raters and three labels, and for four raters with gaps", () => {
  // Ectopic, abnormal and normal intra-uterine pregnancies; irrCAC's `cont3x3abstractors`.
  const pregnancies = crossed({ ee: 13, aa: 20, an: 7, na: 4, nn: 56 });

  expect(nominalAgreement(pregnancies).gwet_ac1).toBeCloseTo(0.8493305, 7);
  expect(nominalAgreement(EXAMPLE_C)).toMatchObject({
    gwet_ac1: expect.closeTo(0.77544, 5),
    fleiss_kappa: null,
  });
});

test("coefficients are null if they are undefined", () => {
  const nothing = { fleiss_kappa: null, gwet_ac1: null };
  for (const items of [
    [],
    [["a"], ["b"]],
    [
      ["a", "a"],
      ["a", "a"],
    ],
  ]) {
    expect(nominalAgreement(items)).toMatchObject(nothing);
  }
});

test("pairs and items are counted, except items with one answer", () => {
  expect(nominalAgreement([["a", "a", "b"], ["a", "a"], ["c"], []])).toMatchObject({
    items: 2,
    unanimous_items: 1,
    pairs: 4,
    agreeing_pairs: 2,
  });
});

test("names and order do not matter, no coefficient exceeds 1, and 1 is full agreement", () => {
  fc.assert(
    fc.property(answers, (items) => {
      const found = nominalAgreement(items);
      const renamed = items.map((given) => given.map((label) => ({ a: "c", b: "a", c: "b" })[label] ?? ""));
      const other = nominalAgreement(renamed.map((given) => given.toReversed()).toReversed());
      for (const name of ["fleiss_kappa", "gwet_ac1"] as const) {
        const [one, two] = [found[name], other[name]];
        if (one === null || two === null) expect([one, two]).toEqual([null, null]);
        else {
          expect(one).toBeCloseTo(two, 9);
          expect(one).toBeLessThanOrEqual(1);
          expect(one > 1 - 1e-9).toBe(found.unanimous_items === found.items);
        }
      }
    }),
  );
});

test("counting every item twice gives the same coefficients", () => {
  const [once, twice] = [nominalAgreement(DIAGNOSES), nominalAgreement([...DIAGNOSES, ...DIAGNOSES])];

  expect(twice.fleiss_kappa).toBeCloseTo(once.fleiss_kappa ?? Number.NaN, 12);
  expect(twice.gwet_ac1).toBeCloseTo(once.gwet_ac1 ?? Number.NaN, 12);
});

test("a label's alpha is the nominal alpha of having it or not", () => {
  fc.assert(
    fc.property(answers, (items) => {
      const sets = items.map((given) => given.map((one) => new Set([one])));
      for (const { label, alpha } of runAll(labelAgreement(sets))) {
        const binary = alphaOf(nominalDisagreement(items.map((given) => given.map((one) => one === label))));
        if (alpha === null || binary === null) expect([alpha, binary]).toEqual([null, null]);
        else expect(alpha).toBeCloseTo(binary, 9);
      }
    }),
  );
});

test("answers with several labels agree label by label", () => {
  const sets = [["x", "y"], ["x"], ["x"], []].map((labels) => new Set(labels));
  const [x, y] = runAll(labelAgreement([sets.slice(0, 2), sets.slice(2), [new Set(["y"])]]));

  expect(x).toMatchObject({ label: "x", answers: 3, agreement: 2 / 3 });
  expect(y).toMatchObject({ label: "y", answers: 1, agreement: 0 });
});
