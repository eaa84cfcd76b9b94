import { binomialPoint } from "../certification/distributions.ts";
import { STARTS } from "./threshold.ts";

/** Chances that change nothing in a mean. */
const NEGLIGIBLE = 1e-12;

/** A candidate of `chooseThreshold` before the check. */
export interface PlannedStep {
  /** The share of the items, 0 to 1. */
  readonly share: number;
  readonly checked: number;
  /** How many parts of α begin here. */
  readonly parts: number;
  /** The most wrong labels with which it passes, by the number of parts of α that have reached it; −1 without any. */
  readonly most: readonly number[];
}

/**
 * The mean share of the items that the steps accept, if the surest share s of them has the error rate `rate`·s^`power`. By
 * the distribution of the wrong labels that are found, apart for each number of parts of α that have reached a step.
 */
export function meanAccepted(steps: readonly PlannedStep[], rate: number, power: number): number {
  const size = Math.max(...steps.flatMap(({ most }) => most), 0) + 1;
  let walks = Array.from({ length: STARTS + 1 }, () => emptyWalks(size));
  walks[0]?.chances.fill(1, 0, 1);
  let [mean, before] = [0, { share: 0, checked: 0 }];
  for (const { share, checked, parts, most } of steps) {
    const wrong = (rate * (share ** (power + 1) - before.share ** (power + 1))) / (share - before.share);
    const found = chancesOf(checked - before.checked, wrong);
    const later = walks.map((each) => withChecked(each, found));
    mean += later.reduce((sum, { lost }) => sum + lost, 0);
    walks = afterTest(
      later.map((each) => each.walks),
      { share, parts, most },
    );
    before = { share, checked };
  }
  return mean + walks.reduce((sum, { accepted }) => sum + total(accepted), 0);
}

/** Samples with the same parts of α, by their number of wrong labels. */
interface Walks {
  readonly chances: Float64Array;
  /** The share that the last passed step accepts, summed over the samples by their chances. */
  readonly accepted: Float64Array;
}

function emptyWalks(size: number): Walks {
  return { chances: new Float64Array(size), accepted: new Float64Array(size) };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The samples with so many more checked labels, and what those accept that can pass no further step. */
function withChecked({ chances, accepted }: Walks, found: readonly Chance[]): { walks: Walks; lost: number } {
  const after = emptyWalks(chances.length);
  let lost = 0;
  for (const [d, chance] of chances.entries()) {
    if (chance < NEGLIGIBLE) continue;
    const share = accepted[d] ?? 0;
    for (const { wrong, chance: p } of found) {
      const at = d + wrong;
      if (at >= chances.length) lost += share * p;
      else {
        after.chances[at] = (after.chances[at] ?? 0) + chance * p;
        after.accepted[at] = (after.accepted[at] ?? 0) + share * p;
      }
    }
  }
  return { walks: after, lost };
}

/** A number of wrong labels among checked ones. */
interface Chance {
  readonly wrong: number;
  readonly chance: number;
}

/** The numbers of wrong labels that are not negligible, if each of the `checked` ones is wrong with the chance `rate`. */
function chancesOf(checked: number, rate: number): Chance[] {
  const reach = 8 * Math.sqrt(checked * rate * (1 - rate)) + 8;
  const first = Math.max(0, Math.floor(checked * rate - reach));
  const last = Math.min(checked, Math.ceil(checked * rate + reach));
  return Array.from({ length: last - first + 1 }, (_, place) => ({
    wrong: first + place,
    chance: binomialPoint(first + place, checked, rate),
  })).filter(({ chance }) => chance > NEGLIGIBLE);
}

/** Samples pass and keep their parts of α, or fail and have none. */
function afterTest(walks: readonly Walks[], { share, parts, most }: Omit<PlannedStep, "checked">): Walks[] {
  const after = walks.map(({ chances }) => emptyWalks(chances.length));
  for (const [before, { chances, accepted }] of walks.entries()) {
    const reached = Math.min(STARTS, before + parts);
    const passing = (most[reached] ?? -1) + 1;
    add(
      after[reached],
      0,
      chances.subarray(0, passing),
      chances.subarray(0, passing).map((chance) => chance * share),
    );
    add(after[0], passing, chances.subarray(passing), accepted.subarray(passing));
  }
  return after;
}

/** Adds to the values from `from` on. */
function add(to: Walks | undefined, from: number, chances: Float64Array, accepted: Float64Array): void {
  for (const [place, chance] of chances.entries()) {
    if (to === undefined) continue;
    to.chances[from + place] = (to.chances[from + place] ?? 0) + chance;
    to.accepted[from + place] = (to.accepted[from + place] ?? 0) + (accepted[place] ?? 0);
  }
}
