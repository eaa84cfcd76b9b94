import type { Evidence } from "./evidence.ts";
import { type CertifiedLevelName, LEVELS } from "./levels.ts";
import { counted, levelTitle, NOUNS, rightInHundred, type Unit, written } from "./wording.ts";

/** Why a batch failed, as a code for programs; the message is for people. */
export type ReasonCode =
  | "quality"
  | "insufficient_evidence"
  | "invalid_items"
  | "missing_answers"
  | "invalid_results"
  | "excluded_items"
  | "label_recall"
  | "slice_floor"
  | "spam"
  | "agreement"
  | "abandoned";

/** One reason why a batch failed, as clients see it. */
export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
  /** The first number in the message: items, results, or labels checked or corrected. */
  readonly count: number;
}

/** The checks that fail a batch whatever its audits say. */
export interface Gates {
  readonly excluded: number;
  /** 0 to 1, from the policy. */
  readonly maxExcludedShare: number;
  /** Items without an accepted label that are not excluded; absent = 0. */
  readonly missingAnswers?: number;
  /** Delivered results that fail the type's `validate`; absent = 0. */
  readonly invalidResults?: number;
  /**
   * Krippendorff's alpha: the upper end of its bootstrap interval, over this many items; null = undefined.
   */
  readonly agreement?: { readonly alphaUpper: number; readonly items: number } | null;
  /** The findings of `recallReasons` and `spamReasons`; absent = none. */
  readonly found?: readonly Reason[];
}

/** The gates that trip for a batch with `N` items that are not excluded; N = 0 always trips one. */
export function gateReasons(N: number, gates: Gates): Reason[] {
  const { missingAnswers = 0, invalidResults = 0, agreement } = gates;
  const reasons: Reason[] = [];
  if (missingAnswers > 0) {
    reasons.push({
      code: "missing_answers",
      message: `${counted(missingAnswers, "item")} without an accepted label.`,
      count: missingAnswers,
    });
  }
  if (invalidResults > 0) {
    reasons.push({
      code: "invalid_results",
      message: `${counted(invalidResults, "result")} not valid for the annotation type.`,
      count: invalidResults,
    });
  }
  reasons.push(...excludedReasons(N, gates), ...(gates.found ?? []));
  if (agreement && agreement.alphaUpper < 0) {
    const { alphaUpper, items } = agreement;
    const upper = (Math.ceil(alphaUpper * 100) / 100).toFixed(2);
    reasons.push({
      code: "agreement",
      message: `On ${counted(items, "item")} annotators agree less than by chance (alpha at most ${upper}).`,
      count: items,
    });
  }
  return reasons;
}

function excludedReasons(N: number, { excluded, maxExcludedShare }: Gates): Reason[] {
  const items = N + excluded;
  if (N === 0) {
    return [{ code: "excluded_items", message: "All items are excluded.", count: excluded }];
  }
  // 0.29·100 is 28.999…: a share that equals the limit is not over it.
  if (excluded <= items * maxExcludedShare * (1 + 1e-9)) return [];
  const share = Math.ceil((100 * excluded) / items);
  const limit = Math.floor(maxExcludedShare * 1000 + 1e-6) / 10;
  const message = `${written(excluded)} of ${counted(items, "item")} excluded (${share} %); the limit is ${limit} %.`;
  return [{ code: "excluded_items", message, count: excluded }];
}

/** Why audited labels do not earn the level `asked`; `unit` names what the evidence counts. */
export function auditReason(evidence: Evidence, asked: CertifiedLevelName, unit: Unit = "item"): Reason {
  const { n, d, score } = evidence;
  const need = LEVELS[asked].score;
  const level = levelTitle(asked);
  const { one } = NOUNS[unit];
  const right = `${rightInHundred(n, d)} are right`;
  const needs = `${level} needs at least ${need}.`;
  if (100 * (n - d) < need * n) {
    const message = `${written(d)} of ${counted(n, `checked ${one}`)} ${countAsWrong(d, unit)}: ${right}; ${needs}`;
    return { code: "quality", message, count: d };
  }
  if (score < need) {
    const checked = `${counted(n, one)} ${n === 1 ? "was" : "were"} checked, and ${d === 0 ? "none" : written(d)} of them ${countAsWrong(d, unit)}`;
    const message = `${checked}: ${right}, but a sample of ${written(n)} guarantees only ${score}; ${needs}`;
    return { code: "insufficient_evidence", message, count: n };
  }
  const message = `${counted(n, one)} checked, possibly by people who also annotated them; ${level} needs an independent check.`;
  return { code: "insufficient_evidence", message, count: n };
}

/** What is said of `d` units: an audit that nobody did counts as wrong too. */
function countAsWrong(d: number, unit: Unit): string {
  if (unit === "group") return `${d === 1 ? "has" : "have"} a label that counts as wrong`;
  return d === 1 ? "counts as wrong" : "count as wrong";
}

/** Why agreement between annotators does not earn `basic`. */
export function agreementReason({ n, d, score }: Evidence): Reason {
  const need = LEVELS.basic.score;
  const shown = `Annotators agree on ${written(n - d)} of ${counted(n, "item")}`;
  if (100 * (n - d) < need * n) {
    return { code: "quality", message: `${shown}; Basic needs ${need} in 100.`, count: d };
  }
  const message = `${shown}, which guarantees only ${score} in 100; Basic needs ${need}.`;
  return { code: "insufficient_evidence", message, count: n };
}
