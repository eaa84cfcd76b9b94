import { seededRandom } from "@assay/domain/agreement.ts";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { CERTIFIED_LEVELS, planRound } from "@assay/domain/certification/price.ts";
import { decideStage, type SequentialPlan } from "@assay/domain/certification/sequential-plan.ts";
import { measuredShare } from "@assay/domain/models/measured-share.ts";
import { chooseThreshold, type ThresholdGoal } from "@assay/domain/models/threshold.ts";
import { table } from "../../cli/src/table.ts";
import {
  CONFIDENCE,
  digitPredictions,
  type KnownPrediction,
  readOptions,
  sampleOf,
  scoresOfKinds,
} from "./predictions.ts";

/** The least coverage: 95 % are asked, the rest allows for random variation over 4,000 draws. */
const LEAST_COVERAGE = 0.945;
/** The candidates of a threshold are made for a check of so many at least. */
const LEAST_CHECK = 50;

/**
 * How often the interval of a model's accuracy contains the truth where the report joins two samples: the check of an auto-accept, and
 * an audit that stops as soon as its own results decide. With `--check 0` it is the audit alone, of labels that are all the model's.
 * Scores and labels of the models are those of `scoresOfKinds`, and as many right labels as the level asks (asked). The people, who
 * check and label what is under the threshold, are right in all answers, and so are the auditors. Exits with 1 if a row covers the
 * truth in less than 94.5 % of the draws.
 */
async function main(): Promise<void> {
  const { draws, check, seed } = readOptions();
  const digits = await digitPredictions();
  const rows = CERTIFIED_LEVELS.flatMap((asked) => {
    const { score } = LEVELS[asked];
    const goal = { max_wrong: 2 * (1 - score / 100), confidence: CONFIDENCE };
    const kinds = {
      ...scoresOfKinds(digits, Math.max(check, LEAST_CHECK), goal),
      asked: rightOn(digits.logistic, score),
    };
    return Object.entries(kinds).map(([scores, items]) => {
      const plan = planRound({ score, audit_plan: "thrifty" }, items.length, 1);
      return { asked, scores, ...sampleOften(items, { goal, plan, check, draws }, seededRandom(seed)) };
    });
  });
  process.stdout.write(`${table(rows)}\n`);
  if (rows.some(({ coverage }) => coverage < LEAST_COVERAGE)) process.exitCode = 1;
}

/** The same scores, right on so many percent of the items. */
function rightOn(items: readonly KnownPrediction[], score: number): KnownPrediction[] {
  return items.map((item, place) => ({ ...item, right: place >= (1 - score / 100) * items.length }));
}

interface Setting {
  readonly goal: ThresholdGoal;
  readonly plan: SequentialPlan;
  readonly check: number;
  readonly draws: number;
}

function sampleOften(items: readonly KnownPrediction[], setting: Setting, random: () => number) {
  const truth = items.filter(({ right }) => right).length / items.length;
  let [covered, sampled, error] = [0, 0, 0];
  for (let draw = 0; draw < setting.draws; draw += 1) {
    const sample = joinedSample(items, setting, random);
    const hits = sample.filter(({ right }) => right).length;
    const { low, high } = measuredShare(sample.length, hits);
    if (low <= truth && truth <= high) covered += 1;
    sampled += sample.length / setting.draws;
    error += (hits / sample.length - truth) / setting.draws;
  }
  return {
    accuracy: truth.toFixed(3),
    items: Math.round(sampled),
    error: error.toFixed(4),
    coverage: covered / setting.draws,
  };
}

/**
 * The check, and the items that the audit reaches before it decides; an item that is in both counts once. Without a check all
 * delivered labels are the model's.
 */
function joinedSample(
  items: readonly KnownPrediction[],
  { goal, plan, check }: Setting,
  random: () => number,
): readonly KnownPrediction[] {
  const checked = new Set(sampleOf(items, check, random));
  const least = check === 0 ? Number.NEGATIVE_INFINITY : thresholdOf(items, [...checked], goal);
  const sample = new Set(checked);
  let wrong = 0;
  for (const [index, item] of sampleOf(items, items.length, random).entries()) {
    if (item.score >= least && !checked.has(item) && !item.right) wrong += 1;
    sample.add(item);
    if (decideStage(plan, index + 1, wrong).outcome !== "more") break;
  }
  return [...sample];
}

/** The least score of the labels that the model makes; infinite if it makes none. */
function thresholdOf(
  items: readonly KnownPrediction[],
  checked: readonly KnownPrediction[],
  goal: ThresholdGoal,
): number {
  const { chosen } = chooseThreshold(
    items.map(({ score }) => score),
    checked,
    goal,
  );
  return chosen === null ? Number.POSITIVE_INFINITY : (chosen.threshold ?? Number.NEGATIVE_INFINITY);
}

await main();
