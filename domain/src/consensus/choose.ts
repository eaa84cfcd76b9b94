import { type Answers, countByWorker, NONE } from "./answers.ts";
import { fitDawidSkene, MAX_CELLS } from "./dawid-skene.ts";
import { isAnswered, type Method } from "./fit.ts";
import { fitHierarchical } from "./hierarchical.ts";
import { at, idAt } from "./numbers.ts";
import { fitOneCoin } from "./one-coin.ts";

/** Why `auto` or a request chose a method. */
export type Reason =
  /** The caller asked for it. */
  | "asked"
  /**
   * Annotators cannot be compared: one label only, or no item with two answers, or nobody with two answers.
   */
  | "nothing_to_learn"
  /** There are too many labels for confusion matrices, or for fitting each label separately. */
  | "many_labels"
  /** It gives the known truths the greater likelihood. */
  | "gold"
  /** It gives held-out answers the greater likelihood. */
  | "held_out";

export interface Choice {
  readonly method: Method;
  readonly reason: Reason;
  /** By compared method, the mean ln P of a truth or of a held-out answer; null if there was none. */
  readonly log_likelihoods: LogLikelihoods | null;
}

/** The models of annotators, each to be fitted to answers with two labels at least. */
export const FITS = {
  "one-coin": fitOneCoin,
  "dawid-skene": fitDawidSkene,
  hierarchical: fitHierarchical,
} as const;
export type Model = keyof typeof FITS;
/** The mean ln P of each compared model. */
export type LogLikelihoods = Readonly<Record<"one-coin" | "hierarchical", number>>;

/** From this many known truths with an answer on, the truths make the choice. */
const ENOUGH_GOLD = 20;
/** Each answer is held out once, in this many parts; above this many answers one part represents all. */
const PARTS = 5;
const ALL_PARTS_UP_TO = 100_000;
/** Likelihoods that differ by less differ only by the order in which they were summed. */
const ROUNDING = 1e-9;

/** A question whose answer is one of several labels. */
export interface Problem {
  readonly answers: Answers;
  /** The known label of each item, NONE if unknown. */
  readonly truth: Int32Array;
}

/**
 * The method that suits the answers: majority if annotators cannot be compared, otherwise the hierarchical
 * Dawid–Skene or one-coin. ADR 0048 has the measurements behind the rule. If the same people answered several such
 * problems about the same items, pass any one first and all of them in `problems`: they share a method.
 */
export function chooseMethod(problem: Problem, problems: Iterable<Problem> = [problem]): Choice {
  const { answers, truth } = problem;
  const counts = countByWorker(answers)
    .filter((count) => count > 0)
    .sort();
  const isOverlapping = answers.starts.some((start, item) => idAt(answers.starts, item + 1) > start + 1);
  if (answers.labels < 2 || idAt(counts, counts.length - 1) < 2 || !isOverlapping)
    return { method: "majority", reason: "nothing_to_learn", log_likelihoods: null };
  if (!fitsMemory(answers)) return { method: "one-coin", reason: "many_labels", log_likelihoods: null };
  const known = knownItems(answers, truth);
  if (known.length >= ENOUGH_GOLD) {
    return best("gold", problems, (each, model) => {
      return Float64Array.from(known, FITS[model](each.answers, each.truth).logTruth);
    });
  }
  return best("held_out", problems, heldOutLogs);
}

/** Whether confusion matrices stay within 128 MiB. */
export function fitsMemory({ workers, labels }: Answers): boolean {
  return workers * labels * labels <= MAX_CELLS;
}

/**
 * The hierarchical Dawid–Skene, unless the likelihoods of one-coin are greater by more than their standard
 * error.
 */
function best(
  reason: Reason,
  problems: Iterable<Problem>,
  logsOf: (problem: Problem, model: Model) => Float64Array,
): Choice {
  const sums = { count: 0, coin: 0, matrix: 0, squares: 0 };
  for (const problem of problems) {
    const [coins, matrices] = [logsOf(problem, "one-coin"), logsOf(problem, "hierarchical")];
    for (let index = 0; index < coins.length; index += 1) {
      const [coin, matrix] = [at(coins, index), at(matrices, index)];
      sums.count += 1;
      sums.coin += coin;
      sums.matrix += matrix;
      sums.squares += (coin - matrix) ** 2;
    }
  }
  const mean = (sum: number) => sum / Math.max(1, sums.count);
  const gain = mean(sums.coin - sums.matrix);
  const error = Math.sqrt(Math.max(0, mean(sums.squares) - gain ** 2) / Math.max(1, sums.count));
  return {
    method: gain > error + ROUNDING ? "one-coin" : "hierarchical",
    reason,
    log_likelihoods: { "one-coin": mean(sums.coin), hierarchical: mean(sums.matrix) },
  };
}

function knownItems(answers: Answers, truth: Int32Array): number[] {
  return [...truth.keys()].filter((item) => truth[item] !== NONE && isAnswered(answers, item));
}

/** For each answer held out of an item that keeps another answer. */
function heldOutLogs({ answers, truth }: Problem, model: Model): Float64Array {
  const parts = partsOf(answers);
  const logs = new Float64Array(answers.worker.length);
  let count = 0;
  const tried = answers.worker.length > ALL_PARTS_UP_TO ? 1 : PARTS;
  for (let part = 0; part < tried; part += 1) {
    const shown = without(answers, parts, part);
    const fitted = FITS[model](shown, truth);
    for (let item = 0; item < answers.items; item += 1) {
      if (!isAnswered(shown, item)) continue;
      for (let row = idAt(answers.starts, item); row < idAt(answers.starts, item + 1); row += 1) {
        if (parts[row] !== part) continue;
        logs[count] = fitted.logAnswer(item, idAt(answers.worker, row), idAt(answers.label, row));
        count += 1;
      }
    }
  }
  return logs.subarray(0, count);
}

/**
 * The part of each answer, from the names of its item and its annotator, whatever their order. Source of the mixing:
 * the finalizer of MurmurHash3 (Austin Appleby, public domain).
 */
function partsOf({ items, starts, worker, itemKeys, workerKeys }: Answers): Uint8Array {
  const parts = new Uint8Array(worker.length);
  for (let item = 0; item < items; item += 1) {
    const key = Math.imul(idAt(itemKeys, item), 0x9e3779b1);
    for (let row = idAt(starts, item); row < idAt(starts, item + 1); row += 1) {
      let mixed = key ^ idAt(workerKeys, idAt(worker, row));
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      parts[row] = ((mixed ^ (mixed >>> 16)) >>> 0) % PARTS;
    }
  }
  return parts;
}

function without(answers: Answers, parts: Uint8Array, part: number): Answers {
  const starts = new Uint32Array(answers.items + 1);
  const [worker, label] = [new Uint32Array(parts.length), new Uint32Array(parts.length)];
  let kept = 0;
  for (let item = 0; item < answers.items; item += 1) {
    for (let row = idAt(answers.starts, item); row < idAt(answers.starts, item + 1); row += 1) {
      if (parts[row] === part) continue;
      worker[kept] = idAt(answers.worker, row);
      label[kept] = idAt(answers.label, row);
      kept += 1;
    }
    starts[item + 1] = kept;
  }
  return { ...answers, starts, worker: worker.subarray(0, kept), label: label.subarray(0, kept) };
}
