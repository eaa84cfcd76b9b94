import fc from "fast-check";
import { expect, test } from "vitest";
import { hitsOf, isWhole, type Sought, toWords } from "./find.ts";

const parts = (text: string, sought: Partial<Sought> & { readonly text: string }) =>
  hitsOf(text, { isCaseSensitive: false, isWholeWords: false, ...sought }).map(({ from, to }) =>
    text.slice(from, to),
  );

test("hits are found in any case or the exact one, and as whole words", () => {
  const text = "Acme’s acme, ACME-Werk; acmes. (a+b) 👩‍💻 İacme";
  expect(parts(text, { text: "acme" })).toEqual(["Acme", "acme", "ACME", "acme", "acme"]);
  expect(parts(text, { text: "acme", isCaseSensitive: true })).toEqual(["acme", "acme", "acme"]);
  expect(parts(text, { text: "acme", isWholeWords: true })).toEqual(["Acme", "acme", "ACME"]);
  expect(parts(text, { text: "(a+b)" })).toEqual(["(a+b)"]);
  expect(parts(text, { text: "👩" })).toEqual(["👩"]);
  expect(parts(text, { text: "" })).toEqual([]);
});

test("hits of any text are that text, in order, and none touches another", () => {
  const letters = fc.string({
    unit: fc.constantFrom("a", "A", "b", " ", ".", "é", "👩", "\n"),
    maxLength: 60,
  });
  fc.assert(
    fc.property(letters, letters, fc.boolean(), (text, sought, isWholeWords) => {
      const hits = hitsOf(text, { text: sought, isCaseSensitive: true, isWholeWords });
      let end = 0;
      for (const hit of hits) {
        expect(text.slice(hit.from, hit.to)).toBe(sought);
        expect(hit.from).toBeGreaterThanOrEqual(end);
        end = hit.to;
      }
      if (sought !== "" && !isWholeWords) expect(hits).toHaveLength(text.split(sought).length - 1);
    }),
  );
});

test.each([
  ["the Gra|ce Hop|per joined", "Grace Hopper"],
  ["e\u0301qu|ip|e", "e\u0301quipe"],
  ["a |,| b", ","],
  ["東|京|に住む", "東京"],
  ["|word|", "word"],
])("%s grows to whole words", (marked, words) => {
  const [before = "", part = "", after = ""] = marked.split("|");
  const text = before + part + after;
  const { from, to } = toWords(text, { from: before.length, to: before.length + part.length });
  expect(text.slice(from, to)).toContain(part);
  expect(text.slice(from, to)).toBe(words);
});

test("growing to words never shrinks, and is done after once", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }),
      fc.nat(79),
      fc.nat(79),
      (text, one, other) => {
        const [a, b] = [one % text.length, other % text.length];
        const stretch = { from: Math.min(a, b), to: Math.max(a, b) + 1 };
        const grown = toWords(text, stretch);
        expect(grown.from).toBeLessThanOrEqual(stretch.from);
        expect(grown.to).toBeGreaterThanOrEqual(stretch.to);
        expect(toWords(text, grown)).toEqual(grown);
      },
    ),
  );
});

test("a stretch is whole where no letter touches it", () => {
  expect(isWhole("an Acme.", { from: 3, to: 7 })).toBe(true);
  expect(isWhole("Acmes", { from: 0, to: 4 })).toBe(false);
  expect(isWhole("e\u0301", { from: 0, to: 1 })).toBe(false);
  expect(isWhole("𝒜b", { from: 2, to: 3 })).toBe(false);
});
