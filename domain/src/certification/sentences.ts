import type { CertifiedLevelName } from "./levels.ts";
import { TOTAL_ALPHA } from "./looks.ts";
import type { Reason } from "./reasons.ts";
import { counted, duration, levelWithNeed, NOUNS, rightInHundred, type Unit, written } from "./wording.ts";

const CONFIDENCE = `With ${Math.round(100 * (1 - TOTAL_ALPHA))} % confidence`;

interface Checked {
  /** Labels, or groups of them, checked. */
  readonly n: number;
  /** Of those, not acceptable. */
  readonly d: number;
}

interface CertifiedFacts extends Checked {
  /** Labels in the batch. */
  readonly N: number;
  readonly level: CertifiedLevelName;
  /** `quality_score`, 0 to 100. */
  readonly score: number;
  readonly independent: boolean;
  /** What N, n and d count; absent = items. */
  readonly unit?: Unit;
}

/** What a certificate by audit promises, for a reader who knows no statistics. */
export function certifiedSentence(facts: CertifiedFacts): string {
  const { level, score, N, n, d, independent, unit = "item" } = facts;
  const { one, many, accepted } = NOUNS[unit];
  const heading = `Certified ${levelWithNeed(level)}.`;
  const claim = `at least ${score} of every 100 ${many} in this batch would be ${accepted} by your reviewers.`;
  const alone = independent ? "" : " The annotators checked their own labels.";
  if (n === N) {
    if (d === 0) {
      const all = n === 1 ? `The only ${one}` : `All ${written(n)} ${many}`;
      return `${heading} ${all} in this batch ${n === 1 ? "was" : "were"} checked and ${accepted} by your reviewers.${alone}`;
    }
    return `${heading} A${claim.slice(1)} They checked all ${written(n)} and corrected ${written(d)}.${alone}`;
  }
  const checked = `They checked ${written(n)} of ${written(N)} at random and corrected ${written(d)}`;
  const guarantee = `${score} is what a check of ${written(n)} can guarantee`;
  return `${heading} ${CONFIDENCE} ${claim} ${checked}, so about ${rightInHundred(n, d)} in 100 look right; ${guarantee}.${alone}`;
}

/** What a certificate by agreement says, and does not say. */
export function agreementSentence({ score }: { readonly score: number }): string {
  return `Certified ${levelWithNeed("basic")}. ${CONFIDENCE} annotators agree on at least ${score} % of items; no label was checked.`;
}

interface LookFacts extends Checked {
  /** Labels to check in all. */
  readonly required: number;
  /** Wrong ones in all that still pass; null where none would. */
  readonly wrongAllowed: number | null;
  /** From the project's own timings; null where there are none. */
  readonly secondsPerAudit: number | null;
  /** What all these count; absent = items. */
  readonly unit?: Unit;
}

/** Where an audit that has begun stands, and what is still to do. n ≥ 1. */
export function notYetSentence(look: LookFacts): string {
  const { n, d, required, secondsPerAudit, unit = "item" } = look;
  const more = required - n;
  const time = secondsPerAudit === null ? "" : ` (${duration(more * secondsPerAudit)})`;
  const found = `${units(n, unit)} checked, ${written(d)} corrected: about ${rightInHundred(n, d)} in 100 look right.`;
  return `Not certified yet. ${found} Check ${units(more, unit, " more")}${time}${condition(look, more)}.`;
}

function condition({ d, wrongAllowed }: LookFacts, more: number): string {
  const bearable = (wrongAllowed ?? -1) - d;
  if (bearable < 0) return " to learn how good they are";
  if (more === 1) return ": it passes if that one is right";
  if (bearable === 0) return ": it passes if none of them is wrong";
  return `: it passes if at most ${written(bearable)} of them ${bearable === 1 ? "is" : "are"} wrong`;
}

/** Labels are meant where nothing is named: `27 more`, `27 more groups`. */
function units(count: number, unit: Unit, more = ""): string {
  return unit === "item"
    ? `${written(count)}${more}`
    : counted(count, `${more.trim()} ${NOUNS.group.one}`.trim());
}

interface ReadyFacts {
  /** The size of the first look. */
  readonly required: number;
  /** What it counts; absent = items. */
  readonly unit?: Unit;
}

/** Labels that nobody has audited. */
export function labelsReadySentence({ required, unit = "item" }: ReadyFacts): string {
  return `Labels ready, not certified. Nobody has checked them. Check ${units(required, unit)} to learn how good they are.`;
}

interface FailedFacts {
  readonly level: CertifiedLevelName;
  readonly reasons: readonly Reason[];
}

/** The level that was asked, and every reason why the batch did not reach it. */
export function failedSentence({ level, reasons }: FailedFacts): string {
  return `Failed ${levelWithNeed(level)}. ${reasons.map(({ message }) => message).join(" ")}`;
}
