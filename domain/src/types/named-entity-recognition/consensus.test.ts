import fc from "fast-check";
import { expect, test } from "vitest";
import { withMembers } from "../../../test/with-members.ts";
import { spanConsensus, spanGroups } from "./consensus.ts";
import type { NamedEntityResult, Relation, Span } from "./schema.ts";

function span(start: number, end: number, label = "person"): Span {
  return { start, end, label };
}

function answers(...lists: Span[][]) {
  return lists.map((spans) => ({ spans }));
}

test("the consensus of one answer is that answer, in order", () => {
  expect(spanConsensus(answers([span(5, 9), span(0, 3)]))).toMatchObject({
    result: { spans: [span(0, 3), span(5, 9)] },
    support: 1,
  });
});

test("a span that at least half gave is kept exactly, and the others lower the support", () => {
  const given = answers([span(0, 3), span(10, 12)], [span(0, 3)], [span(0, 4)]);
  expect(spanConsensus(given)).toMatchObject({
    result: { spans: [span(0, 3)] },
    support: (2 / 3 + 1 / 3 + 1 / 3) / 3,
  });
});

test("of spans with different ends the one that is most like the others is kept", () => {
  const given = answers([span(0, 10)], [span(0, 8)], [span(2, 10)], [span(30, 32)]);
  expect(spanConsensus(given)?.result).toEqual({ spans: [span(0, 10)] });
});

test("two annotators who differ at the ends are a tie, never their common part", () => {
  expect(spanConsensus(answers([span(0, 10)], [span(4, 12)]))).toBeNull();
  expect(spanConsensus(answers([span(0, 10)], [span(0, 4)], []))).toBeNull();
  const third = answers([span(0, 10)], [span(4, 12)], [span(0, 9)]);
  expect(spanConsensus(third)?.result).toEqual({ spans: [span(0, 10)] });
});

test("one half against the other half, with spans that overlap, is a tie; with the same half it is not", () => {
  expect(spanConsensus(answers([span(0, 5), span(3, 9)], []))?.result).toEqual({
    spans: [span(0, 5), span(3, 9)],
  });
  const halves = answers([span(0, 5)], [span(0, 5)], [span(3, 9)], [span(3, 9)]);
  expect(spanConsensus(halves)).toBeNull();
  const apart = answers([span(0, 5)], [span(0, 5)], [span(5, 9)], [span(5, 9)]);
  expect(spanConsensus(apart)?.result).toEqual({ spans: [span(0, 5), span(5, 9)] });
});

test("an annotator's adjacent entities are kept as they are if they are most like the others'", () => {
  const given = answers([span(0, 5), span(5, 10)], [span(1, 5), span(5, 9)], [span(0, 10)]);
  expect(spanConsensus(given)?.result).toEqual({ spans: [span(0, 5), span(5, 10)] });
});

test("nested spans are kept unchanged if more than half gave both", () => {
  const nested = [span(0, 10), span(3, 5)];
  expect(spanConsensus(answers(nested, nested, [span(20, 22)]))?.result).toEqual({ spans: nested });
});

test("overlapping spans of one annotator do not count twice", () => {
  const given = answers([span(0, 5), span(0, 6), span(0, 7)], [span(20, 25)], [span(0, 7)]);
  expect(spanConsensus(given)?.result).toEqual({ spans: [span(0, 7)] });
});

test("annotators who split on the label are a tie", () => {
  expect(spanConsensus(answers([span(0, 5, "person")], [span(0, 5, "place")]))).toBeNull();
  const three = answers([span(0, 5, "person")], [span(0, 5, "place")], [span(0, 6, "event")]);
  expect(spanConsensus(three)).toBeNull();
  const settled = answers(
    [span(0, 5, "person")],
    [span(0, 5, "place")],
    [span(0, 6, "place")],
    [span(0, 9, "place")],
  );
  expect(spanConsensus(settled)?.result).toEqual({ spans: [span(0, 6, "place")] });
});

test("a span that one of two annotators gave is kept with half of the support", () => {
  expect(spanConsensus(answers([span(0, 5)], []))).toMatchObject({
    result: { spans: [span(0, 5)] },
    support: 0.5,
  });
});

test("relations with other labels or directions between the same spans, each given by one half, are a tie", () => {
  const spans = [span(0, 3), span(5, 9)];
  const knows: Relation = { from: 0, to: 1, label: "knows" };
  const given = (...relations: Relation[]): NamedEntityResult => ({ spans, relations });
  expect(spanConsensus([given(knows), { spans }])?.result).toEqual({ spans, relations: [knows] });
  expect(spanConsensus([given(knows), given({ ...knows, label: "hates" })])).toBeNull();
  expect(spanConsensus([given(knows), given({ from: 1, to: 0, label: "knows" })])).toBeNull();
  const all = [knows, { ...knows, label: "hates" }, { ...knows, label: "meets" }] as const;
  expect(spanConsensus([given(all[0], all[1]), given(all[0], all[2])])).toBeNull();
});

test("the consensus is empty if most marked nothing, with full support if nobody marked anything", () => {
  expect(spanConsensus(answers([span(0, 5)], [], []))?.result).toEqual({ spans: [] });
  expect(spanConsensus(answers([], []))).toMatchObject({ result: { spans: [] }, support: 1 });
});

test("more relations than a result may have are a tie", () => {
  const spans = Array.from({ length: 150 }, (_, index) => span(index, index + 1));
  const all = Array.from({ length: 15_000 }, (_, index) => ({
    from: Math.floor(index / 150),
    to: index % 150,
    label: "r",
  }));
  const two = [all.slice(0, 10_000), all.slice(5_000), [...all.slice(0, 5_000), ...all.slice(10_000)]];
  expect(spanConsensus(two.map((relations) => ({ spans, relations })))).toBeNull();
});

test("a relation is kept if its spans are and at least half have it, even with other ends of the spans", () => {
  const knows: Relation = { from: 0, to: 1, label: "knows" };
  const given: NamedEntityResult[] = [
    { spans: [span(0, 3), span(10, 15)], relations: [knows] },
    { spans: [span(10, 14), span(0, 3)], relations: [{ ...knows, from: 1, to: 0 }] },
    { spans: [span(0, 3), span(11, 15)], relations: [{ ...knows, label: "hates" }] },
  ];
  expect(spanConsensus(given)?.result).toEqual({
    spans: [span(0, 3), span(10, 15)],
    relations: [knows],
  });
});

const anySpan = fc
  .tuple(fc.nat(8), fc.integer({ min: 1, max: 5 }), fc.constantFrom("person", "place"))
  .map(([start, length, label]) => span(start, start + length, label));
const anyAnswer = fc.array(anySpan, { minLength: 2, maxLength: 5 }).chain((spans) => {
  const index = fc.nat(spans.length - 1);
  const relations = fc.array(
    fc.record({ from: index, to: index, label: fc.constantFrom("knows", "hates") }),
    {
      maxLength: 3,
    },
  );
  return fc.record({ spans: fc.constant(spans), relations });
});
const anyAnswers = fc.array(anyAnswer, { minLength: 1, maxLength: 5 });

test("the order of the answers does not matter", () => {
  const shuffled = anyAnswers.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  );
  fc.assert(
    fc.property(shuffled, ([given, mixed]) => {
      expect(withMembers(spanConsensus, mixed)).toEqual(withMembers(spanConsensus, given));
    }),
    { numRuns: 300 },
  );
});

test("the consensus is well formed: distinct sorted spans with a length, and relations between them", () => {
  fc.assert(
    fc.property(anyAnswers, (given) => {
      const consensus = spanConsensus(given);
      if (consensus === null) return;
      const { spans, relations = [] } = consensus.result as NamedEntityResult;
      const keys = spans.map(({ start, end, label }) => `${start} ${end} ${label}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(spans.every(({ start, end }) => 0 <= start && start < end && end <= 13)).toBe(true);
      expect(relations.every(({ from, to }) => from < spans.length && to < spans.length)).toBe(true);
      expect(consensus.support).toBeGreaterThan(0);
      expect(consensus.support).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test("every kept span was given by somebody, and every span that at least half gave is kept", () => {
  fc.assert(
    fc.property(anyAnswers, (given) => {
      const consensus = spanConsensus(given);
      if (consensus === null) return;
      const keyOf = ({ start, end, label }: Span) => `${start} ${end} ${label}`;
      const sets = given.map(({ spans }) => new Set(spans.map(keyOf)));
      const kept = (consensus.result as NamedEntityResult).spans.map(keyOf);
      for (const key of new Set(sets.flatMap((keys) => [...keys]))) {
        const givers = sets.filter((keys) => keys.has(key)).length;
        if (givers * 2 >= given.length) expect(kept).toContain(key);
      }
      for (const key of kept) expect(sets.some((keys) => keys.has(key))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("clusters of thousands of spans are a tie, at once", () => {
  const nested = (offset: number) =>
    Array.from({ length: 5_000 }, (_, index) => span(index, 20_000 - index - offset));
  expect(spanConsensus(answers(nested(0), nested(1), nested(2)))).toBeNull();
  expect(spanConsensus(answers(nested(0), nested(1)))).toBeNull();
});

test("the groups list the merged spans by their indexes, for exact votes and for clusters", () => {
  const given = answers(
    [span(20, 25), span(0, 10), span(20, 25)],
    [span(0, 8), span(20, 25), span(40, 42)],
    [span(2, 10), span(40, 42)],
  );

  expect(spanConsensus(given)).toMatchObject({
    result: { spans: [span(0, 10), span(20, 25), span(40, 42)] },
    groups: [
      [1, 0, 0],
      [0, 1, null],
      [null, 2, 1],
    ],
  });
  expect(spanGroups(answers([span(0, 3)], [span(5, 9), span(0, 3, "place")], []))).toEqual([
    [0, null, null],
    [null, 0, null],
    [null, 1, null],
  ]);
});
