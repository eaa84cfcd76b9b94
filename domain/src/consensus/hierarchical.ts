import type { Answers } from "./answers.ts";
import { createMatrices, MATRIX_STEPS, type Matrices } from "./dawid-skene.ts";
import { type Fitted, fitBy } from "./fit.ts";
import { add, at } from "./numbers.ts";

/**
 * How many answers the prior is worth: of each row of an annotator's matrix, and of their accuracy. ADR 0048
 * has the measurements.
 */
const STRENGTH = 5;
/** Added to the counts of each pooled row, and their expected share of right answers. */
const POOLED = 3;
const EXPECTED = 2 / 3;
/** More iterations make the labels worse on real answers: annotators move ever further from the pool. */
const ITERATIONS = 10;

/**
 * Hierarchical Dawid–Skene: annotators with few answers borrow from all others. With the expected counts
 * n_w[k,l] of annotator w saying l when k is right, each iteration learns the prior anew and then the
 * matrices:
 *
 * - pooled rows P[k,l] = (Σ_w n_w[k,l] + c[k,l]) / (Σ_w n_w[k,·] + 3), c being 2 for l = k, else 1/(K − 1);
 * - accuracies a = (Σ_w n_w[right] + 2) / (answers + 3) of all, a_w = (n_w[right] + 5a) / (n_w + 5) of one;
 * - tilts t_w = (a_w / (1 − a_w)) / (a / (1 − a)), by which w's odds of a right answer differ from the pool's;
 * - prior means m_w[k,l] ∝ P[k,l] · (t_w for l = k, else 1), each row summing to 1;
 * - matrices π_w[k,l] = (n_w[k,l] + 5 m_w[k,l]) / (n_w[k,·] + 5).
 *
 * Since the prior changes, the objective may fall; there are always 10 iterations. `truth` fixes items, NONE
 * if unknown. Needs at least two labels. O(answers · K + annotators · K²) per iteration; the memory of
 * Dawid–Skene and 24 bytes per annotator.
 *
 * Source: the hierarchical Dawid–Skene of Paun et al., "Comparing Bayesian Models of Annotation" (2018),
 * which pools the rows of the annotators. Estimating the prior by counts, and its tilt by
 * accuracy, is our own empirical-Bayes form of it.
 */
export function fitHierarchical(answers: Answers, truth: Int32Array): Fitted {
  const { workers, labels: K } = answers;
  const rows = new Float64Array(K * K);
  const prior = { strength: STRENGTH, rows, tilts: new Float64Array(workers) };
  return fitBy(createMatrices(answers, truth, prior), {
    ...MATRIX_STEPS,
    maximize: (state) => {
      learnRows(state);
      learnTilts(state);
      return MATRIX_STEPS.maximize(state);
    },
    iterations: ITERATIONS,
  });
}

/** Sets the prior's rows to those of all annotators together. */
function learnRows({ answers, counts, prior: { rows } }: Matrices): void {
  const { labels: K } = answers;
  rows.fill((POOLED * (1 - EXPECTED)) / (K - 1));
  for (let k = 0; k < K; k += 1) rows[k * K + k] = POOLED * EXPECTED;
  const cells = K * K;
  for (let from = 0; from < counts.length; from += cells)
    for (let cell = 0; cell < cells; cell += 1) add(rows, cell, at(counts, from + cell));
  for (let k = 0; k < K; k += 1) {
    let sum = 0;
    for (let l = 0; l < K; l += 1) sum += at(rows, l * K + k);
    for (let l = 0; l < K; l += 1) rows[l * K + k] = at(rows, l * K + k) / sum;
  }
}

/** Sets each annotator's tilt from their share of right answers over all labels. */
function learnTilts({ answers, counts, prior: { tilts } }: Matrices): void {
  const { workers, labels: K } = answers;
  const [right, given] = [new Float64Array(workers), new Float64Array(workers)];
  let [allRight, all] = [POOLED * EXPECTED, POOLED];
  for (let w = 0; w < workers; w += 1) {
    const from = w * K * K;
    for (let cell = from; cell < from + K * K; cell += 1) add(given, w, at(counts, cell));
    for (let k = 0; k < K; k += 1) add(right, w, at(counts, from + k * K + k));
    allRight += at(right, w);
    all += at(given, w);
  }
  const accuracy = allRight / all;
  for (let w = 0; w < workers; w += 1) {
    const hits = at(right, w) + STRENGTH * accuracy;
    const misses = at(given, w) + STRENGTH - hits;
    tilts[w] = (hits * (1 - accuracy)) / (misses * accuracy);
  }
}
