import { exactInterval, TOTAL_ALPHA } from "./bound.ts";
import type { CertifiedLevelName, EarnedLevelName } from "./levels.ts";
import type { Reason } from "./reasons.ts";
import {
  counted,
  duration,
  earnedTitle,
  levelWithNeed,
  NOUNS,
  numeral,
  rightInHundred,
  type Unit,
  written,
} from "./wording.ts";

const CONFIDENCE = `With ${Math.round(100 * (1 - TOTAL_ALPHA))} % confidence`;
const REVIEWERS = "the project's reviewers";

interface Checked {
  /** Labels, or groups of them, checked. */
  readonly n: number;
  /** Of those, not acceptable. */
  readonly d: number;
}

interface CertifiedFacts extends Checked {
  /** Labels in the batch. */
  readonly N: number;
  readonly level: Exclude<EarnedLevelName, "none">;
  /** `quality_score`, 0 to 100. */
  readonly score: number;
  readonly independent: boolean;
  /** The unit of N, n and d; absent = items. */
  readonly unit?: Unit;
}

/** Audits that nobody did count as wrong too, so that not every wrong label was corrected. */
function countedWrong(d: number): string {
  return `${d === 0 ? "none" : written(d)} counted as wrong`;
}

/** The guarantee of a certificate by audit, for a reader who knows no statistics. */
export function certifiedSentence(facts: CertifiedFacts): string {
  const { level, score, N, n, d, independent, unit = "item" } = facts;
  const { one, many, accepted } = NOUNS[unit];
  const heading = `Certified ${earnedTitle(level)}.`;
  const claim = `at least ${score} of every 100 ${many} in this batch would be ${accepted} by ${REVIEWERS}.`;
  const alone = independent ? "" : " The annotators checked their own labels.";
  if (n === N) {
    if (d === 0) {
      const all = n === 1 ? `The only ${one}` : `All ${written(n)} ${many}`;
      return `${heading} ${all} in this batch ${n === 1 ? "was" : "were"} checked and ${accepted} by ${REVIEWERS}.${alone}`;
    }
    return `${heading} A${claim.slice(1)} They checked all ${written(n)}, and ${countedWrong(d)}.${alone}`;
  }
  const checked = `They checked ${written(n)} of ${written(N)}, drawn at random, and ${countedWrong(d)}`;
  const share = d === 0 ? "" : `: ${rightInHundred(n, d)} are right`;
  const others = `The others may have ${d === 0 ? "" : "more "}errors, so a sample of ${written(n)} guarantees only ${score} in 100.`;
  return `${heading} ${CONFIDENCE}, ${claim} ${checked}${share}. ${others}${alone}`;
}

interface ChangedFacts {
  /** Labels checked, and how many of them were accepted with a small change. */
  readonly labels: number;
  readonly changed: number;
}

/** How many checked labels were accepted with a small change; empty if none was. */
export function changedSentence({ labels, changed }: ChangedFacts): string {
  if (changed === 0) return "";
  const share = Math.max(1, Math.round((100 * changed) / labels));
  const were = changed === 1 ? "1 checked label was" : `${written(changed)} checked labels were`;
  return `${were} accepted with a small change (${share} %); the changed version is delivered.`;
}

interface RepeatFacts {
  /** Audits that a second auditor repeated, and how many of those have the same verdict. */
  readonly pairs: number;
  readonly agreeing: number;
}

/** How often second auditors agreed with the first, with the exact 95 % interval of the share. */
export function repeatAuditsSentence({ pairs, agreeing }: RepeatFacts): string {
  if (pairs === 0) return "No repeat audits: nobody audited an item a second time.";
  const { low, high } = exactInterval(pairs, pairs - agreeing);
  const percent = (share: number) => `${Math.round(1000 * share) / 10} %`;
  const audits = pairs === 1 ? "1 audit" : `${written(pairs)} audits`;
  const agree = `${written(agreeing)} of ${written(pairs)} verdicts agree`;
  const interval = `With 95 % confidence, between ${percent(low)} and ${percent(high)} of all verdicts would agree.`;
  return `A second auditor repeated ${audits} without knowing the first verdict: ${agree} (${percent(agreeing / pairs)}). ${interval}`;
}

/** What a certificate by agreement guarantees and what it does not. */
export function agreementSentence({ score }: { readonly score: number }): string {
  return `Certified by agreement only: nobody checked a label. ${CONFIDENCE}, annotators agree on at least ${score} % of items.`;
}

interface StageFacts {
  /** Labels, or groups of them, checked. */
  readonly n: number;
  /** Labels to check in all up to the next decision. */
  readonly required: number;
  /** n₀, n₁, … of the round's plan. */
  readonly stages: readonly number[];
  /** From the project's own timings; null if there are none. */
  readonly secondsPerAudit: number | null;
  /** The unit of all these counts; absent = items. */
  readonly unit?: Unit;
}

/**
 * The progress of an audit, and what is left to do. n ≥ 1. It tells nobody how many labels were wrong: people who
 * know it before the verdict can give up an audit that goes badly, and try again.
 */
export function notYetSentence({ n, required, stages, secondsPerAudit, unit = "item" }: StageFacts): string {
  const more = required - n;
  const checked = `Not certified yet. ${counted(n, NOUNS[unit].one)} checked.`;
  if (more <= 0) return checked;
  const time = secondsPerAudit === null ? "" : ` (${duration(more * secondsPerAudit)})`;
  const most = Math.max(required, stages.at(-1) ?? 0) - n;
  return most > more
    ? `${checked} ${counted(more, "more check")}${time} may decide. The verdict never takes more than ${written(most)}.`
    : `${checked} Check ${written(more)} more${time} for the verdict.`;
}

interface ReadyFacts {
  /** n₀, n₁, … of the round's plan. */
  readonly stages: readonly number[];
  /** The unit of its counts; absent = items. */
  readonly unit?: Unit;
}

/** The sentence for labels that nobody has audited. */
export function labelsReadySentence({ stages, unit = "item" }: ReadyFacts): string {
  const [least, most] = [stages[0] ?? 0, stages.at(-1) ?? 0];
  const audits = counted(least, unit === "item" ? "audit" : "group audit");
  const wrong = stages.length - 1;
  const noun = unit === "item" ? "label" : "group";
  const further = `, or up to ${written(most)} if ${numeral(wrong)} ${noun}${wrong === 1 ? " is" : "s are"} wrong`;
  return `Labels ready, not certified. Nobody has checked them. A verdict takes ${audits}${most === least ? "" : further}.`;
}

interface EarlierFacts {
  /** Batches whose audit began before and that have some of the same items. */
  readonly earlier: readonly { readonly shared_items: number; readonly outcome: string }[];
  /** Rounds that they used on more than a tenth of the items. */
  readonly earlier_rounds: number;
}

/** How earlier audits of the same items affect this one; empty if there are none. */
export function earlierSentence({ earlier, earlier_rounds }: EarlierFacts): string {
  const shared = Math.max(0, ...earlier.map(({ shared_items }) => shared_items));
  if (shared === 0) return "";
  const uncertified = earlier.filter(({ outcome }) => outcome !== "certified").length;
  const are = shared === 1 ? "is" : "are";
  const before =
    earlier.length === 1
      ? `${written(shared)} of these items ${are} also in a batch whose audit began earlier and that was ${uncertified === 1 ? "not " : ""}certified`
      : `Up to ${written(shared)} of these items are also in each of ${written(earlier.length)} batches whose audits began earlier; ${written(uncertified)} of these batches ${uncertified === 1 ? "was" : "were"} not certified`;
  return earlier_rounds > 0
    ? `${before}; this audit therefore has a stricter bound.`
    : `${before}. That is a tenth of the items or less, so the bound of this audit is not stricter.`;
}

interface FailedFacts {
  readonly level: CertifiedLevelName;
  readonly reasons: readonly Reason[];
}

/** Names the level asked for and every reason why the batch did not reach it. */
export function failedSentence({ level, reasons }: FailedFacts): string {
  return `Failed ${levelWithNeed(level)}. ${reasons.map(({ message }) => message).join(" ")}`;
}
