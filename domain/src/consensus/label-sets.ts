import { type Answers, NONE } from "./answers.ts";
import { type Choice, chooseMethod, fitsMemory, type Problem } from "./choose.ts";
import { type AskedMethod, decideLabels, fit } from "./consensus.ts";
import { type Fitted, isAnswered, type Method } from "./fit.ts";
import { at, idAt } from "./numbers.ts";

/** Answers that give labels, and the items' present labels; everything as numbers from 0. */
export interface LabelSets {
  /** True if an answer is exactly one label, false if it is any number of labels, including none. */
  readonly isExactlyOne: boolean;
  /** Who answered which item. `said` has the labels; here each label is 0. */
  readonly answers: Answers;
  /** By label the answers that give it, as indexes into `answers`, each once. */
  readonly said: readonly (readonly number[])[];
  /** By label the items that have it, each once. */
  readonly present: readonly (readonly number[])[];
  /** By item 1 if its labels are known to be right. */
  readonly isKnown: Uint8Array;
  /** By item 1 where its labels may be changed. */
  readonly mayChange: Uint8Array;
}

/** Other labels for one item, by number, in order. */
export interface SetChange {
  readonly item: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The share of its answers that support `to`, 0 to 1; of several labels, the lowest. */
  readonly support: number;
}

/** A method's decision about the labels of a batch. */
export interface SetConsensus extends Choice {
  readonly changes: readonly SetChange[];
  /** Of the fit with the most iterations; 0 for majority. */
  readonly iterations: number;
}

/** Up to this many labels times answers, each label is fitted separately: about ten seconds of work. */
const MAX_SAID = 2 ** 24;

/**
 * The labels that a batch's items should have. If items can have several labels, each label is a separate
 * problem, given (1) or not (0), and one method is chosen for all. Ties and unanimous labels do not change.
 *
 * Throws a RangeError for a method that does not fit in memory or time, see `fitsSets`.
 */
export function decideSets(sets: LabelSets, asked: AskedMethod): SetConsensus {
  return sets.isExactlyOne ? decideOne(sets, asked) : decideEach(sets, asked);
}

/** Whether a method is affordable for this many labels, answers and annotators. */
export function fitsSets({ isExactlyOne, answers, said }: LabelSets, method: Method): boolean {
  if (method === "majority") return true;
  if (!isExactlyOne && said.length * answers.worker.length > MAX_SAID) return false;
  return method === "one-coin" || fitsMemory({ ...answers, labels: isExactlyOne ? said.length : 2 });
}

function decideOne(sets: LabelSets, asked: AskedMethod): SetConsensus {
  const { said, isKnown, mayChange } = sets;
  const label = sets.answers.label.slice();
  for (const [each, rows] of said.entries()) for (const row of rows) label[row] = each;
  const has = listByItem(sets);
  const known = Int32Array.from(has, ([each = NONE], item) => (isKnown[item] === 1 ? each : NONE));
  const decided = decideLabels({ ...sets.answers, label, labels: said.length }, asked, known);
  const changes = has.flatMap((from, item): SetChange[] => {
    const [to, support] = [decided.label[item] ?? NONE, decided.support[item] ?? 0];
    const stays = to === NONE || support === 0 || from[0] === to;
    return mayChange[item] !== 1 || stays ? [] : [{ item, from, to: [to], support }];
  });
  const { method, reason, log_likelihoods } = decided;
  return { ...{ method, reason, log_likelihoods }, changes, iterations: decided.objectives.length };
}

function decideEach(sets: LabelSets, asked: AskedMethod): SetConsensus {
  const { answers, said } = sets;
  const choice = chooseForEach(sets, asked);
  const has = listByItem(sets);
  const to = Array.from(has, (): number[] => []);
  const support = new Float64Array(answers.items).fill(1);
  const itemOf = itemsOfRows(answers);
  let iterations = 0;
  for (const [each, rows] of said.entries()) {
    const fitted = choice.method === "majority" ? null : fit(problemOf(sets, each), choice.method);
    iterations = Math.max(iterations, fitted?.objectives.length ?? 0);
    for (const [item, { length: votes }] of Map.groupBy(rows, (row) => idAt(itemOf, row))) {
      const share = votes / (idAt(answers.starts, item + 1) - idAt(answers.starts, item));
      const isGiven = isDecided(fitted, item, share) ?? has[item]?.includes(each);
      if (isGiven) to[item]?.push(each);
      support[item] = Math.min(at(support, item), isGiven ? share : 1 - share);
    }
  }
  return { ...choice, changes: changesTo(sets, has, to, support), iterations };
}

function changesTo(
  { answers, mayChange }: LabelSets,
  has: readonly number[][],
  to: readonly number[][],
  support: Float64Array,
): SetChange[] {
  return has.flatMap((from, item) => {
    const labels = to[item] ?? [];
    if (mayChange[item] !== 1 || !isAnswered(answers, item) || from.join() === labels.join()) return [];
    return [{ item, from, to: labels, support: at(support, item) }];
  });
}

/** Whether an item gets a label that this share of its answers gives; null for a tie. */
function isDecided(fitted: Fitted | null, item: number, share: number): boolean | null {
  if (share === 1) return true;
  if (fitted === null) return share === 0.5 ? null : share > 0.5;
  const { label } = fitted.decide(item);
  return label === NONE ? null : label === 1;
}

function chooseForEach(sets: LabelSets, asked: AskedMethod): Choice {
  if (asked !== "auto") {
    if (fitsSets(sets, asked)) return { method: asked, reason: "asked", log_likelihoods: null };
    throw new RangeError(`there are too many labels and answers for ${asked}`);
  }
  if (!fitsSets(sets, "one-coin"))
    return { method: "majority", reason: "many_labels", log_likelihoods: null };
  return chooseMethod(problemOf(sets, NONE), problemsOf(sets));
}

function* problemsOf(sets: LabelSets): Generator<Problem> {
  for (const each of sets.said.keys()) yield problemOf(sets, each);
}

/** Whether each item has the label; `NONE` stands for a label that nobody gave. */
function problemOf({ answers, said, present, isKnown }: LabelSets, each: number): Problem {
  const label = new Uint32Array(answers.label.length);
  for (const row of said[each] ?? []) label[row] = 1;
  const truth = Int32Array.from(isKnown, (known) => (known === 1 ? 0 : NONE));
  for (const item of present[each] ?? []) if (isKnown[item] === 1) truth[item] = 1;
  return { answers: { ...answers, label, labels: 2 }, truth };
}

/** The present labels of each item, in order. */
function listByItem({ answers, present }: LabelSets): number[][] {
  const labels = Array.from({ length: answers.items }, (): number[] => []);
  for (const [each, items] of present.entries()) for (const item of items) labels[item]?.push(each);
  return labels;
}

function itemsOfRows({ items, starts, worker }: Answers): Uint32Array {
  const itemOf = new Uint32Array(worker.length);
  for (let item = 0; item < items; item += 1) itemOf.fill(item, idAt(starts, item), idAt(starts, item + 1));
  return itemOf;
}
