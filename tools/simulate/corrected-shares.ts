import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { correctedShares } from "@assay/domain/models/corrected-shares.ts";
import { measuredShare } from "@assay/domain/models/measured-share.ts";
import { table } from "../../cli/src/table.ts";

const ITEMS = 10_000;
const SAMPLES = [50, 100, 200];
const ERRORS = [0.01, 0.05, 0.2];
/** The right labels of the items, by their shares. */
const SHARES = { common: 0.6, other: 0.3, rare: 0.1 };
/** What the intervals promise, less what 4,000 draws vary by. */
const LEAST_COVERAGE = 0.945;

type Label = keyof typeof SHARES;
const LABELS = Object.keys(SHARES) as Label[];

/**
 * Draws a sample of 10,000 predictions many times, and counts how often the interval of each label's corrected share holds
 * the truth. The model is wrong on 1, 5 or 20 % of the items, and then gives one of the other labels. Prints the mean
 * width of the intervals beside that of Clopper and Pearson's from the sample alone. Exits with 1 if a coverage is
 * under 94.5 %.
 */
function main(): void {
  const { values } = parseArgs({
    options: { draws: { type: "string", default: "4000" }, seed: { type: "string", default: "1" } },
  });
  const draws = Number(values.draws);
  const rows = SAMPLES.flatMap((n) =>
    ERRORS.flatMap((errors) => {
      const random = seededRandom(Number(values.seed));
      const items = Array.from({ length: ITEMS }, (_, item) => itemOf(item / ITEMS, errors, random));
      return simulate(items, { n, draws, random }).map((found) => ({ n, errors, ...found }));
    }),
  );
  process.stdout.write(`${table(rows)}\n`);
  if (rows.some(({ coverage }) => Number(coverage) < LEAST_COVERAGE)) process.exitCode = 1;
}

interface Item {
  readonly delivered: Label;
  readonly predicted: Label;
}

function itemOf(place: number, errors: number, random: () => number): Item {
  const delivered =
    place < SHARES.common ? "common" : place < SHARES.common + SHARES.other ? "other" : "rare";
  const others = LABELS.filter((label) => label !== delivered);
  const wrong = others[Math.floor(random() * others.length)] ?? delivered;
  return { delivered, predicted: random() < errors ? wrong : delivered };
}

interface Draws {
  readonly n: number;
  readonly draws: number;
  readonly random: () => number;
}

function simulate(items: readonly Item[], { n, draws, random }: Draws) {
  const count = (of: keyof Item) =>
    new Map(LABELS.map((label) => [label, items.filter((item) => item[of] === label).length]));
  const [predicted, truth] = [count("predicted"), count("delivered")];
  const found = LABELS.map((label) => ({ label, covered: 0, width: 0, alone: 0 }));
  for (let draw = 0; draw < draws; draw += 1) {
    const sample = sampled(items, n, random);
    const shares = correctedShares(predicted, sample);
    for (const one of found) {
      const { low, high } = shares.find(({ label }) => label === one.label) ?? { low: 0, high: 0 };
      const right = (truth.get(one.label) ?? 0) / items.length;
      if (low <= right + 1e-12 && right <= high + 1e-12) one.covered += 1;
      const alone = measuredShare(n, sample.filter(({ delivered }) => delivered === one.label).length);
      one.width += high - low;
      one.alone += alone.high - alone.low;
    }
  }
  return found.map(({ label, covered, width, alone }) => ({
    ...{ label, coverage: (covered / draws).toFixed(4), width: (width / draws).toFixed(3) },
    "width of the sample alone": (alone / draws).toFixed(3),
  }));
}

/** Different items, each as likely. */
function sampled<T>(items: readonly T[], n: number, random: () => number): T[] {
  const places = new Set<number>();
  while (places.size < n) places.add(Math.floor(random() * items.length));
  return [...places].flatMap((place) => items[place] ?? []);
}

main();
