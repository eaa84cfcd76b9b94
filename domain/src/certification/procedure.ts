import { type CertifiedLevelName, LEVELS } from "./levels.ts";
import { firstLookOf, planLook } from "./looks.ts";
import { decideLook } from "./verdict.ts";

type Verdict = ReturnType<typeof decideLook>;

/** A batch as one who knows the truth sees it. */
export interface KnownBatch {
  /** By item: 1 where its delivered label is not acceptable. */
  readonly wrong: Uint8Array;
  /** By item: its cluster, 0 to N − 1; absent = each item for itself. */
  readonly clusters?: Uint32Array;
}

export interface Procedure {
  readonly asked: CertifiedLevelName;
  readonly maxLooks: number;
  /** Rounds in all, the first one included. */
  readonly rounds: number;
  /** The chance, 0 to 1, that rework puts a wrong label right that an audit found; 0 mends nothing. */
  readonly mended: number;
}

export interface Outcome {
  /** The score that was certified; null where every round failed. */
  readonly score: number | null;
  /** The share of right clusters at that time, 0 to 1, before the auditors' corrections are delivered. */
  readonly share: number;
  readonly looks: number;
}

/**
 * How a batch fares when it is taken through the whole procedure, as the service does, as often as the result is
 * called: each round draws a new random order, audits the lowest ranks, decides, extends; a failed round mends what
 * its audit found, or does not, and goes on with the next look's α. A simulation counts how often `score` is above
 * `share`. `random` gives numbers from 0 up to 1.
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

/** Judges rounds; what it has decided once it remembers, since the same questions come thousands of times. */
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
    /** `count` tells how many of the first n clusters are wrong. */
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
