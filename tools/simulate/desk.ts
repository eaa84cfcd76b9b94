import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { findDrifts } from "@assay/domain/drift.ts";
import { forecastFinish } from "@assay/domain/forecast.ts";
import { table } from "../../cli/src/table.ts";

const ANNOTATORS = 10;
const LOOKS = 30;
const WINDOW = 7;
const BEFORE = 28;
const PER_DAY = 5;
const MEAN = 40;

/**
 * Counts how often the 80 % interval of a forecast holds the day on which simulated work ends, and how often annotators whose
 * accuracy never changes are marked for a drop: at one look, and at any of 30 daily ones; beside these, how often one who falls to 70 %
 * is marked after a week. Exits with 1 if a look marks unchanged annotators in more than 5.5 % of the runs.
 */
function main(): void {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
  });
  const runs = Number(values.runs);
  const random = seededRandom(Number(values.seed));
  const coverage = (["even", "weekly", "bursty"] as const).flatMap((work) =>
    [7, 14, 28].flatMap((days) =>
      [5, 20].map((ahead) => ({ work, days, ahead, ...cover({ work, days, ahead, runs }, random) })),
    ),
  );
  process.stdout.write(`${table(coverage)}\n\n`);
  const alarms = [0.8, 0.9, 0.95].map((accuracy) => ({
    accuracy,
    ...alarm(accuracy, Math.ceil(runs / 2), random),
  }));
  process.stdout.write(`${table(alarms)}\n`);
  if (alarms.some(({ one_look }) => Number(one_look) > 0.055)) process.exitCode = 1;
}

type Work = "even" | "weekly" | "bursty";

/** Answers of a day: Poisson; of workdays only; or negative binomial with a variance of mean + mean². */
function answersOn(day: number, work: Work, random: () => number): number {
  if (work === "even") return poisson(MEAN, random);
  if (work === "weekly") return day % 7 < 5 ? poisson(MEAN, random) : 0;
  return poisson(-MEAN * Math.log(1 - random()), random);
}

function cover(
  { work, days, ahead, runs }: { work: Work; days: number; ahead: number; runs: number },
  random: () => number,
) {
  let [held, width, made] = [0, 0, 0];
  for (let run = 0; run < runs / 4; run += 1) {
    const rates = Array.from({ length: days }, (_, day) => answersOn(day, work, random));
    const forecast = forecastFinish(MEAN * ahead, rates);
    if (forecast === null) continue;
    let [end, done] = [0, 0];
    while (done < MEAN * ahead) {
      done += answersOn(days + end, work, random);
      end += 1;
    }
    const [low, high] = [forecast.low ?? Infinity, forecast.high ?? Infinity];
    made += 1;
    held += low <= end && end <= high ? 1 : 0;
    width += Math.min(high, 730) - Math.min(low, 730);
  }
  return { coverage: (held / made).toFixed(3), mean_width: (width / made).toFixed(1) };
}

function alarm(accuracy: number, runs: number, random: () => number) {
  let [first, any, found] = [0, 0, 0];
  for (let run = 0; run < runs; run += 1) {
    const people = Array.from({ length: ANNOTATORS }, () =>
      Array.from({ length: BEFORE + WINDOW + LOOKS }, () => binomial(PER_DAY, accuracy, random)),
    );
    const marks = Array.from({ length: LOOKS }, (_, look) => look).filter((look) =>
      isMarked(people, BEFORE + WINDOW + look),
    );
    first += marks.includes(0) ? 1 : 0;
    any += marks.length > 0 ? 1 : 0;
    const dropped = [
      ...(people[0] ?? []).slice(0, BEFORE),
      ...Array.from({ length: WINDOW }, () => binomial(PER_DAY, 0.7, random)),
    ];
    found += findDrifts([dropped, ...people.slice(1)].map((days) => windows(days, BEFORE + WINDOW)))[0]
      ?.has_dropped
      ? 1
      : 0;
  }
  const share = (count: number) => (count / runs).toFixed(3);
  return { one_look: share(first), thirty_looks: share(any), drop_to_70_found: share(found) };
}

function isMarked(people: readonly (readonly number[])[], end: number): boolean {
  return findDrifts(people.map((days) => windows(days, end))).some(({ has_dropped }) => has_dropped);
}

function windows(days: readonly number[], end: number) {
  const sum = (from: number, to: number) => ({
    compared: (to - from) * PER_DAY,
    right: days.slice(from, to).reduce((before, right) => before + right, 0),
  });
  return { before: sum(0, end - WINDOW), recent: sum(end - WINDOW, end) };
}

function binomial(n: number, p: number, random: () => number): number {
  return Array.from({ length: n }, () => random()).filter((share) => share < p).length;
}

/** By Knuth's product of uniform numbers, in parts whose limit does not underflow. */
function poisson(mean: number, random: () => number): number {
  if (mean > 500) return poisson(mean / 2, random) + poisson(mean / 2, random);
  let [product, count] = [random(), 0];
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= random();
  return count;
}

main();
