import { boundAfter } from "./sequential-bound.ts";
import { decideStage, type SequentialPlan } from "./sequential-plan.ts";

/** A batch with its true errors, which a simulation knows. */
export interface KnownBatch {
  /** By item: 1 if its delivered label is not acceptable. */
  readonly wrong: Uint8Array;
  /** By item: its cluster, 0 to N − 1; absent = one cluster per item. */
  readonly clusters?: Uint32Array;
}

export interface Life {
  /** The plans of the first round, of the one after a rework, and so on; see `planRound`. */
  readonly plans: readonly SequentialPlan[];
  /** The chance, 0 to 1, that rework corrects a wrong label that an audit found; 0 corrects nothing. */
  readonly mended: number;
}

export interface Outcome {
  /** The certified score; null if every round failed. */
  readonly score: number | null;
  /** The share of right clusters at that time, 0 to 1, before the auditors' corrections are delivered. */
  readonly share: number;
  /** The audits of the first round. */
  readonly audits: number;
}

/** The clusters of a batch: what a plan counts. */
export function clustersOf({ wrong, clusters }: KnownBatch): number[][] {
  const items = Array.from(wrong, (_, item) => item);
  return [...Map.groupBy(items, (item) => clusters?.[item] ?? item).values()];
}

/**
 * Returns a function that takes a batch through its rounds once, as the service does: each round draws a new
 * random order and audits it from the lowest rank until its plan decides; a failed round corrects what its
 * audits found, or nothing. A simulation counts how often `score` exceeds `share`. `random` returns numbers
 * from 0 up to 1.
 */
export function livesOf(batch: KnownBatch, { plans, mended }: Life, random: () => number): () => Outcome {
  const clusters = clustersOf(batch);
  const N = clusters.length;
  const unordered = Uint32Array.from(clusters, (_, index) => index);
  const scores = new Map<string, number>();
  const scoreOf = (round: number, plan: SequentialPlan, wrong: number): number => {
    const key = `${round} ${wrong}`;
    const score = scores.get(key) ?? boundAfter(plan, { outcome: "certified", wrong }).score;
    scores.set(key, score);
    return score;
  };
  return () => {
    const wrong = batch.wrong.slice();
    const isWrong = (cluster: readonly number[]) => cluster.some((item) => wrong[item] === 1);
    let audits = 0;
    for (const [round, plan] of plans.entries()) {
      const { found, audited, isCertified } = auditRound(plan, clusters, isWrong, unordered.slice(), random);
      if (round === 0) audits = audited;
      if (isCertified) {
        const share = 1 - clusters.filter(isWrong).length / N;
        return { score: scoreOf(round, plan, found.length), share, audits };
      }
      for (const item of found.flat()) if (random() < mended) wrong[item] = 0;
    }
    return { score: null, share: Number.NaN, audits };
  };
}

/** Audits clusters in random order, for which it shuffles `order`, until the plan decides. */
function auditRound(
  plan: SequentialPlan,
  clusters: readonly (readonly number[])[],
  isWrong: (cluster: readonly number[]) => boolean,
  order: Uint32Array,
  random: () => number,
) {
  const found: (readonly number[])[] = [];
  for (let audited = 1; ; audited += 1) {
    const other = audited - 1 + Math.floor(random() * (plan.N - audited + 1)); // Fisher and Yates
    const cluster = clusters[order[other] ?? 0] ?? [];
    order[other] = order[audited - 1] ?? 0;
    if (isWrong(cluster)) found.push(cluster);
    const { outcome } = decideStage(plan, audited, found.length);
    if (outcome !== "more") return { found, audited, isCertified: outcome === "certified" };
  }
}
