import { expect, test } from "vitest";
import { decideItem, type ItemProgress, type ItemState, itemOutcome } from "./item.ts";
import { findAnnotationType } from "./types/registry.ts";

const CAT = { result: { label: "cat" }, support: 1, fields: null };

const ITEM: ItemProgress = {
  answers: 2,
  overlap_required: 2,
  overlap: 2,
  skips: 0,
  consensus: CAT,
  min_support: 0.5,
};

test("an item waits for the answers that it requires", () => {
  expect(itemOutcome({ ...ITEM, answers: 1 })).toBe("open");
  expect(itemOutcome({ ...ITEM, answers: 0, consensus: null })).toBe("open");
});

test("a consensus with enough support is accepted", () => {
  expect(itemOutcome(ITEM)).toEqual({ accept: CAT });
  const half = { ...CAT, support: 0.5 };
  expect(itemOutcome({ ...ITEM, consensus: half })).toEqual({ accept: half });
});

test("a tie or low support asks for one more answer, once, and then for adjudication", () => {
  for (const consensus of [null, { ...CAT, support: 0.4 }]) {
    expect(itemOutcome({ ...ITEM, consensus })).toBe("one_more");
    expect(itemOutcome({ ...ITEM, consensus, overlap_required: 3 })).toBe("open");
    expect(itemOutcome({ ...ITEM, consensus, overlap_required: 3, answers: 3 })).toBe("adjudicate");
  }
});

test("the additional answer can settle the item", () => {
  const most = { ...CAT, support: 2 / 3 };
  expect(itemOutcome({ ...ITEM, consensus: most, overlap_required: 3, answers: 3 })).toEqual({
    accept: most,
  });
});

test("two skips ask for adjudication however many answers there are", () => {
  expect(itemOutcome({ ...ITEM, answers: 0, skips: 1, consensus: null })).toBe("open");
  expect(itemOutcome({ ...ITEM, answers: 0, skips: 2, consensus: null })).toBe("adjudicate");
  expect(itemOutcome({ ...ITEM, skips: 2 })).toBe("adjudicate");
});

const type = findAnnotationType("text_classification");
if (type === undefined) throw new Error("there is no text_classification");
const RULES = { type, asked: { fields: [], allowed: null }, policy: { overlap: 2, min_support: 0.5 } };
const FULL: ItemState = {
  ...{ status: "open", answer_count: 2, overlap_required: 2, skip_count: 0, open_slots: 0 },
};

function answer(label: string) {
  return { result: { label }, fields: null };
}

test("the policy decides whether two different ratings in the middle are a tie", () => {
  const ratingType = findAnnotationType("rating");
  if (ratingType === undefined) throw new Error("there is no rating");
  const stars = { name: "stars", type: "rating", min: 1, max: 5 } as const;
  const answers = [4, 2].map((rated) => ({ result: { ratings: { help: rated } }, fields: { stars: rated } }));
  const rules = { type: ratingType, asked: { fields: [stars], allowed: null } };
  const policy = { overlap: 2, min_support: 0.5, scored_fields: ["stars"] };

  expect(decideItem(FULL, answers, { ...rules, policy })).toMatchObject({ waitsFor: "one_more" });
  expect(decideItem(FULL, answers, { ...rules, policy: { ...policy, even_median: "lower" } })).toMatchObject({
    status: "accepted",
    label: { result: { ratings: { help: 2 } }, fields: { stars: 2 } },
  });
});

test("a decided item has the consensus of its answers as label", () => {
  const decided = decideItem({ ...FULL, id: "item_1" }, [answer("cat"), answer("cat")], RULES);
  expect(decided).toEqual({ ...FULL, id: "item_1", status: "accepted", label: CAT, waitsFor: null });
  const waiting = { ...FULL, answer_count: 1, open_slots: 1 };
  expect(decideItem(waiting, [answer("cat")], RULES)).toEqual({ ...waiting, label: null, waitsFor: null });
});

test("a tie opens one more slot, then closes all for an adjudication", () => {
  const tie = decideItem(FULL, [answer("cat"), answer("dog")], RULES);
  expect(tie).toMatchObject({ status: "open", overlap_required: 3, open_slots: 1, waitsFor: "one_more" });
  const third = { ...tie, answer_count: 3, open_slots: 1 };
  const tied = decideItem(third, [answer("cat"), answer("dog"), answer("eel")], RULES);
  expect(tied).toMatchObject({ overlap_required: 3, open_slots: 0, waitsFor: "adjudication" });
});

test("a label is withdrawn if a changed answer makes a tie", () => {
  const accepted = { ...FULL, status: "accepted" as const };
  expect(decideItem(accepted, [answer("cat"), answer("dog")], RULES)).toMatchObject({
    ...{ status: "open", label: null, waitsFor: "one_more" },
  });
});

test("a known answer becomes the label once the item has all answers or two skips, not before", () => {
  const known = answer("cat");
  for (const item of [FULL, { ...FULL, answer_count: 0, skip_count: 2 }]) {
    expect(decideItem(item, [answer("dog"), answer("eel")], RULES, known)).toMatchObject({
      ...{ status: "accepted", label: { result: known.result }, open_slots: 0, waitsFor: null },
    });
  }
  expect(decideItem({ ...FULL, answer_count: 1 }, [answer("dog")], RULES, known).status).toBe("open");
});
