/**
 * Half a win and half a loss against every other competitor, so that one who never loses has a finite
 * strength too.
 */
const PRIOR = 0.5;
const MAX_ITERATIONS = 1_000;
const ENOUGH = 1e-12;

/**
 * The strengths of `count` competitors, which sum to 1: the chance that one wins against another is its share
 * of their two strengths. `wins[i * count + j]` is how often i beat j; a tie is half a win for each. A prior
 * of half a win each way between any two keeps all strengths positive.
 *
 * Source: Hunter, "MM Algorithms for Generalized Bradley-Terry Models" (2004), equation 3.
 */
export function bradleyTerry(count: number, wins: Float64Array): Float64Array {
  let strengths = new Float64Array(count).fill(1 / count);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const next = improved(count, wins, strengths);
    const change = next.reduce(
      (most, strength, i) => Math.max(most, Math.abs(strength - (strengths[i] ?? 0))),
      0,
    );
    strengths = next;
    if (change < ENOUGH) break;
  }
  return strengths;
}

function improved(count: number, wins: Float64Array, strengths: Float64Array): Float64Array<ArrayBuffer> {
  const next = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i += 1) {
    let [won, expected] = [0, 0];
    for (let j = 0; j < count; j += 1) {
      if (i === j) continue;
      const [beat, lost] = [wins[i * count + j] ?? 0, wins[j * count + i] ?? 0];
      won += beat + PRIOR;
      expected += (beat + lost + 2 * PRIOR) / ((strengths[i] ?? 0) + (strengths[j] ?? 0));
    }
    next[i] = count === 1 ? 1 : won / expected;
    sum += next[i] ?? 0;
  }
  return next.map((strength) => strength / sum);
}
