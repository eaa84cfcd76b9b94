import { type Answers, NONE } from "./answers.ts";
import { at, idAt } from "./numbers.ts";

/** The methods that combine several answers into a label; each is explained where it is fitted. */
export const METHODS = ["majority", "one-coin", "dawid-skene", "hierarchical"] as const;
export type Method = (typeof METHODS)[number];

/** The combined answers to one item. */
export interface Decision {
  /** Index of the label; NONE for a tie. */
  readonly label: number;
  /** The model's belief in the label, 0 to 1; for a tie, the belief in each tied label. */
  readonly belief: number;
}

/** A model fitted to answers. Its functions need an item with at least one answer. */
export interface Fitted {
  /**
   * After each iteration, log-likelihood + Σ pseudo-count · ln parameter: the maximized objective. It never
   * falls, except for `hierarchical`, whose pseudo-counts change.
   */
  readonly objectives: readonly number[];
  readonly decide: (item: number) => Decision;
  /**
   * ln P(the known truth of `item` | the answers to it), with the item itself subtracted from the counts. Its
   * effect on the beliefs about other items stays.
   */
  readonly logTruth: (item: number) => number;
  /** ln P(the worker gives this label | the fitted answers to the item). */
  readonly logAnswer: (item: number, worker: number, label: number) => number;
}

/** The steps of a model that work on its own state `S` and increase its likelihood. */
export interface Steps<S> {
  /** Starts from the shares of the votes. */
  readonly countVotes: (state: S) => void;
  /** Returns Σ pseudo-count · ln parameter. */
  readonly maximize: (state: S) => number;
  /** Returns the log-likelihood of the answers. */
  readonly expect: (state: S) => number;
  readonly decide: (state: S, item: number) => Decision;
  readonly logTruth: (state: S, item: number) => number;
  readonly logAnswer: (state: S, item: number, worker: number, label: number) => number;
  /** The number of iterations of a model whose objective may fall. */
  readonly iterations?: number;
}

/** Fits the parameters: repeats the steps until the objective hardly grows, or as often as they say. */
export function fitBy<S>(state: S, steps: Steps<S>): Fitted {
  steps.countVotes(state);
  const step = () => {
    const prior = steps.maximize(state);
    return prior + steps.expect(state);
  };
  const { iterations } = steps;
  const objectives = iterations === undefined ? climb(step) : Array.from({ length: iterations }, step);
  steps.maximize(state);
  return {
    objectives,
    decide: (item) => steps.decide(state, item),
    logTruth: (item) => steps.logTruth(state, item),
    logAnswer: (item, worker, label) => steps.logAnswer(state, item, worker, label),
  };
}

const MAX_ITERATIONS = 200;
const LEAST_GAIN = 1e-7;
/** Beliefs closer than this differ only by rounding: a tie. */
const ROUNDING = 1e-9;

/** Repeats `step`, which returns the objective, until it gains less than 1e-7 of it, at most 200 times. */
function climb(step: () => number): readonly number[] {
  const objectives = [step()];
  while (objectives.length < MAX_ITERATIONS) {
    const before = objectives.at(-1) ?? 0;
    const objective = step();
    objectives.push(objective);
    if (objective - before < LEAST_GAIN * Math.abs(before)) break;
  }
  return objectives;
}

/** The label with the greatest belief, NONE if another has the same belief. */
export function decideFrom(beliefs: Iterable<readonly [label: number, belief: number]>): Decision {
  let label = NONE;
  let most = Number.NEGATIVE_INFINITY;
  for (const [other, belief] of beliefs) {
    if (Math.abs(belief - most) <= ROUNDING) label = NONE;
    else if (belief > most) label = other;
    most = Math.max(most, belief);
  }
  return { label, belief: most };
}

/** e to this power is lost when it is added to 1 in double precision. */
const NEGLIGIBLE = -40;

/** Turns logarithms into shares that sum to 1, in place, and returns the logarithm of their sum. */
export function normalizeLogs(logs: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < logs.length; k += 1) most = Math.max(most, at(logs, k));
  let sum = 0;
  for (let k = 0; k < logs.length; k += 1) {
    const below = at(logs, k) - most;
    const share = below > NEGLIGIBLE ? Math.exp(below) : 0;
    logs[k] = share;
    sum += share;
  }
  for (let k = 0; k < logs.length; k += 1) logs[k] = at(logs, k) / sum;
  return most + Math.log(sum);
}

/** Whether anybody answered the item; an item without answers adds no information. */
export function isAnswered({ starts }: Answers, item: number): boolean {
  return idAt(starts, item + 1) > idAt(starts, item);
}
