import type { ComputedLabels, Predicate } from "./predicate.ts";

/** What nobody has checked, in a sentence each. */
export const LIMITATIONS: readonly string[] = [
  "What is certified is how many delivered labels the project's reviewers accept, not that reviewers are right.",
  "How the items were chosen, and whether they stand for anything else, was not checked.",
  "Excluded items have no label and are not counted in the certified share.",
];

const METHODS: Readonly<Record<ComputedLabels["method"], string>> = {
  majority: "by the majority of each item's answers",
  "one-coin": "by a model that learns each annotator's accuracy (one-coin)",
  "dawid-skene": "by a model that learns which labels each annotator confuses (Dawid–Skene)",
};

const REASONS: Readonly<Record<ComputedLabels["reason"], string>> = {
  asked: "which the owner of the batch asked for",
  nothing_to_learn: "since the answers tell nothing about annotators",
  many_answers: "since annotators gave many answers each",
  many_labels: "since there are many labels",
  gold: "since it fits labels that are known best",
  held_out: "since it fits answers that were held out best",
};

/** How labels were computed from all answers together, in one sentence; none where they were not. */
export function consensusTexts({ consensus }: Predicate): string[] {
  if (!consensus) return [];
  const { method, reason, items, answers, annotators, changed, version } = consensus;
  const from = `${answers} answers of ${annotators} annotators to ${items} items`;
  return [
    `Labels were decided together ${METHODS[method]}, ${REASONS[reason]}, from ${from}: ${changed} changed (version ${version}).`,
  ];
}
