import { type CertifiedLevelName, LEVEL_NAMES, type LevelName } from "./levels.ts";
import { type Look, passChance, planLook } from "./looks.ts";
import type { Policy } from "./policy.ts";
import { counted, duration, levelTitle, levelWithNeed, written } from "./wording.ts";

/** Shares of right labels for which the price states the chance to pass. */
const TOLD_SHARES: readonly number[] = [0.9, 0.95, 0.98];

/** The levels that a verdict can certify, lowest first. */
export const CERTIFIED_LEVELS = LEVEL_NAMES.filter((name): name is CertifiedLevelName => name !== "none");

/** What a verdict of one level costs, and how likely it is to pass, before anybody has begun. */
export interface LevelPrice {
  /** The looks of the first round, each with its total number of audits; empty if nobody audits. */
  readonly looks: readonly Look[];
  /** The chance that the first round passes, 0 to 1, by the share of right labels; empty if nobody audits. */
  readonly chances: readonly { readonly share: number; readonly chance: number }[];
  /** For a reader who knows no statistics. */
  readonly sentence: string;
}

type Priced = Pick<Policy, "level" | "score" | "evidence" | "max_looks">;

/** The price of a policy for `N` items; `secondsPerAudit` is null if nobody has measured it. */
export function priceOf(policy: Priced, N: number, secondsPerAudit: number | null = null): LevelPrice {
  const { level, score: need, evidence, max_looks: maxLooks } = policy;
  if (level === "none" || evidence === "agreement") {
    return { looks: [], chances: [], sentence: unauditedSentence(level) };
  }
  const looks = looksOf(N, need, maxLooks);
  const chances = TOLD_SHARES.map((share) => ({ share, chance: passChance({ N, need, maxLooks }, share) }));
  return { looks, chances, sentence: priceSentence(level, { N, looks, chances, secondsPerAudit }) };
}

/** The looks of the first round of `N` items, as long as each is larger than the previous one. */
export function looksOf(N: number, need: number, maxLooks: number): Look[] {
  const looks: Look[] = [];
  for (let look = 1; look <= maxLooks; look += 1) {
    const audited = looks.at(-1)?.required ?? 0;
    if (look > 1 && audited >= N) break;
    looks.push(planLook({ N, need, look, lookOfRound: look, audited }));
  }
  return looks;
}

interface Told extends Pick<LevelPrice, "looks" | "chances"> {
  readonly N: number;
  readonly secondsPerAudit: number | null;
}

function priceSentence(level: LevelName, { N, looks, chances, secondsPerAudit }: Told): string {
  const [first, last] = [looks[0]?.required ?? 0, looks.at(-1)?.required ?? 0];
  const time = (audits: number) =>
    secondsPerAudit === null ? "" : ` (${duration(audits * secondsPerAudit)})`;
  const more = last > first ? `, at most ${written(last)}${time(last)}` : "";
  const checks = `${counted(first, "check")} of ${counted(N, "label")}${time(first)}${more}`;
  const [low, ...others] = chances.map(({ share, chance }) => ({
    right: Math.round(100 * share),
    times: timesInHundred(chance),
  }));
  const rest = others.map(({ right, times }) => `${times} where ${right} are`).join(", ");
  return `${levelWithNeed(level)}: ${checks}. It passes ${low?.times} times in 100 where ${low?.right} in 100 labels are right, ${rest}.`;
}

function unauditedSentence(level: LevelName): string {
  return level === "none"
    ? "None: labels without a verdict. Nobody checks them; a verdict can be asked for later."
    : `${levelTitle(level)} by agreement: nobody checks a label; what counts is how many items annotators agree on.`;
}

/** Rounded, but never 0 or 100 for an uncertain outcome. */
function timesInHundred(chance: number): string {
  const times = Math.round(100 * chance);
  if (times === 0 && chance > 1e-9) return "under 1";
  if (times === 100 && chance < 1 - 1e-9) return "over 99";
  return written(times);
}
