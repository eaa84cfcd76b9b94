import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../../agreement.ts";
import type { AnsweredItem } from "../annotation-type.ts";
import { decideSpans } from "./batch-consensus.ts";
import { spanConsensus } from "./consensus.ts";
import { spanKey } from "./marks.ts";
import type { NamedEntityResult, Span } from "./schema.ts";

type Item = AnsweredItem<NamedEntityResult>;

function span(start: number, end: number, label = "person"): Span {
  return { start, end, label };
}

/** An item answered by ann, bob, … in turn. */
function item(...lists: Span[][]): Item {
  const names = ["ann", "bob", "cyd", "dan", "eve"];
  return {
    answers: lists.map((spans, index) => ({ annotator: names[index] ?? "", result: { spans } })),
    known: null,
  };
}

function spansOf(items: readonly Item[], index: number): readonly Span[] | undefined {
  const result = decideSpans(items).results[index]?.result as NamedEntityResult | undefined;
  return result?.spans;
}

/** Ann and bob agree; cyd, dan and eve mark other ends, each in another way. */
function agreed(count: number): Item[] {
  return Array.from({ length: count }, (_, place) => {
    const right = [span(10, 20), span(30 + (place % 5), 40, "place")];
    return item(right, right, [span(12, 20)], [span(10, 25, "place")], []);
  });
}

test("annotators who agree with others outvote a majority of those who do not", () => {
  const disputed = item(
    [span(0, 5)],
    [span(0, 5)],
    [span(0, 8, "place")],
    [span(0, 8, "place")],
    [span(0, 8, "place")],
  );
  expect(spanConsensus(disputed.answers.map(({ result }) => result))?.result).toEqual({
    spans: [span(0, 8, "place")],
  });
  expect(spansOf([...agreed(30), disputed], 30)).toEqual([span(0, 5)]);
});

test("known items measure the annotators and are not decided", () => {
  const [good, bad] = [[span(0, 5)], [span(0, 3)]];
  const unsure = item(good, bad, bad);
  const known = Array.from({ length: 20 }, () => ({ ...unsure, known: { spans: good } }));
  expect(spansOf([...known, unsure], 20)).toEqual(good);
  expect(spansOf([...known.map((one) => ({ ...one, known: { spans: bad } })), unsure], 20)).toEqual(bad);
  expect(decideSpans(known).results).toEqual(known.map(() => null));
});

test.each([
  ["two answers", item([span(0, 5)], [span(0, 4)])],
  ["equal answers", item([span(0, 5)], [span(0, 5)], [span(0, 5)])],
  ["no spans", item([], [], [])],
  ["overlapping spans in an answer", item([span(0, 5), span(3, 8)], [span(0, 5)], [span(0, 4)])],
  [
    "relations",
    {
      answers: [..."abc"].map((annotator, index) => ({
        annotator,
        result: { spans: [span(0, 5 + index), span(9, 12)], relations: [{ from: 0, to: 1, label: "knows" }] },
      })),
      known: null,
    },
  ],
])("an item with %s keeps its consensus", (_, kept) => {
  expect(decideSpans([...agreed(5), kept]).results[5]).toBeNull();
});

test("a batch without items, without spans or with too many annotators keeps its consensus", () => {
  expect(decideSpans([])).toEqual({ results: [], iterations: 0 });
  expect(decideSpans([item([], [], [])])).toEqual({ results: [null], iterations: 0 });
  const many = Array.from({ length: 1_500 }, (_, place) => ({
    answers: ["a", "b", "c"].map((name, index) => ({
      annotator: `${name}${place}`,
      result: { spans: [span(0, 5 + index, `label ${place % 40}`)] },
    })),
    known: null,
  }));
  expect(decideSpans(many)).toEqual({ results: many.map(() => null), iterations: 0 });
});

test("texts with ten thousand spans are decided in seconds", () => {
  const list = (from: number) =>
    Array.from({ length: 10_000 }, (_, place) => span(9 * place + from, 9 * place + 5));
  const before = process.cpuUsage();
  expect(spansOf([item(list(0), list(0), list(1), list(2))], 0)).toHaveLength(10_000);
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000); // microseconds
});

/** Spans side by side in a text of 30 characters. */
const anySpans = fc
  .array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 }), fc.constantFrom("person", "place")), {
    maxLength: 4,
  })
  .map((steps) => {
    let end = 0;
    return steps.map(([gap, length, label]) => {
      const start = end + gap;
      end = start + length;
      return span(start, end, label);
    });
  });
const anyItem = fc.array(anySpans, { minLength: 1, maxLength: 5 }).map((lists) => item(...lists));
const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 8 });

test("every delivered span was given to the item, and none overlap", () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      for (const [index, decided] of decideSpans(items).results.entries()) {
        if (decided === null) continue;
        const { spans } = decided.result as NamedEntityResult;
        const answers = items[index]?.answers ?? [];
        const given = new Set(answers.flatMap(({ result }) => result.spans.map(spanKey)));
        for (const one of spans) expect(given).toContain(spanKey(one));
        expect(spans.every(({ end }, at) => end <= (spans[at + 1]?.start ?? end))).toBe(true);
        expect(answers.length).toBeGreaterThanOrEqual(3);
        expect(decided.support).toBeGreaterThan(0);
        expect(decided.support).toBeLessThan(1);
      }
    }),
    { numRuns: 200 },
  );
});

test("the order of items and answers does not matter", () => {
  const shuffled = anyItems.chain((items) =>
    fc.tuple(
      fc.constant(items),
      fc.shuffledSubarray([...items.keys()], { minLength: items.length }),
      fc.infiniteStream(fc.nat()),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([items, order, turns]) => {
      const mixed = order.flatMap((index) => {
        const one = items[index];
        if (one === undefined) return [];
        const turn = (turns.next().value ?? 0) % one.answers.length;
        return [{ ...one, answers: [...one.answers.slice(turn), ...one.answers.slice(0, turn)] }];
      });
      const [plain, other] = [decideSpans(items).results, decideSpans(mixed).results];
      expect(order.map((index) => plain[index]?.result)).toEqual(other.map((one) => one?.result));
    }),
    { numRuns: 200 },
  );
});

/** A span with another start, end or label. */
function distorted(one: Span, random: () => number): Span {
  const kind = random();
  if (kind < 0.2) return { ...one, label: one.label === "a" ? "b" : "a" };
  if (kind < 0.4) return { ...one, end: one.end - 1 };
  if (kind < 0.6) return { ...one, start: one.start + 1 };
  return kind < 0.8 ? { ...one, end: one.end + 1 } : { ...one, start: one.start - 1 };
}

test("it finds more of the right spans than the vote where annotators differ in skill", () => {
  const random = seededRandom(7);
  const texts = Array.from({ length: 150 }, () => {
    const right = [5, 20, 35].map((start) => span(start, start + 4, random() < 0.5 ? "a" : "b"));
    const answered = item(
      ...[0.05, 0.1, 0.5, 0.6, 0.7].map((errors) =>
        right
          .filter(() => random() > errors / 2)
          .map((one) => (random() < errors ? distorted(one, random) : one)),
      ),
    );
    return { right, answered };
  });
  const shareFound = (results: readonly unknown[]) => {
    const found = texts.flatMap(({ right }, index) => {
      const { spans } = (results[index] ?? { spans: [] }) as NamedEntityResult;
      const keys = new Set(spans.map(spanKey));
      return right.map((one) => Number(keys.has(spanKey(one))));
    });
    return found.reduce((sum, one) => sum + one, 0) / found.length;
  };
  const voted = texts.map(
    ({ answered }) => spanConsensus(answered.answers.map(({ result }) => result))?.result,
  );
  const decided = decideSpans(texts.map(({ answered }) => answered)).results;
  const modelled = voted.map((result, index) => decided[index]?.result ?? result);
  expect(shareFound(modelled)).toBeGreaterThan(shareFound(voted) + 0.1);
  expect(shareFound(modelled)).toBeGreaterThan(0.9);
});
