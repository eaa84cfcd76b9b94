import { type Answers, NONE } from "./answers.ts";
import { type Choice, chooseMethod, FITS, fitsMemory, type Problem } from "./choose.ts";
import { type Decision, type Fitted, isAnswered, METHODS, type Method } from "./fit.ts";
import { majorityOf } from "./majority.ts";
import { idAt } from "./numbers.ts";

/** Every method, and `auto`, which chooses one of them. */
export const ASKED_METHODS = ["auto", ...METHODS] as const;
export type AskedMethod = (typeof ASKED_METHODS)[number];

/** Increases whenever the same answers would give a different result. */
export const CONSENSUS_VERSION = 3;

/** The labels of all items. */
export interface BatchConsensus extends Choice {
  /** Per item the index of its label; NONE for a tie, or if nobody answered and nothing is known. */
  readonly label: Int32Array;
  /**
   * Per item the share of its answers that give the label, 0 to 1; for an item without a label, the share of
   * its most frequent label. 0 without answers.
   */
  readonly support: Float64Array;
  /**
   * Per item the model's belief in the label, 0 to 1. Not a reliable probability: on real sets a mean belief
   * of .98 came with .64 right labels. 1 for a known truth.
   */
  readonly belief: Float64Array;
  /** Of the last fit; empty for majority. See `Fitted`. */
  readonly objectives: readonly number[];
}

/**
 * One label per item from the answers of several annotators. `truth` holds the index of each item's known
 * label, NONE if unknown (the default). A known label is the item's label, and annotators are measured by it.
 * Ties are never broken by the order of labels or answers. O(answers · labels) per iteration.
 *
 * Throws a RangeError for `dawid-skene` and `hierarchical` if their confusion matrices would take more than
 * 128 MiB.
 */
export function decideLabels(
  answers: Answers,
  asked: AskedMethod = "auto",
  truth?: Int32Array,
): BatchConsensus {
  const known = truth ?? new Int32Array(answers.items).fill(NONE);
  const choice: Choice =
    asked === "auto"
      ? chooseMethod({ answers, truth: known })
      : { method: asked, reason: "asked", log_likelihoods: null };
  const fitted = fit({ answers, truth: known }, choice.method);
  const decided = {
    label: new Int32Array(answers.items),
    support: new Float64Array(answers.items),
    belief: new Float64Array(answers.items),
  };
  for (let item = 0; item < answers.items; item += 1) {
    const { label, belief } = decideItem(answers, known, fitted, item);
    decided.label[item] = label;
    decided.belief[item] = belief;
    decided.support[item] = supportOf(answers, item, label);
  }
  return { ...choice, ...decided, objectives: fitted?.objectives ?? [] };
}

/** The fitted model; null for majority, and if there is only one label. Throws like `decideLabels`. */
export function fit({ answers, truth }: Problem, method: Method): Fitted | null {
  if (method === "majority" || answers.labels < 2) return null;
  if (method !== "one-coin" && !fitsMemory(answers)) {
    throw new RangeError(
      `${answers.workers} annotators and ${answers.labels} labels are too many for ${method}; use one-coin`,
    );
  }
  return FITS[method](answers, truth);
}

function decideItem(answers: Answers, known: Int32Array, fitted: Fitted | null, item: number): Decision {
  const label = known[item] ?? NONE;
  if (label !== NONE) return { label, belief: 1 };
  if (!isAnswered(answers, item)) return { label: NONE, belief: 0 };
  return fitted === null ? majorityOf(answers, item) : fitted.decide(item);
}

function supportOf(answers: Answers, item: number, label: number): number {
  if (!isAnswered(answers, item)) return 0;
  if (label === NONE) return majorityOf(answers, item).belief;
  const [from, to] = [idAt(answers.starts, item), idAt(answers.starts, item + 1)];
  let behind = 0;
  for (let row = from; row < to; row += 1) if (idAt(answers.label, row) === label) behind += 1;
  return behind / (to - from);
}
