import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { chooseThreshold } from "@assay/domain/models/threshold.ts";
import { table } from "../../cli/src/table.ts";
import { lineChart } from "./line-chart.ts";
import { digitPredictions, type KnownPrediction, sampleOf } from "./predictions.ts";

const GOALS = [0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15];
const CHECKS = [600, 2000];
const ITEMS = 20_000;

/**
 * What a threshold saves: answers of people per item, and the share of wrong labels in the whole delivered batch. The
 * scores are real (those of logistic regression in digits.csv, drawn with replacement to 20,000 items), the people are
 * simulated: each answer is right with the chance `--people`, otherwise it is the one label that is easily confused. An
 * item of people has two answers, and a third if they differ. Without a model all items have these. Writes a chart to
 * `--svg`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      draws: { type: "string", default: "40" },
      people: { type: "string", default: "0.9" },
      seed: { type: "string", default: "1" },
      svg: { type: "string" },
    },
  });
  const [draws, people, seed] = [Number(values.draws), Number(values.people), Number(values.seed)];
  const { logistic } = await digitPredictions();
  const delivered = (max_wrong: number | null, check: number) =>
    mean(draws, seed, (random) => deliver(grown(logistic, random), max_wrong, { check, people }, random));
  const alone = delivered(null, 0);
  const rows = CHECKS.flatMap((check) =>
    GOALS.map((max_wrong) => ({ check, max_wrong, ...delivered(max_wrong, check) })),
  );
  const shown = [{ check: null, max_wrong: null, ...alone }, ...rows].map((row) => ({
    ...{ ...row, wrong: row.wrong.toFixed(4), answers: row.answers.toFixed(3) },
    saved: (1 - row.answers / alone.answers).toFixed(3),
  }));
  process.stdout.write(`${table(shown)}\n`);
  if (values.svg !== undefined) await writeFile(values.svg, chartOf(alone, rows));
}

function chartOf(alone: Delivered, rows: readonly (Delivered & { check: number })[]): string {
  const pointOf = ({ wrong, answers }: Delivered) => [100 * wrong, answers] as const;
  return lineChart({
    title: "Answers that a model saves (real scores, simulated people)",
    x: { label: "wrong labels delivered, in 100", from: 0, to: 12, step: 2 },
    y: { label: "answers of people per item", from: 0, to: 2.5, step: 0.5 },
    lines: CHECKS.map((check) => ({
      name: `model, check of ${check} in ${ITEMS}`,
      points: rows.filter((row) => row.check === check).map(pointOf),
    })),
    marks: [{ name: "people alone", at: pointOf(alone) }],
  });
}

interface Setting {
  readonly check: number;
  /** The chance that an answer is right. */
  readonly people: number;
}

interface Delivered {
  /** The share of wrong labels of the whole batch. */
  readonly wrong: number;
  /** Answers of people per item. */
  readonly answers: number;
}

function mean(draws: number, seed: number, draw: (random: () => number) => Delivered): Delivered {
  const random = seededRandom(seed);
  const found = Array.from({ length: draws }, () => draw(random));
  const of = (value: (one: Delivered) => number) => found.reduce((sum, one) => sum + value(one), 0) / draws;
  return { wrong: of(({ wrong }) => wrong), answers: of(({ answers }) => answers) };
}

function grown(known: readonly KnownPrediction[], random: () => number): KnownPrediction[] {
  return Array.from({ length: ITEMS }, () => known[Math.floor(random() * known.length)]).filter(
    (item) => item !== undefined,
  );
}

/** Delivers the batch; without a goal all labels are people's. */
function deliver(
  items: readonly KnownPrediction[],
  max_wrong: number | null,
  { check, people }: Setting,
  random: () => number,
): Delivered {
  const [count, total] = [{ wrong: 0, answers: 0 }, items.length];
  const byPeople = () => {
    const { isRight, answers } = consensus(people, random);
    count.answers += answers;
    if (!isRight) count.wrong += 1;
    return isRight;
  };
  const checked = sampleOf([...items.keys()], max_wrong === null ? 0 : check, random);
  const judged = checked.flatMap((place) => {
    const [item, isRight] = [items[place], byPeople()];
    return item === undefined ? [] : [{ score: item.score, right: item.right && isRight }];
  });
  const least = max_wrong === null ? null : chosenScore(items, judged, max_wrong);
  const isChecked = new Set(checked);
  for (const [place, { score, right }] of items.entries()) {
    if (isChecked.has(place)) continue;
    if (least === null || score < least) byPeople();
    else if (!right) count.wrong += 1;
  }
  return { wrong: count.wrong / total, answers: count.answers / total };
}

/** The score from which labels are accepted; null if there is none. */
function chosenScore(
  items: readonly KnownPrediction[],
  judged: readonly KnownPrediction[],
  max_wrong: number,
): number | null {
  const { chosen } = chooseThreshold(
    items.map(({ score }) => score),
    judged,
    { max_wrong, confidence: 0.95 },
  );
  return chosen === null ? null : (chosen.threshold ?? -Infinity);
}

/** Two answers, and a third if they differ. A model's label passes the check only beside a right consensus. */
function consensus(people: number, random: () => number) {
  const [one, other] = [random() < people, random() < people];
  return one === other ? { isRight: one, answers: 2 } : { isRight: random() < people, answers: 3 };
}

await main();
