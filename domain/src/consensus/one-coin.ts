import { type Answers, countByWorker, NONE } from "./answers.ts";
import { type Decision, decideFrom, type Fitted, fitBy, isAnswered } from "./fit.ts";
import { add, at, idAt } from "./numbers.ts";

/** Added to the counts of right and wrong answers of each annotator, in total. */
const COIN = 3;
/** The expected share of right answers of an annotator if the data say nothing, and its maximum. */
const EXPECTED = 2 / 3;
const MAX_EXPECTED = 0.95;
/** Added to the expected count of items, per label. */
const CLASS = 1;

/**
 * Maximum-a-posteriori Dawid–Skene with one number per annotator: right with probability a, otherwise any of
 * the K − 1 other labels with equal probability; and a frequency per label. a has a prior worth 3 answers
 * around the annotators' common accuracy, `expectedAccuracy`. `truth` fixes items, NONE if unknown. Needs at
 * least two labels. O(answers + K) per iteration, however many labels there are: labels that nobody gave an
 * item share the remaining belief in proportion to their frequencies.
 *
 * Source: Zhang, Chen, Zhou and Jordan, "Spectral Methods Meet EM" (2016), the one-coin model of section 3.3.
 */
export function fitOneCoin(answers: Answers, truth: Int32Array): Fitted {
  const { workers, labels: K } = answers;
  const expected = COIN * expectedAccuracy(answers);
  const state: State = {
    ...{ answers, truth, used: 0, prior: { right: expected, wrong: COIN - expected } },
    given: countByWorker(answers),
    right: new Float64Array(workers),
    wrongLogs: new Float64Array(workers),
    odds: new Float64Array(workers),
    shares: new Float64Array(K).fill(1 / K),
    classes: new Float64Array(K),
    unseen: { sum: 0, where: new Float64Array(K) },
    beliefs: new Float64Array(K),
    item: { seen: [], isSeen: new Uint8Array(K), unseen: 0 },
  };
  return fitBy(state, { countVotes, maximize, expect, decide, logTruth, logAnswer });
}

/**
 * An annotator's accuracy a, from the share q of agreeing pairs of answers to one item: q = a² + (1 − a)²/(K
 * − 1), since two agree if both are right or both are wrong in the same way. From 1/K, for agreement at
 * chance level, to .95; 2/3 if no item has two answers.
 */
function expectedAccuracy({ items, labels: K, starts, label }: Answers): number {
  const counts = new Map<number, number>();
  let [pairs, agreeing] = [0, 0];
  for (let item = 0; item < items; item += 1) {
    const [from, to] = [idAt(starts, item), idAt(starts, item + 1)];
    counts.clear();
    for (let row = from; row < to; row += 1) {
      const said = idAt(label, row);
      const same = counts.get(said) ?? 0;
      agreeing += same;
      counts.set(said, same + 1);
    }
    pairs += ((to - from) * (to - from - 1)) / 2;
  }
  if (pairs === 0) return EXPECTED;
  const excess = Math.max(0, (K * agreeing) / pairs - 1);
  return Math.min(MAX_EXPECTED, (1 + Math.sqrt((K - 1) * excess)) / K);
}

interface State {
  readonly answers: Answers;
  readonly truth: Int32Array;
  /** Items that somebody answered. */
  used: number;
  /** Pseudo-counts of a coin. */
  readonly prior: { readonly right: number; readonly wrong: number };
  /** Answers by annotator, and the expected number of right ones. */
  readonly given: Uint32Array;
  readonly right: Float64Array;
  /** ln((1 − a)/(K − 1)), and ln a minus that. */
  readonly wrongLogs: Float64Array;
  readonly odds: Float64Array;
  /** Frequency of each label. */
  readonly shares: Float64Array;
  /** Expected count of items by label, for labels that somebody gave the item. */
  readonly classes: Float64Array;
  /**
   * A label that nobody gave an item has the belief `item.unseen` times its frequency. `sum` adds up
   * `item.unseen` over all items, `where` over the items where the label was given; the difference is the
   * label's remaining count.
   */
  readonly unseen: { sum: number; readonly where: Float64Array };
  /** Beliefs about the current item, by label; valid for `item.seen` only. */
  readonly beliefs: Float64Array;
  /** The distinct labels that somebody gave the current item, and its truth. */
  readonly item: { readonly seen: number[]; readonly isSeen: Uint8Array; unseen: number };
}

/** Starts from the shares of the votes. */
function countVotes(state: State): void {
  const { answers, truth, beliefs, item: inHand } = state;
  const { items, starts, label } = answers;
  for (let item = 0; item < items; item += 1) {
    if (!isAnswered(answers, item)) continue;
    state.used += 1;
    const [from, to] = [idAt(starts, item), idAt(starts, item + 1)];
    const known = truth[item] ?? NONE;
    see(state, item);
    for (const k of inHand.seen) beliefs[k] = 0;
    if (known !== NONE) add(beliefs, known, 1);
    else for (let row = from; row < to; row += 1) add(beliefs, idAt(label, row), 1 / (to - from));
    learn(state, item);
  }
}

/** Lists the labels of the current item. */
function see({ answers, truth, item: inHand }: State, item: number): void {
  const { starts, label } = answers;
  const { seen, isSeen } = inHand;
  for (const earlier of seen) isSeen[earlier] = 0;
  seen.length = 0;
  const known = truth[item] ?? NONE;
  if (known !== NONE) {
    isSeen[known] = 1;
    seen.push(known);
  }
  const to = idAt(starts, item + 1);
  for (let row = idAt(starts, item); row < to; row += 1) {
    const said = idAt(label, row);
    if (isSeen[said] === 1) continue;
    isSeen[said] = 1;
    seen.push(said);
  }
}

/** Adds the current item and its beliefs to the counts. */
function learn({ answers, right, classes, unseen, beliefs, item: inHand }: State, item: number): void {
  const { starts, worker, label } = answers;
  const to = idAt(starts, item + 1);
  for (let row = idAt(starts, item); row < to; row += 1)
    add(right, idAt(worker, row), at(beliefs, idAt(label, row)));
  for (const k of inHand.seen) {
    add(classes, k, at(beliefs, k));
    add(unseen.where, k, inHand.unseen);
  }
  unseen.sum += inHand.unseen;
}

/**
 * Sets the parameters from the counts; returns the prior's part of the objective, Σ pseudo-count · ln
 * parameter.
 */
function maximize(state: State): number {
  const { answers, used, prior, given, right, wrongLogs, odds, shares, classes, unseen } = state;
  const K = answers.labels;
  let logPrior = 0;
  for (let w = 0; w < answers.workers; w += 1) {
    const all = idAt(given, w) + COIN;
    const hits = at(right, w) + prior.right;
    const hit = Math.log(hits / all);
    const miss = Math.log((all - hits) / all / (K - 1));
    wrongLogs[w] = miss;
    odds[w] = hit - miss;
    logPrior += prior.right * hit + prior.wrong * miss;
  }
  for (let k = 0; k < K; k += 1) {
    const elsewhere = at(shares, k) * (unseen.sum - at(unseen.where, k));
    const share = (at(classes, k) + elsewhere + CLASS) / (used + K * CLASS);
    shares[k] = share;
    logPrior += CLASS * Math.log(share);
  }
  return logPrior;
}

/** Recounts with the current parameters; returns the log-likelihood of all answers. */
function expect(state: State): number {
  const { answers, right, classes, unseen } = state;
  right.fill(0);
  classes.fill(0);
  unseen.where.fill(0);
  unseen.sum = 0;
  let logLikelihood = 0;
  for (let item = 0; item < answers.items; item += 1) {
    if (!isAnswered(answers, item)) continue;
    logLikelihood += believe(state, item);
    learn(state, item);
  }
  return logLikelihood;
}

/** Writes P(label | answers) into `beliefs` and returns ln P(answers), including the truth if it is known. */
function believe(state: State, item: number): number {
  const { answers, truth, wrongLogs, odds, shares, beliefs, item: inHand } = state;
  const { starts, worker, label } = answers;
  see(state, item);
  for (const k of inHand.seen) beliefs[k] = Math.log(at(shares, k));
  const to = idAt(starts, item + 1);
  let allWrong = 0;
  for (let row = idAt(starts, item); row < to; row += 1) {
    const who = idAt(worker, row);
    allWrong += at(wrongLogs, who);
    add(beliefs, idAt(label, row), at(odds, who));
  }
  const known = truth[item] ?? NONE;
  if (known === NONE) return allWrong + normalize(state);
  const log = at(beliefs, known);
  for (const k of inHand.seen) beliefs[k] = Number(k === known);
  inHand.unseen = 0;
  return allWrong + log;
}

/** Like `normalizeLogs`, over the seen labels and the remainder of the others. */
function normalize({ answers, shares, beliefs, item: inHand }: State): number {
  let [most, rest] = [0, 1];
  for (const k of inHand.seen) {
    most = Math.max(most, at(beliefs, k));
    rest -= at(shares, k);
  }
  const each = inHand.seen.length < answers.labels ? Math.exp(-most) : 0;
  let sum = Math.max(0, rest) * each;
  for (const k of inHand.seen) {
    const belief = Math.exp(at(beliefs, k) - most);
    beliefs[k] = belief;
    sum += belief;
  }
  for (const k of inHand.seen) beliefs[k] = at(beliefs, k) / sum;
  inHand.unseen = each / sum;
  return most + Math.log(sum);
}

/** One of the labels that somebody gave, however frequent others are. */
function decide(state: State, item: number): Decision {
  believe(state, item);
  return decideFrom(state.item.seen.map((k) => [k, at(state.beliefs, k)]));
}

/** A known item adds 1 to the counts of its truth: subtracting that gives the coins without the item. */
function logTruth(state: State, item: number): number {
  const { answers, truth, prior, given, right, shares, beliefs, item: inHand } = state;
  const { starts, worker, label, labels: K } = answers;
  const known = truth[item] ?? NONE;
  see(state, item);
  for (const k of inHand.seen) beliefs[k] = Math.log(at(shares, k));
  for (let row = idAt(starts, item); row < idAt(starts, item + 1); row += 1) {
    const [who, said] = [idAt(worker, row), idAt(label, row)];
    const hits = at(right, who) + prior.right - Number(said === known);
    const misses = idAt(given, who) - 1 + COIN - hits;
    add(beliefs, said, Math.log((hits * (K - 1)) / misses));
  }
  const log = at(beliefs, known);
  return log - normalize(state);
}

function logAnswer(state: State, item: number, worker: number, label: number): number {
  const { wrongLogs, odds, shares, beliefs, item: inHand } = state;
  believe(state, item);
  const isTrue = inHand.isSeen[label] === 1 ? at(beliefs, label) : inHand.unseen * at(shares, label);
  const wrong = at(wrongLogs, worker);
  return Math.log(isTrue * Math.exp(wrong + at(odds, worker)) + (1 - isTrue) * Math.exp(wrong));
}
