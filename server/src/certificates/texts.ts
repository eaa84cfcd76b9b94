import { counted } from "@assay/domain/certification/wording.ts";
import type { Origin } from "@assay/domain/formats/format.ts";
import { autoAcceptSentence, modelName } from "@assay/domain/models/sentence.ts";
import type { Independence } from "../platform/database/audit-tables.ts";
import type { AutoAcceptFact, ModelAnswers, OriginRow } from "./coverage.ts";
import type { ComputedLabels, Predicate } from "./predicate.ts";

/** The unchecked properties of every dataset, one sentence each. */
const LIMITATIONS: readonly string[] = [
  "The certificate says how many delivered labels the project's reviewers accept, not that the reviewers are right.",
  "Nobody checked how the items were chosen, or whether they represent other data.",
  "Excluded items have no label, and the score does not count them.",
];

/** What the audit of this dataset does not show, then what no audit does; one sentence or two each. */
export function limitations({ limits = [] }: Predicate): readonly string[] {
  return [...limits, ...LIMITATIONS];
}

/** How far it is certain that others than the annotators checked, in a sentence or two. */
export const INDEPENDENCE: Readonly<Record<Independence, string>> = {
  persons: "Signed-in people checked, and other signed-in people made the checked labels.",
  declared:
    "Assay cannot tell that the auditors are other people than the annotators: an API key named some of them, labels were imported, or an annotator was deleted before an auditor joined. For this, you rely on the word of the project's owner.",
  none: "Auditors checked labels that they had made themselves.",
};

const ORIGIN_NAMES: Readonly<Record<Exclude<Origin, "model">, string>> = {
  consensus: "answers of people",
  adjudication: "an adjudicator",
  correction: "the auditor of an earlier round",
  import: "answers imported from elsewhere",
  gold: "known answers",
};

/** Who made the labels of one row: `model resnet, version 3`, or `answers of people`. */
export function originName({
  origin,
  model,
  version,
}: Pick<OriginRow, "origin" | "model" | "version">): string {
  if (origin !== "model") return ORIGIN_NAMES[origin];
  if (model === null) return "a model";
  return `model ${modelName({ model, version })}`;
}

/** What a model did as an annotator, in one sentence. */
export function modelAnswersText({ model, answers, items }: ModelAnswers): string {
  return `The model ${model} annotated beside people, and its answers count like theirs: ${counted(answers, "answer")} to ${counted(items, "item")}.`;
}

/** What a run showed by which a model labeled items, in one sentence or two. */
export function autoAcceptText({ model, version, chosen, check, ...run }: AutoAcceptFact): string {
  const name = originName({ origin: "model", model, version });
  return autoAcceptSentence({
    ...{ ...run, name, status: "finished" as const, checks_open: 0, check_size: check },
    outcome: { population: run.population, chosen },
  });
}

const METHODS: Readonly<Record<ComputedLabels["method"], string>> = {
  majority: "by the majority of each item's answers",
  "one-coin": "by a model that learns each annotator's accuracy (one-coin)",
  "dawid-skene": "by a model that learns which labels each annotator confuses (Dawid–Skene)",
  hierarchical:
    "by a model that learns from all answers which labels each annotator confuses (hierarchical Dawid–Skene)",
};

const REASONS: Readonly<Record<ComputedLabels["reason"], string>> = {
  asked: "The owner of the batch asked for this method.",
  nothing_to_learn:
    "This method was chosen because the answers do not show which annotators are more accurate.",
  many_answers: "This method was chosen because each annotator gave many answers.",
  many_labels: "This method was chosen because there are many labels.",
  gold: "This method was chosen because it predicts the known labels best.",
  held_out: "This method was chosen because it predicts held-out answers best.",
  parts: "It decides the parts of spans and delivers only spans that somebody gave.",
};

/** How labels were computed from all answers together, in a few sentences; empty if they were not. */
export function consensusTexts({ consensus }: Predicate): string[] {
  if (!consensus) return [];
  const { method, reason, items, answers, annotators, changed, version } = consensus;
  const from = `${counted(answers, "answer")} of ${counted(annotators, "annotator")}`;
  return [
    `The labels of ${counted(items, "item")} were decided together from ${from}, ${METHODS[method]}. ${REASONS[reason]} This changed ${counted(changed, "label")} (version ${version}).`,
  ];
}
