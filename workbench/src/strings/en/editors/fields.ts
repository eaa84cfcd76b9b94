import { count, formatNumber } from "../../format.ts";

/** The questions beside an answer. */
export const strings = {
  title: "Questions",
  clear: "Clear",
  clearOne: (question: string) => `Clear ${question}`,
  choose: "Choose one",
  /** A value of a scale, with its ends. */
  rated: (value: number, min: number, max: number) =>
    `${formatNumber(value)} (${formatNumber(min)} to ${formatNumber(max)})`,
  unanswered: "–",
  required: (question: string) => `${question} (required)`,
  answer: (question: string) => `Answer ${question}`,
  answerOf: (question: string, object: string) => `Answer ${question} of ${object}`,
  /** The length of a text. */
  length: (words: number, characters: number) =>
    `${count(words, { one: "word", other: "words" })}, ${count(characters, { one: "character", other: "characters" })}`,
  /** A span by its words, or a segment by its times. */
  named: (words: string, label: string) => `${words} — ${label}`,
  of: (object: string, number: number, all: number) =>
    `${object} (${formatNumber(number)} of ${formatNumber(all)})`,
  previous: "Previous",
  next: "Next",
  step: (number: number) => `step ${formatNumber(number)}`,
  stepOf: (number: number, role: string) => `step ${formatNumber(number)} (${role})`,
  labeled: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} labeled`,
  up: "‹",
  down: "›",
  nextStep: "Next step",
  previousStep: "Previous step",
  nextOpenStep: "Next step without a label",
  answerStep: (answer: string) => `Label the step: ${answer}`,
  go: "Go to the questions",
  goItem: "Answer for the item",
  goSteps: "Back to the steps",
  nextUnanswered: "Next unanswered",
  missing: (question: string) => `Answer “${question}”.`,
  missingOf: (question: string, about: string) => `Answer “${question}” for ${about}.`,
  fault: (question: string, message: string) => `${question} ${message}`,
  faultOf: (question: string, object: string, message: string) => `${question} of ${object} ${message}`,
};
