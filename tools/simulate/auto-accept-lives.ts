import { seededRandom } from "@assay/domain/agreement.ts";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { CERTIFIED_LEVELS, planRound } from "@assay/domain/certification/price.ts";
import type { SequentialPlan } from "@assay/domain/certification/sequential-plan.ts";
import { livesOf } from "@assay/domain/certification/simulate.ts";
import { chooseThreshold, type ThresholdGoal } from "@assay/domain/models/threshold.ts";
import { table } from "../../cli/src/table.ts";
import {
  CONFIDENCE,
  digitPredictions,
  type KnownPrediction,
  MOST_OVER_CLAIMS,
  readOptions,
  sampleOf,
  scoresOfKinds,
} from "./predictions.ts";

/** The first round and two after a rework. */
const ROUNDS = [1, 2, 3];
/** The share of the errors found that a rework corrects. */
const MENDED = 0.5;

/**
 * Takes batches through their whole lives many times: people check a random sample of a model's labels, a threshold is chosen, the
 * model labels what is above it and people the rest, and audits certify the mixture or fail it, with up to two reworks that correct
 * half of the errors found. Counts how often the certified score is above the truth. Scores and labels of the model are those of
 * `scoresOfKinds`. The people are simulated: as many of their labels are wrong, in the check too, as the level just allows, or a
 * quarter of that; the model may be wrong on as many. A label of theirs that is wrong differs from the model's. Auditors are right.
 * Exits with 1 if a row over-claims in more than 5.5 % of the lives.
 */
async function main(): Promise<void> {
  const { draws, check, seed } = readOptions();
  const digits = await digitPredictions();
  const rows = CERTIFIED_LEVELS.flatMap((asked) => {
    const { score } = LEVELS[asked];
    const allowed = 1 - score / 100;
    const goal = { max_wrong: 2 * allowed, confidence: CONFIDENCE };
    return Object.entries(scoresOfKinds(digits, check, goal)).flatMap(([scores, items]) => {
      const plans = ROUNDS.map((round) => planRound({ score, audit_plan: "thrifty" }, items.length, round));
      return [allowed, allowed / 4].map((people_wrong) => {
        const random = seededRandom(seed);
        const found = liveOften(items, { goal, plans, people_wrong, check, draws }, random);
        return { asked, scores, people_wrong: people_wrong.toFixed(4), ...found };
      });
    });
  });
  process.stdout.write(`${table(rows)}\n`);
  if (rows.some((row) => row["over-claims"] > MOST_OVER_CLAIMS)) process.exitCode = 1;
}

interface Setting {
  readonly goal: ThresholdGoal;
  readonly plans: readonly SequentialPlan[];
  /** The share of people's labels that are wrong. */
  readonly people_wrong: number;
  readonly check: number;
  readonly draws: number;
}

function liveOften(items: readonly KnownPrediction[], setting: Setting, random: () => number) {
  const { plans, draws } = setting;
  let [by_model, certified, over] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const { wrong, labeled } = label(items, setting, random);
    by_model += labeled / items.length / draws;
    const { score, share } = livesOf({ wrong }, { plans, mended: MENDED }, random)();
    if (score === null) continue;
    certified += 1;
    if (score > 100 * share + 1e-9) over += 1;
  }
  return {
    ...{ by_model: by_model.toFixed(3), certified: (certified / draws).toFixed(3) },
    "over-claims": over / draws,
  };
}

/** The delivered labels of one life, and how many the model made. */
function label(
  items: readonly KnownPrediction[],
  { goal, people_wrong, check }: Setting,
  random: () => number,
): { wrong: Uint8Array; labeled: number } {
  const people = items.map(() => Number(random() < people_wrong));
  const places = sampleOf([...items.keys()], check, random);
  const checked = places.flatMap((place) => {
    const { score, right } = items[place] ?? {};
    return score === undefined ? [] : { score, right: right === true && people[place] === 0 };
  });
  const { chosen } = chooseThreshold(
    items.map(({ score }) => score),
    checked,
    goal,
  );
  const least = chosen === null ? Number.POSITIVE_INFINITY : (chosen.threshold ?? Number.NEGATIVE_INFINITY);
  const isChecked = new Set(places);
  const isModels = items.map(({ score }, place) => score >= least && !isChecked.has(place));
  const wrong = Uint8Array.from(items, ({ right }, place) =>
    isModels[place] ? Number(!right) : (people[place] ?? 0),
  );
  return { wrong, labeled: isModels.filter(Boolean).length };
}

await main();
