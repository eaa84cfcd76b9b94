import { hypergeometricTail } from "../certification/distributions.ts";
import { MAX_SLICE_VALUES, MAX_VALUE_LENGTH } from "../certification/slices.ts";
import { holmAdjusted } from "./holm.ts";
import { ALPHA, type MeasuredShare, measuredShare } from "./measured-share.ts";

/** The accuracy of a model on the items with one value of a metadata key. */
export interface SliceAccuracy {
  readonly key: string;
  /** Null for the items without the key, and for those with other values. */
  readonly value: string | null;
  /** How many values are grouped as "other"; 0 for a slice of one value, and for the items without the key. */
  readonly other_values: number;
  /** All slices' intervals hold together with 95 %. */
  readonly accuracy: MeasuredShare;
  /** Holm-adjusted p-value of the hypothesis that the model is as often right on all other items; 0 to 1. */
  readonly p: number;
}

interface Sliced {
  readonly right: boolean;
  readonly slices?: Readonly<Record<string, string | null>>;
}

interface Slice extends Pick<SliceAccuracy, "key" | "value" | "other_values"> {
  readonly items: number;
  readonly right: number;
}

/**
 * The accuracy on each value of each key: the 20 most frequent values of a key one by one, the others together. Intervals are
 * those of Clopper and Pearson at 5 % divided by the number of slices. The p-values are of Fisher's exact test (twice the
 * smaller tail), adjusted by Holm's procedure: at most 0.05 says that the slice differs from the rest.
 */
export function sliceAccuracies(predictions: readonly Sliced[]): SliceAccuracy[] {
  const keys = new Set(predictions.flatMap(({ slices }) => Object.keys(slices ?? {})));
  const slices = [...keys].sort().flatMap((key) => slicesOf(key, predictions));
  const all = {
    items: predictions.length,
    right: predictions.reduce((sum, { right }) => sum + Number(right), 0),
  };
  const adjusted = holmAdjusted(slices.map((slice) => fisher(slice, all)));
  return slices.map(({ items, right, ...slice }, place) => ({
    ...slice,
    accuracy: measuredShare(items, right, ALPHA / slices.length),
    p: adjusted[place] ?? 1,
  }));
}

function slicesOf(key: string, predictions: readonly Sliced[]): Slice[] {
  const counts = new Map<string | null, { items: number; right: number }>();
  for (const { right, slices } of predictions) {
    const value = slices?.[key] ?? null;
    const count = counts.get(value) ?? { items: 0, right: 0 };
    counts.set(value, { items: count.items + 1, right: count.right + Number(right) });
  }
  const values = [...counts].flatMap(([value, count]) => (value === null ? [] : [{ value, ...count }]));
  const frequent = values
    .filter(({ value }) => value.length <= MAX_VALUE_LENGTH)
    .sort((a, b) => b.items - a.items || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_SLICE_VALUES);
  const named = new Set(frequent.map(({ value }) => value));
  const others = values.filter(({ value }) => !named.has(value));
  const without = counts.get(null);
  return [
    ...frequent.map((count) => ({ key, other_values: 0, ...count })),
    ...(others.length === 0 ? [] : [{ key, value: null, other_values: others.length, ...sumOf(others) }]),
    ...(without === undefined ? [] : [{ key, value: null, other_values: 0, ...without }]),
  ];
}

function sumOf(counts: readonly { readonly items: number; readonly right: number }[]) {
  return counts.reduce((sum, { items, right }) => ({ items: sum.items + items, right: sum.right + right }), {
    items: 0,
    right: 0,
  });
}

/** Two-sided p-value of Fisher's exact test between a slice and the other items. */
function fisher(slice: Slice, all: { readonly items: number; readonly right: number }): number {
  const wrong = slice.items - slice.right;
  const fewer = hypergeometricTail(slice.right, all.items, all.right, slice.items);
  const more = hypergeometricTail(wrong, all.items, all.items - all.right, slice.items);
  return Math.min(1, 2 * Math.min(fewer, more));
}
