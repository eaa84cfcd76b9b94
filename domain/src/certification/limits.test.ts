import { expect, test } from "vitest";
import { limitsOf, otherBatchesSentence } from "./limits.ts";

const none = { certified: 0, failed: 0, abandoned: 0, open: 0 };
const FACTS = {
  items: 1000,
  is_sample: true,
  labels: [],
  annotators: [],
  groups: null,
  skipped_audits: { skips: 0, items: 0, checked: 0, counted_wrong: 0 },
  other_batches: { project: none, account: none },
};

function limits(facts: object): string[] {
  return limitsOf({ ...FACTS, ...facts });
}

test("a label without an audit, or whose audited items are all wrong, is named", () => {
  const label = { label: "rare", delivered: 20, audited: 0, wrong: 0 };
  expect(limits({ labels: [label] })).toEqual([
    'For the label "rare", the audit does not show that even 10 of 100 items with it are right: it checked none of the 20 items with it.',
  ]);
  expect(limits({ labels: [{ ...label, audited: 3, wrong: 3 }] })).toEqual([
    'For the label "rare", the audit does not show that even 10 of 100 items with it are right: it checked 3 of 20 items and found 3 wrong.',
  ]);
});

test("one right item of twenty is not enough to support a label, two are", () => {
  const label = { label: "rare", delivered: 1000, wrong: 0 };
  expect(limits({ labels: [{ ...label, audited: 1 }] })).toHaveLength(1);
  expect(limits({ labels: [{ ...label, audited: 2 }] })).toEqual([]);
  expect(limits({ labels: [{ ...label, delivered: 2, audited: 1 }] })).toEqual([]);
});

test("many labels are counted together, and the most frequent is named", () => {
  const labels = [25, 40, 30].map((delivered, index) => ({
    ...{ label: `l${index}`, delivered },
    ...{ audited: 1, wrong: 0 },
  }));
  expect(limits({ labels })).toEqual([
    'For each of 3 labels, the audit does not show that even 10 of 100 items with it are right. Together, these labels are on at most 95 of 1,000 items (9.5 %). The most frequent one is "l1": it checked 1 of 40 items and found 0 wrong.',
  ]);
});

test("annotators, groups and skipped audits are counted", () => {
  const annotators = [
    { answers: 900, audited: 18, wrong: 0 },
    { answers: 100, audited: 1, wrong: 1 },
  ];
  const groups = { largest: 400, largest_unaudited: 400 };
  const skipped_audits = { skips: 4, items: 3, checked: 1, counted_wrong: 1 };
  expect(limits({ annotators, groups, skipped_audits })).toEqual([
    "For one annotator, who gave 100 of 1,000 answers, the audit does not show that even 10 of 100 items that they answered are right.",
    "The score counts groups, and a large group counts no more than a small one. The largest group that nobody checked has 400 of 1,000 items (40 %).",
    "Auditors skipped 4 audits of 3 items. Another auditor checked 1 of them. 1 counts as wrong, because no auditor answered.",
  ]);
});

test("an audit of everything supports every part", () => {
  const labels = [{ label: "rare", delivered: 2, audited: 4, wrong: 4 }];
  expect(limits({ labels, is_sample: false })).toEqual([]);
});

test("labels that nothing was delivered with, after all their items were corrected, are not named", () => {
  expect(limits({ labels: [{ label: "rare", delivered: 0, audited: 4, wrong: 4 }] })).toEqual([]);
});

test("other batches are counted by project and account", () => {
  expect(otherBatchesSentence({ project: none, account: none })).toBe(
    "No other batch of this account was audited.",
  );
  const account = { certified: 2, failed: 49, abandoned: 0, open: 1 };
  expect(otherBatchesSentence({ project: none, account })).toBe(
    "Other audited batches of this account: 2 certified, 49 failed, 1 in audit. None of them is in this project. A failed or abandoned batch may have held the same data: Assay does not recognize data that were changed before they were sent again.",
  );
  expect(limits({ other_batches: { project: none, account } })).toEqual([
    otherBatchesSentence({ project: none, account }),
  ]);
  const certified = { ...none, certified: 1200 };
  expect(otherBatchesSentence({ project: certified, account: certified })).toBe(
    "Other audited batches of this account: 1,200 certified. All of them are in this project.",
  );
  const one = { ...none, certified: 1 };
  expect(otherBatchesSentence({ project: none, account: one })).toBe(
    "Other audited batches of this account: 1 certified. It is not in this project.",
  );
  expect(otherBatchesSentence({ project: one, account: one })).toBe(
    "Other audited batches of this account: 1 certified. It is in this project.",
  );
  expect(otherBatchesSentence({ project: one, account: certified })).toBe(
    "Other audited batches of this account: 1,200 certified. In this project: 1 certified.",
  );
});
