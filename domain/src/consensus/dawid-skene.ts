import { type Answers, NONE } from "./answers.ts";
import {
  type Decision,
  decideFrom,
  type Fitted,
  fitBy,
  isAnswered,
  normalizeLogs,
  type Steps,
} from "./fit.ts";
import { add, at, idAt } from "./numbers.ts";

/** How many answers the prior of each row of a confusion matrix is worth. */
const STRENGTH = 3;
/** The share of right answers that the prior expects; the K − 1 wrong labels share the rest equally. */
const EXPECTED = 2 / 3;
/** Added to the expected count of items, per label. */
const CLASS = 1;

/** Numbers that the confusion matrices may take: 128 MiB of them. */
export const MAX_CELLS = 2 ** 23;

/**
 * Maximum-a-posteriori Dawid–Skene: each annotator has a confusion matrix and each label a frequency, both
 * with a Dirichlet prior. `truth` fixes items, NONE if unknown. Needs at least two labels. O(answers · K) per
 * iteration; 16 · annotators · K² bytes of memory, whatever the number of items.
 *
 * Source: Dawid and Skene, "Maximum Likelihood Estimation of Observer Error-Rates Using the EM Algorithm"
 * (1979), equations 2.3 to 2.5, with the pseudo-counts added to the counts of 2.3 and 2.4.
 */
export function fitDawidSkene(answers: Answers, truth: Int32Array): Fitted {
  return fitBy(createDawidSkene(answers, truth), MATRIX_STEPS);
}

/** The state of a Dawid–Skene fit before it begins. */
export function createDawidSkene(answers: Answers, truth: Int32Array): Matrices {
  const { workers, labels: K } = answers;
  const rows = new Float64Array(K * K).fill((1 - EXPECTED) / (K - 1));
  for (let k = 0; k < K; k += 1) rows[k * K + k] = EXPECTED;
  const prior = { strength: STRENGTH, rows, tilts: new Float64Array(workers).fill(1) };
  return createMatrices(answers, truth, prior);
}

/** Confusion matrices without counts, with this prior. */
export function createMatrices(answers: Answers, truth: Int32Array, prior: MatrixPrior): Matrices {
  const { workers, labels: K } = answers;
  return {
    ...{ answers, truth, prior },
    counts: new Float64Array(workers * K * K),
    logs: new Float64Array(workers * K * K),
    classes: new Float64Array(K),
    classLogs: new Float64Array(K),
    beliefs: new Float64Array(K),
  };
}

/** The Dirichlet prior of the rows of all confusion matrices. */
export interface MatrixPrior {
  /** How many answers it is worth, per row. */
  readonly strength: number;
  /** Its mean for an average annotator: P(says l | k is right) at l·K + k. Each is above 0. */
  readonly rows: Float64Array;
  /** By annotator, the factor by which their odds of a right answer differ from those in `rows`. */
  readonly tilts: Float64Array;
}

/** The state of a fit of confusion matrices. */
export interface Matrices {
  readonly answers: Answers;
  readonly truth: Int32Array;
  readonly prior: MatrixPrior;
  /**
   * Expected count of annotator w saying l when k is right, at (w·K + l)·K + k, so that one answer reads K
   * adjacent numbers.
   */
  readonly counts: Float64Array;
  /** ln π_w[k,l] in the same places. */
  readonly logs: Float64Array;
  /** Expected count of items per label, and ln p. */
  readonly classes: Float64Array;
  readonly classLogs: Float64Array;
  /** Beliefs about the current item. */
  readonly beliefs: Float64Array;
}

/** Starts from the shares of the votes. */
function countVotes(state: Matrices): void {
  const { answers, truth, beliefs } = state;
  const { items, starts, label } = answers;
  for (let item = 0; item < items; item += 1) {
    if (!isAnswered(answers, item)) continue;
    const [from, to] = [idAt(starts, item), idAt(starts, item + 1)];
    const known = truth[item] ?? NONE;
    beliefs.fill(0);
    if (known !== NONE) add(beliefs, known, 1);
    else for (let row = from; row < to; row += 1) add(beliefs, idAt(label, row), 1 / (to - from));
    learn(state, item);
  }
}

/** Adds the current item and its beliefs to the counts. */
function learn({ answers, counts, classes, beliefs }: Matrices, item: number): void {
  const { labels: K, starts, worker, label } = answers;
  const to = idAt(starts, item + 1);
  for (let row = idAt(starts, item); row < to; row += 1) {
    const base = (idAt(worker, row) * K + idAt(label, row)) * K;
    for (let k = 0; k < K; k += 1) add(counts, base + k, at(beliefs, k));
  }
  for (let k = 0; k < K; k += 1) add(classes, k, at(beliefs, k));
}

/**
 * Sets the parameters from the counts; returns the prior's part of the objective, Σ pseudo-count · ln
 * parameter.
 */
function maximize({ answers, prior, counts, logs, classes, classLogs }: Matrices): number {
  const { workers, labels: K } = answers;
  let logPrior = 0;
  for (let w = 0; w < workers; w += 1) {
    for (let k = 0; k < K; k += 1) {
      const logSum = Math.log(countWhereRight(counts, K, w, k) + prior.strength);
      for (let l = 0; l < K; l += 1) {
        const place = (w * K + l) * K + k;
        const pseudo = pseudoCount(prior, K, w, k, l);
        const log = Math.log(at(counts, place) + pseudo) - logSum;
        logs[place] = log;
        logPrior += pseudo * log;
      }
    }
  }
  const all = Math.log(classes.reduce((sum, count) => sum + count, K * CLASS));
  for (let k = 0; k < K; k += 1) {
    const log = Math.log(at(classes, k) + CLASS) - all;
    classLogs[k] = log;
    logPrior += CLASS * log;
  }
  return logPrior;
}

/** Added to the expected count of the worker saying `said` when `right` is right. */
function pseudoCount(
  { strength, rows, tilts }: MatrixPrior,
  K: number,
  worker: number,
  right: number,
  said: number,
): number {
  const tilt = at(tilts, worker);
  const share = at(rows, said * K + right) * (right === said ? tilt : 1);
  return (strength * share) / (1 + at(rows, right * K + right) * (tilt - 1));
}

/** Expected number of the annotator's answers to items whose label is `right`. */
function countWhereRight(counts: Float64Array, K: number, worker: number, right: number): number {
  let sum = 0;
  for (let l = 0; l < K; l += 1) sum += at(counts, (worker * K + l) * K + right);
  return sum;
}

/** Recounts with the current parameters; returns the log-likelihood of all answers. */
function expect(state: Matrices): number {
  const { answers, counts, classes } = state;
  counts.fill(0);
  classes.fill(0);
  let logLikelihood = 0;
  for (let item = 0; item < answers.items; item += 1) {
    if (!isAnswered(answers, item)) continue;
    logLikelihood += believe(state, item);
    learn(state, item);
  }
  return logLikelihood;
}

/** Writes P(label | answers) into `beliefs` and returns ln P(answers), including the truth if it is known. */
export function believe({ answers, truth, logs, classLogs, beliefs }: Matrices, item: number): number {
  const { labels: K, starts, worker, label } = answers;
  const to = idAt(starts, item + 1);
  for (let k = 0; k < K; k += 1) beliefs[k] = at(classLogs, k);
  for (let row = idAt(starts, item); row < to; row += 1) {
    const base = (idAt(worker, row) * K + idAt(label, row)) * K;
    for (let k = 0; k < K; k += 1) add(beliefs, k, at(logs, base + k));
  }
  const known = truth[item] ?? NONE;
  if (known === NONE) return normalizeLogs(beliefs);
  const log = at(beliefs, known);
  beliefs.fill(0);
  beliefs[known] = 1;
  return log;
}

function decide(state: Matrices, item: number): Decision {
  believe(state, item);
  return decideFrom(state.beliefs.entries());
}

/** A known item adds 1 to the counts of its truth: subtracting that gives the parameters without the item. */
function logTruth({ answers, truth, prior, counts, classes, beliefs }: Matrices, item: number): number {
  const { labels: K, starts, worker, label } = answers;
  const known = truth[item] ?? NONE;
  for (let k = 0; k < K; k += 1) beliefs[k] = Math.log(at(classes, k) + CLASS - Number(k === known));
  for (let row = idAt(starts, item); row < idAt(starts, item + 1); row += 1) {
    const [w, said] = [idAt(worker, row), idAt(label, row)];
    for (let k = 0; k < K; k += 1) {
      const own = Number(k === known);
      const count = at(counts, (w * K + said) * K + k) + pseudoCount(prior, K, w, k, said) - own;
      add(beliefs, k, Math.log(count / (countWhereRight(counts, K, w, k) + prior.strength - own)));
    }
  }
  const log = at(beliefs, known);
  return log - normalizeLogs(beliefs);
}

function logAnswer(state: Matrices, item: number, worker: number, label: number): number {
  const { answers, logs, beliefs } = state;
  believe(state, item);
  const base = (worker * answers.labels + label) * answers.labels;
  return Math.log(beliefs.reduce((sum, belief, k) => sum + belief * Math.exp(at(logs, base + k)), 0));
}

/** The steps of a fit whose prior stays. */
export const MATRIX_STEPS: Steps<Matrices> = { countVotes, maximize, expect, decide, logTruth, logAnswer };
