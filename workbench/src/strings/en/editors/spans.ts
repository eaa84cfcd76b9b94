import { count, formatNumber } from "../../format.ts";

const SPANS = { one: "span", other: "spans" };

interface Misfit {
  readonly label: string;
  readonly source: string;
  readonly target: string | undefined;
}

interface Labeled {
  readonly words: string;
  readonly label: string;
  readonly added: number;
  /** How many places had the label before. */
  readonly known: number;
  readonly isCut: boolean;
}

/** The editor of spans in texts. */
export const strings = {
  list: "Spans",
  foundByModel: (spans: number) => `The model found ${count(spans, SPANS)}`,
  foundNone: "The model finds no such spans. Describe them in other words",
  keepAll: "Keep all",
  discardAll: "Discard all",
  keepSpan: (text: string, label: string) => `Keep ${text}, ${label}`,
  discardSpan: (text: string, label: string) => `Discard ${text}, ${label}`,
  addedByModel: (spans: number) => `${count(spans, SPANS)} of the model added`,
  none: {
    keys: "Select text, then choose a label.",
    touch: "Touch a word, or the first and the last one. Then choose a label.",
  },
  noneMade: "No spans",
  relations: "Relations",
  noRelations: "Select a span, then choose Relation from this span.",
  noRelationsMade: "No relations",
  spanLabel: "Label of the selected text",
  relationLabel: "Label of the relation",
  /** Some fonts lack the sign of an arrow. */
  fromTo: (from: string, to: string) => `${from} > ${to}`,
  relate: "Relation from this span",
  relating: {
    keys: (from: string) =>
      `Relation from ${from}: click the other span, or go to it with ] and [. Then choose a label.`,
    touch: (from: string) => `Relation from ${from}: choose the other span, then a label.`,
  },
  related: (from: string, to: string) => `Relation from ${from} to ${to}: choose a label.`,
  unrelatable: (source: string, target?: string) =>
    target === undefined
      ? `No relation begins at ${source}. Choose another span.`
      : `No relation goes from ${source} to ${target}. Choose another span.`,
  misfit: ({ label, source, target = "" }: Misfit) =>
    `The project does not allow the relation ${label} from ${source} to ${target}. Change or delete it, or change the label of a span.`,
  find: "Find",
  findInText: "Find in the text",
  found: (place: number, total: number, isCut: boolean) =>
    total === 0 ? "No hits" : `${formatNumber(place)} of ${formatNumber(total)}${isCut ? " or more" : ""}`,
  nextHit: "Next hit",
  previousHit: "Previous hit",
  matchCase: "Match case",
  wholeWords: "Whole words",
  labelHits: "Label all hits",
  hitsLabel: "Label of all hits",
  labelingHits: (hits: number) => `Choose the label of ${count(hits, { one: "hit", other: "hits" })}.`,
  toText: "Go to the text",
  labelSame: "Label all occurrences",
  labelSameAnyCase: "Label all occurrences in any case",
  addedAll: (label: string, spans: number) => `Add ${label} to ${count(spans, SPANS)}`,
  labeled: ({ words, label, added, known, isCut }: Labeled) =>
    [
      `Labeled ${formatNumber(added)} more “${words}” as ${label}.`,
      known > 0 ? `${formatNumber(known)} had the label already.` : "",
      isCut ? "There are more: an answer has at most 10,000 spans." : "",
    ].join(" "),
  snap: "Snap to words",
  compact: "Compact lines",
  next: "Next span",
  previous: "Previous span",
  deselect: "Deselect",
  remove: "Delete",
  endForward: "Move the end forward",
  endBack: "Move the end back",
  startForward: "Move the start forward",
  startBack: "Move the start back",
  added: (label: string, text: string) => `Add ${label} “${text}”`,
  relationAdded: (label: string) => `Add the relation ${label}`,
  relabeled: (label: string) => `Change the label to ${label}`,
  removed: (label: string) => `Delete ${label}`,
  endMoved: (label: string) => `Move the end of ${label}`,
  startMoved: (label: string) => `Move the start of ${label}`,
};
