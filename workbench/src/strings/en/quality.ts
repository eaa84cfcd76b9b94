import { slicesSentence } from "@assay/domain/certification/price.ts";
import { auditsInWords } from "@assay/domain/certification/wording.ts";
import { count } from "../format.ts";

/** Agreement, annotators, blockers and quality levels. */
export const strings = {
  agreement: {
    none: "Nothing to compare yet",
    noneHelp: "Agreement appears when two annotators have answered the same item.",
    sampled: (items: string, all: string) => `Counted from a random sample: ${items} of ${all} items.`,
    alpha: "Krippendorff’s alpha with 95 % interval",
    twice: "Items with two or more answers",
    unanimous: "All answers agree",
    pairsAgree: "Pairs that agree",
    byLabel: "By label",
    labels: "Labels",
    label: "Label",
    delivered: "Delivered",
    audited: "Audited",
    wrong: "Wrong",
    correct: "Correct by audits, 95 % interval",
    share: "Agreement",
    labelAlpha: "Alpha",
    pairs: "Pairs of annotators",
    annotators: "Annotators",
    both: (first: string, second: string) => `${first} and ${second}`,
    items: "Items",
    agreeOn: "Agree on",
    pairShare: "Share, 95 % interval",
  },
  annotators: {
    none: "No answers yet",
    noneHelp: "Annotators of this batch appear here after their first answer.",
    caption: "Annotators",
    annotator: "Annotator",
    answers: "Answers",
    medianTime: "Median time",
    matchesFinal: "Matches final label",
    goldCorrect: "Gold correct, 95 % interval",
    gold: "Gold",
    auditedCorrect: "Audited correct",
    answersOf: (name: string) => `Answers of ${name}`,
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: string) => `${minutes} min`,
  },
  confusion: {
    besideFinal: "Answers compared with final labels",
    besideGold: "Answers compared with gold",
    shares: "Show shares of each row",
    corner: "Final label, then answer",
    accepted: "Final label",
    answered: "Answer",
    times: "Times",
    cell: (count: string, answer: string, accepted: string) =>
      `${count} answered ${answer} where ${accepted} is the final label`,
  },
  interval: (low: string, high: string) => `(${low} to ${high})`,
  blockers: {
    title: "Needs a decision",
    ofBatch: (name: string) => `${name}: `,
    resume: "Resume annotator",
    failed: (why: string) => `Not certified: ${why}`,
    hold: "On hold: annotators get no tasks from this batch.",
    conflict: (items: number) => `${countItems(items)} tied: the answers disagree. Adjudicate them.`,
    tied: (items: number) =>
      `${countItems(items)} tied: the answers disagree. Send them to an adjudicator, or add another annotator.`,
    skipped: (items: number, why: string) => `${countItems(items)} skipped. Adjudicate them: ${why}.`,
    skippedOnce: (items: number) =>
      `${countItems(items)} skipped by one annotator. Send them to an adjudicator, or add another annotator.`,
    paused: (name: string, since: string) =>
      `${name} is ${since}: too many wrong answers to gold items. If you resume them, their record is cleared.`,
    addAnnotator: "Add an annotator",
    send: "Send to an adjudicator",
    adjudicate: "Adjudicate",
    openBatch: "Open batch",
    webhook: (url: string) => `The webhook ${url} was disabled: its deliveries failed.`,
    openWebhook: "Open webhook",
  },
  levels: {
    label: "Quality level",
    none: "Labels now, certify later",
    noneAside: "no audits",
    noneHelp: "You can export labels as soon as annotators submit them, and start an audit later.",
    title: (level: string, score: number) => `${level}: at least ${score} % of labels correct`,
    audits: auditsInWords,
    slices: slicesSentence,
    auditsAndTime: (audits: string, minutes: number) => `${audits}. At least about ${minutes} min`,
    passes: (correct: string, chance: string) =>
      `If ${correct} of labels are correct, the batch passes ${chance} of the time.`,
    answers: (answers: number) => count(answers, { one: "answer per item.", other: "answers per item." }),
    over: "> 99 %",
    under: "< 1 %",
  },
  verdict: {
    guaranteed: (percent: string) => `Guaranteed: ${percent} %`,
    estimate: (percent: string) => `Estimated: ${percent} %`,
    needed: (percent: number) => `Required: ${percent} %`,
  },
};

function countItems(items: number): string {
  return count(items, { one: "item", other: "items" });
}
