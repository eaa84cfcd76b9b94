import { type CertifiedLevelName, LEVEL_NAMES, type LevelName } from "./levels.ts";
import type { Policy } from "./policy.ts";
import {
  AUDIT_PLANS,
  budgetOfRound,
  passChance,
  planStages,
  type SequentialPlan,
} from "./sequential-plan.ts";
import { priceOfSlices, type SlicePrice } from "./slices.ts";
import { auditsInWords, counted, levelTitle, levelWithNeed, written } from "./wording.ts";

/** Shares of right labels for which the price states the chance to pass. */
const TOLD_SHARES: readonly number[] = [0.9, 0.95, 0.98];

/** The levels that a verdict can certify, lowest first. */
export const CERTIFIED_LEVELS = LEVEL_NAMES.filter((name): name is CertifiedLevelName => name !== "none");

/** What a verdict of one level costs, and how likely it is to pass, before anybody has begun. */
export interface LevelPrice {
  /** The plan of the first round; null if nobody audits. */
  readonly plan: SequentialPlan | null;
  /** The chance that the first round passes, 0 to 1, by the share of right labels; empty if nobody audits. */
  readonly chances: readonly { readonly share: number; readonly chance: number }[];
  /** What the floors of slices cost besides; null if the policy has none, or nobody audits. */
  readonly slices: SlicePrice | null;
  /** For a reader who knows no statistics. */
  readonly sentence: string;
}

type Priced = Pick<Policy, "level" | "score" | "evidence" | "audit_plan" | "slices">;

interface PriceFacts {
  /** Null if nobody has measured it. */
  readonly secondsPerAudit?: number | null;
  /** How many slices the items will have; absent = as many as the policy's keys can have. */
  readonly slices?: number;
}

/** The price of a policy for `N` items. */
export function priceOf(policy: Priced, N: number, facts: PriceFacts = {}): LevelPrice {
  const { level, evidence } = policy;
  if (level === "none" || evidence === "agreement") {
    return { plan: null, chances: [], slices: null, sentence: unauditedSentence(level) };
  }
  const plan = planRound(policy, N, 1);
  const chances = TOLD_SHARES.map((share) => ({ share, chance: passChance(plan, share) }));
  const slices = priceOfSlices(policy.slices ?? [], {
    ...{ N, first: plan.stages[0]?.audits ?? N, alpha: plan.budget },
    ...(facts.slices !== undefined && { count: facts.slices }),
  });
  const sentences = [
    priceSentence(level, { plan, chances, secondsPerAudit: facts.secondsPerAudit ?? null }),
    ...(slices === null ? [] : [slicesSentence(slices)]),
  ];
  return { plan, chances, slices, sentence: sentences.join(" ") };
}

/** The audits that floors of slices add to a plan. */
export function slicesSentence({ slices, min_score, audits_each, more_audits }: SlicePrice): string {
  return `Slices: ${counted(audits_each, "audit")} in each of ${counted(slices, "slice")} of equal size, to show that ${min_score} of 100 labels are right; ${written(more_audits)} more than the first stage has.`;
}

/** The plan of a policy for the `round`-th audited round of a batch with `N` items (or clusters), N ≥ 1. */
export function planRound(
  { score, audit_plan = "thrifty" }: Pick<Policy, "score" | "audit_plan">,
  N: number,
  round: number,
): SequentialPlan {
  return planStages({ N, need: score, budget: budgetOfRound(round), maxWrong: AUDIT_PLANS[audit_plan] });
}

interface Told extends Pick<LevelPrice, "chances"> {
  readonly plan: SequentialPlan;
  readonly secondsPerAudit: number | null;
}

function priceSentence(level: LevelName, { plan, chances, secondsPerAudit }: Told): string {
  const stages = plan.stages.map(({ audits }) => audits);
  const audits = auditsInWords(stages, { secondsPerAudit });
  const [low, ...others] = chances.map(({ share, chance }) => ({
    right: Math.round(100 * share),
    times: timesInHundred(chance),
  }));
  const rest = others.map(({ right, times }) => `${times} if ${right} are`).join(", ");
  return `${levelWithNeed(level)}, ${counted(plan.N, "label")}: ${audits}. Of 100 such batches, ${low?.times} pass if ${low?.right} in 100 labels are right, ${rest}.`;
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
