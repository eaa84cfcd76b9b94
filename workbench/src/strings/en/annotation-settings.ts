import { count } from "../format.ts";

/** How the items of a project are annotated and audited, and the training of its annotators. */
export const strings = {
  annotation: {
    title: "Annotation and audits of new batches",
    applies: "Each batch keeps the rules with which it was created.",
    who: "To choose who works in this project, edit its",
    members: "members",
    overlap: "Annotators per item",
    byLevel: "Default: as many as the quality level and the annotation type need.",
    answers: (items: string, answers: string) => `${items} items take ${answers} answers.`,
    goldShare: "Share of known items, %",
    goldShareHelp:
      "The share of an annotator's items that have a known answer and measure the annotator. Default: 10.",
    goldFloor: "Pause annotators below, %",
    goldFloorHelp:
      "Assay pauses an annotator once it is 95 % certain that they answer fewer known items right than this. Default: no limit.",
    feedback: "Show the right answer after each known item, for training",
    show: "Predictions of models in tasks",
    showHelp: "Whether annotators see what a model predicts for an item before they answer.",
    shows: {
      first: "Shown (default)",
      after_first_answer: "Shown to all but the first annotator of an item",
      never: "Not shown",
    },
    audit: "Audits",
    auditHelp: "Default: auditors see the label at basic and standard, and do not at premium and elite.",
    auditsByLevel: "As the quality level says (default)",
    audits: {
      verify: "Auditors see the label and say whether it is right",
      blind: "Auditors answer without seeing the label",
    },
    excluded: "Excluded items, at most %",
    excludedHelp: "A batch with a larger share of excluded items fails. Default: 10.",
    slices: "Slices",
    slicesHelp:
      "Metadata keys, such as language, separated by commas: each of their values gets a score of its own. To require a score for each value, add it after a colon, such as site: 80.",
    refused: {
      overlap: "A whole number from 1 to 20",
      gold_share: "A number from 0 to 100",
      gold_floor: "A number from 0 to 100",
      max_excluded_share: "A number from 0 to 100",
      slices: "Up to five different keys, with scores from 1 to 99",
    },
    scored: "Attributes that count like the label, in audits and for known items",
  },
  training: {
    title: "Training of new annotators",
    help: "New annotators answer items with a known answer, and see the known answer after each. They get real items once they pass. Members who have answered items of this project already need no training.",
    isOn: "Train new annotators before they get real items",
    items: "Training items",
    itemsHelp: "Each has a known answer. The project needs at least as many, in any of its batches.",
    known: (items: number) =>
      `This project has ${items >= 100 ? "100 or more items" : count(items, { one: "item", other: "items" })} with a known answer.`,
    tooFew: (items: number, needed: number) =>
      `This project has ${count(items, { one: "item", other: "items" })} with a known answer, and the training needs ${needed}.`,
    tooFewHelp: "Until there are enough, new annotators cannot finish the training and get no real items.",
    addKnown: "Choose labeled items, then Make gold",
    passMark: "Right answers to pass, %",
    attempts: "Attempts",
    attemptsHelp: "After the last one, you decide under Members: let them pass, or let them start again.",
  },
};
