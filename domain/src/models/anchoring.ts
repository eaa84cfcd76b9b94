import { counted, written } from "../certification/wording.ts";
import { type MeasuredShare, measuredShare } from "./measured-share.ts";

/** An audited item whose label people gave, and to which the model's prediction is wrong. */
export interface WronglyPredicted {
  /** Whether a task showed the prediction to somebody whose answer counts; otherwise it was withheld. */
  readonly is_shown: boolean;
  /** Whether the audit found the delivered label wrong too. */
  readonly is_wrong: boolean;
}

/** How often a wrong prediction led to a wrong label, where people saw it and where they did not. */
export interface Anchoring {
  readonly shown: MeasuredShare;
  readonly withheld: MeasuredShare;
  /** Of the shares, shown minus withheld, −1 to 1; null while one of them has no items. */
  readonly difference: { readonly share: number; readonly low: number; readonly high: number } | null;
  readonly sentence: string;
}

/**
 * Compares the two arms. The interval of the difference joins the exact 95 % intervals of the two shares by MOVER, as Newcombe
 * (Statistics in Medicine 17, 1998, method 10) joins score intervals. Exact limits are cautious, so it holds with 95 % or more.
 */
export function anchoringOf(items: readonly WronglyPredicted[]): Anchoring {
  const [shown, withheld] = [armOf(items, true), armOf(items, false)];
  const difference = differenceOf(shown, withheld);
  return { shown, withheld, difference, sentence: sentenceOf(shown, withheld, difference) };
}

function armOf(items: readonly WronglyPredicted[], isShown: boolean): MeasuredShare {
  const arm = items.filter(({ is_shown }) => is_shown === isShown);
  return measuredShare(arm.length, arm.filter(({ is_wrong }) => is_wrong).length);
}

function differenceOf(shown: MeasuredShare, withheld: MeasuredShare): Anchoring["difference"] {
  if (shown.share === null || withheld.share === null) return null;
  const share = shown.share - withheld.share;
  const low = share - Math.hypot(shown.share - shown.low, withheld.high - withheld.share);
  const high = share + Math.hypot(shown.high - shown.share, withheld.share - withheld.low);
  return { share, low: Math.max(-1, low), high: Math.min(1, high) };
}

function sentenceOf(
  shown: MeasuredShare,
  withheld: MeasuredShare,
  difference: Anchoring["difference"],
): string {
  const facts =
    `Where the model was wrong, the label was wrong too for ${written(shown.count)} of ${counted(shown.items, "audited item")} whose ` +
    `annotators saw the prediction, and for ${written(withheld.count)} of ${written(withheld.items)} where it was withheld.`;
  if (difference === null) return `${facts} There are too few to compare.`;
  if (difference.low > 0) return `${facts} Seeing the prediction makes annotators miss its errors.`;
  if (difference.high < 0) return `${facts} Seeing the prediction helps annotators to find its errors.`;
  return `${facts} This does not show whether seeing the prediction makes annotators miss its errors.`;
}
