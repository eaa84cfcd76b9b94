/** How a source divides its belief among the labels of a batch; over all labels it sums to 1. */
export interface LabelShares {
  /** 0 to 1, by label. */
  readonly named: ReadonlyMap<string, number>;
  /** The share of each label that is not named, 0 to 1. */
  readonly other: number;
}

/** What a model gave for an item. */
export interface PredictedLabel {
  readonly label: string;
  /** 0 to 1; null if the model gave none. */
  readonly score: number | null;
  /** The probability of labels, 0 to 1 each; those left out share what is missing to 1. */
  readonly label_scores?: Readonly<Record<string, number>> | null;
}

/** What counts as the score where a model gave none. */
const UNKNOWN_SCORE = 0.5;

/**
 * What a prediction says about each of `labels` labels (2 at least). Without `label_scores`, its label has (1 + score)/2, so that it is
 * the likeliest whatever the score, and the others share the rest. Throws a RangeError for a score outside 0 to 1.
 */
export function sharesOf({ label, score, label_scores }: PredictedLabel, labels: number): LabelShares {
  const given = Object.entries(label_scores ?? {});
  const sum = given.reduce((total, [name, one]) => total + checked(one, `label score of ${name}`), 0);
  if (sum === 0) return answered(label, (1 + checked(score ?? UNKNOWN_SCORE, "score")) / 2, labels);
  const isWhole = sum > 1 || given.length >= labels;
  const named = new Map(given.map(([name, one]) => [name, isWhole ? one / sum : one]));
  return { named, other: isWhole ? 0 : (1 - sum) / (labels - given.length) };
}

/** The shares of a source that gives the label with that probability, and any other one equally. */
export function answered(label: string, probability: number, labels: number): LabelShares {
  return { named: new Map([[label, probability]]), other: (1 - probability) / (labels - 1) };
}

/** The share of a label. */
export function shareOf({ named, other }: LabelShares, label: string): number {
  return named.get(label) ?? other;
}

/** Less than this in all is nothing: a mean of such shares would be rounded to 0, and dividing by it gives no number. */
const LEAST_SHARE = 1e-200;

/**
 * The shares of a model, each divided by the root of its label's threshold, so that they sum to 1 again; null where there were none. As
 * in confident learning, the threshold is the mean share of a label over the items that have it: a model that is seldom sure of a label
 * means more by a high share of it. The root goes half of that way. One item with the mean of all labels is counted in, so that a threshold
 * does not rest on one item. Labels that a prediction does not name have the mean threshold, whatever their own, so that the time does not
 * grow with their number.
 *
 * Source: Northcutt, Jiang and Chuang, "Confident learning: estimating uncertainty in dataset labels", JAIR 70 (2021).
 */
export function adjustShares(
  all: readonly (LabelShares | null)[],
  delivered: readonly string[],
  labels: number,
): (LabelShares | null)[] {
  const sums = new Map<string, { share: number; items: number }>();
  const total = { share: 0, items: 0 };
  for (const [item, shares] of all.entries()) {
    const label = delivered[item];
    if (shares === null || label === undefined) continue;
    const share = shareOf(shares, label);
    const sum = sums.get(label) ?? { share: 0, items: 0 };
    sums.set(label, { share: sum.share + share, items: sum.items + 1 });
    total.share += share;
    total.items += 1;
  }
  if (total.share < LEAST_SHARE) return [...all];
  const mean = total.share / total.items;
  const divisors = new Map(
    [...sums].map(([label, sum]) => [label, Math.sqrt((sum.share + mean) / (sum.items + 1))]),
  );
  return all.map((shares, item) => {
    if (shares === null) return null;
    const known = new Map(shares.named);
    const label = delivered[item];
    if (label !== undefined) known.set(label, shareOf(shares, label));
    const divided = new Map<string, number>();
    let sum = 0;
    for (const [name, share] of known) {
      const one = share / (divisors.get(name) ?? Math.sqrt(mean));
      divided.set(name, one);
      sum += one;
    }
    const other = known.size < labels ? shares.other / Math.sqrt(mean) : 0;
    sum += other * (labels - known.size);
    return { named: new Map([...divided].map(([name, one]) => [name, one / sum])), other: other / sum };
  });
}

/** A source of evidence about an item. */
export interface Source {
  readonly shares: LabelShares;
  /** Above 0. */
  readonly weight: number;
}

/**
 * How strongly the sources together, by their weights, prefer another label to this one: o/(o + d), with the share d of this label
 * and the share o of the likeliest other one. 0 to 1; null without sources.
 */
export function preferenceForAnother(
  sources: readonly Source[],
  label: string,
  labels: number,
): number | null {
  if (sources.length === 0) return null;
  const names = new Set([label, ...sources.flatMap(({ shares }) => [...shares.named.keys()])]);
  const pooled = (one: (shares: LabelShares) => number) =>
    sources.reduce((sum, { shares, weight }) => sum + weight * one(shares), 0);
  let another = names.size < labels ? pooled(({ other }) => other) : 0;
  for (const name of names) {
    if (name !== label)
      another = Math.max(
        another,
        pooled((shares) => shareOf(shares, name)),
      );
  }
  const own = pooled((shares) => shareOf(shares, label));
  return another === 0 ? 0 : another / (another + own);
}

function checked(value: number, name: string): number {
  if (value >= 0 && value <= 1) return value;
  throw new RangeError(`a ${name} must be from 0 to 1 (got ${value})`);
}
