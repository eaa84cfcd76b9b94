import { type CertifiedLevelName, LEVELS } from "./levels.ts";
import { firstLookOf, planLook } from "./looks.ts";
import { decideLook } from "./verdict.ts";

type Verdict = ReturnType<typeof decideLook>;

/** A batch with its true errors, which a simulation knows. */
export interface KnownBatch {
  /** By item: 1 if its delivered label is not acceptable. */
  readonly wrong: Uint8Array;
  /** By item: its cluster, 0 to N − 1; absent = one cluster per item. */
  readonly clusters?: Uint32Array;
}

export interface Procedure {
  readonly asked: CertifiedLevelName;
  readonly maxLooks: number;
  /** Rounds in all, the first one included. */
  readonly rounds: number;
  /** The chance, 0 to 1, that rework corrects a wrong label that an audit found; 0 corrects nothing. */
  readonly mended: number;
}

export interface Outcome {
  /** The certified score; null if every round failed. */
  readonly score: number | null;
  /** The share of right clusters at that time, 0 to 1, before the auditors' corrections are delivered. */
  readonly share: number;
  readonly looks: number;
}

/**
 * Returns a function that takes a batch through the whole procedure once, as the service does: each round
 * draws a new random order, audits the lowest ranks, decides and extends; a failed round corrects what its
 * audit found, or nothing, and continues with the next look's α. A simulation counts how often `score`
 * exceeds `share`. `random` returns numbers from 0 up to 1.
 */
export function procedureOf(batch: KnownBatch, procedure: Procedure, random: () => number): () => Outcome {
  const members = membersOf(batch);
  const N = members.length;
  const rules = rulesOf(N, procedure);
  return () => {
    const wrong = batch.wrong.slice();
    const isWrong = (cluster: number) => members[cluster]?.some((item) => wrong[item] === 1) ?? false;
    let looks = 0;
    for (let round = 1; round <= procedure.rounds; round += 1) {
      const order = shuffled(N, random);
      const count = (n: number) => order.subarray(0, n).filter(isWrong).length;
      const ended = rules.judge(firstLookOf(round, procedure.maxLooks), count);
      looks += ended.looks;
      if (ended.score !== null) return { score: ended.score, share: 1 - count(N) / N, looks };
      const audited = [...order.subarray(0, ended.audited)].flatMap((cluster) => members[cluster] ?? []);
      for (const item of audited) if (wrong[item] === 1 && random() < procedure.mended) wrong[item] = 0;
    }
    return { score: null, share: Number.NaN, looks };
  };
}

interface Seen {
  readonly n: number;
  readonly d: number;
  readonly look: number;
  readonly lookOfRound: number;
}

interface Round {
  readonly score: number | null;
  readonly audited: number;
  readonly looks: number;
}

/** Judges rounds, and caches its decisions: a simulation asks the same questions thousands of times. */
function rulesOf(N: number, { asked, maxLooks }: Procedure) {
  const verdicts = new Map<string, Verdict>();
  const sizes = new Map<number, number>();
  const firstSize = (look: number): number => {
    const size = sizes.get(look) ?? planLook({ N, need: LEVELS[asked].score, look, lookOfRound: 1 }).required;
    sizes.set(look, size);
    return size;
  };
  const decide = (seen: Seen): Verdict => {
    const key = `${seen.n} ${seen.d} ${seen.look} ${seen.lookOfRound}`;
    const gates = { excluded: 0, maxExcludedShare: 1 };
    const verdict =
      verdicts.get(key) ?? decideLook({ N, ...seen, maxLooks, asked, independent: true, gates });
    verdicts.set(key, verdict);
    return verdict;
  };
  return {
    /** `count` returns how many of the first n clusters are wrong. */
    judge(first: number, count: (n: number) => number): Round {
      let n = firstSize(first);
      for (let lookOfRound = 1; ; lookOfRound += 1) {
        const verdict = decide({ n, d: count(n), look: first + lookOfRound - 1, lookOfRound });
        if (verdict.outcome === "certified") return { score: verdict.score, audited: n, looks: lookOfRound };
        if (verdict.outcome === "failed") return { score: null, audited: n, looks: lookOfRound };
        n = verdict.required;
      }
    },
  };
}

function membersOf({ wrong, clusters }: KnownBatch): number[][] {
  const members = new Map<number, number[]>();
  for (let item = 0; item < wrong.length; item += 1) {
    const cluster = clusters?.[item] ?? item;
    const known = members.get(cluster);
    if (known === undefined) members.set(cluster, [item]);
    else known.push(item);
  }
  return [...members.values()];
}

/** 0 to N − 1 in random order. Source: Fisher and Yates. */
function shuffled(N: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: N }, (_, index) => index);
  for (let last = N - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const moved = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}
