import { strings } from "#strings/work.ts";
import type { Guidelines } from "../editors/editor.ts";

/** What to store of an item whose suggested label is wrong: the right label, or the reason to skip it. */
export type Rejection = { readonly label: string } | { readonly reason: string };

/**
 * What it means that a suggested label is wrong. In a project with two labels the other one is right. With more labels nobody knows which,
 * and an answer must have one: the item is skipped, with the rejected label in the reason, and waits for another annotator.
 */
export function rejectionOf({ labels }: Pick<Guidelines, "labels">, suggested: string): Rejection {
  const names = labels.filter(({ retired }) => !retired).map(({ name }) => name);
  const [other, ...more] = names.filter((name) => name !== suggested);
  const isPair = names.includes(suggested) && more.length === 0;
  return other !== undefined && isPair
    ? { label: other }
    : { reason: strings.suggestion.rejected(suggested) };
}
