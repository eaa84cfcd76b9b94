import { type Answers, NONE } from "./answers.ts";
import { at, idAt } from "./numbers.ts";

/** How a label is made of several answers; each is explained where it is fitted. */
export type Method = "majority" | "one-coin" | "dawid-skene";

/** What the answers to one item come to. */
export interface Decision {
  /** Index of the label; NONE where labels are tied. */
  readonly label: number;
  /** What the model gives the label, 0 to 1; of a tie, what each of the tied ones has. */
  readonly belief: number;
}

/** A model whose parameters were learnt from answers. What it says of an item holds for items with an answer. */
export interface Fitted {
  /** After each iteration, log-likelihood + Σ pseudo-count · ln parameter: what is maximised, so it never falls. */
  readonly objectives: readonly number[];
  readonly decide: (item: number) => Decision;
  /**
   * ln P(the truth of `item`, which was given | the answers to it), the item itself taken out of the
   * counts: of what it taught about others nothing is taken back.
   */
  readonly logTruth: (item: number) => number;
  /** ln P(the worker gives this label | the answers to the item that were learnt from). */
  readonly logAnswer: (item: number, worker: number, label: number) => number;
}

/** The steps of a model on its own state `S`, whose likelihood they climb. */
export interface Steps<S> {
  /** Begins at the shares of the votes. */
  readonly countVotes: (state: S) => void;
  /** Gives Σ pseudo-count · ln parameter. */
  readonly maximise: (state: S) => number;
  /** Gives the log-likelihood of the answers. */
  readonly expect: (state: S) => number;
  readonly decide: (state: S, item: number) => Decision;
  readonly logTruth: (state: S, item: number) => number;
  readonly logAnswer: (state: S, item: number, worker: number, label: number) => number;
}

/** Learns the parameters: steps until the objective hardly grows. */
export function fitBy<S>(state: S, steps: Steps<S>): Fitted {
  steps.countVotes(state);
  const objectives = climb(() => {
    const prior = steps.maximise(state);
    return prior + steps.expect(state);
  });
  steps.maximise(state);
  return {
    objectives,
    decide: (item) => steps.decide(state, item),
    logTruth: (item) => steps.logTruth(state, item),
    logAnswer: (item, worker, label) => steps.logAnswer(state, item, worker, label),
  };
}

const MAX_ITERATIONS = 200;
const LEAST_GAIN = 1e-7;
/** Beliefs this near one another differ by rounding alone: a tie. */
const ROUNDING = 1e-9;

/** Repeats `step`, which gives the objective, until it gains less than 1e-7 of it, 200 times at most. */
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

/** The label with the greatest belief, NONE where another has as much. */
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

/** Turns logarithms into shares that add up to 1, in place, and gives the logarithm of their sum. */
export function normaliseLogs(logs: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < logs.length; k += 1) most = Math.max(most, at(logs, k));
  let sum = 0;
  for (let k = 0; k < logs.length; k += 1) {
    const share = Math.exp(at(logs, k) - most);
    logs[k] = share;
    sum += share;
  }
  for (let k = 0; k < logs.length; k += 1) logs[k] = at(logs, k) / sum;
  return most + Math.log(sum);
}

/** Whether anybody answered the item: one that nobody did teaches nothing. */
export function isAnswered({ starts }: Answers, item: number): boolean {
  return idAt(starts, item + 1) > idAt(starts, item);
}
