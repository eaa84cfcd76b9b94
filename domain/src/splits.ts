import { type Sha256, utf8 } from "./log/bytes.ts";

/** How items are divided: each share is its number divided by the sum of the three, which is at least 1. */
export interface Splits {
  readonly seed: string;
  readonly train: number;
  readonly validation: number;
  readonly test: number;
}

export const SPLIT_NAMES = ["train", "validation", "test"] as const;
export type SplitName = (typeof SPLIT_NAMES)[number];

/**
 * The split of an item: the first 4 bytes of the SHA-256 of `seed`, a line feed, and the item's group (its id if it
 * has none), as a number from 0 to 2³² − 1. The lowest are for training, the highest are tests. So the split depends on
 * nothing but the seed, the shares and the group: items of a group are together, and no item changes its split while others come.
 * If the shares change, only items between the old and the new borders do.
 */
export function splitOf(
  sha256: Sha256,
  { seed, train, validation, test }: Splits,
  { id, group }: { readonly id: string; readonly group: string | null },
): SplitName {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8(`${seed}\n${group ?? id}`));
  const place = ((a * 256 + b) * 256 + c) * 256 + d;
  const scaled = place * (train + validation + test); // exact: below 2³² · 30,000 < 2⁵³
  if (scaled < train * 2 ** 32) return "train";
  return scaled < (train + validation) * 2 ** 32 ? "validation" : "test";
}
