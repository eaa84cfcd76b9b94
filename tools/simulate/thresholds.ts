import { seededRandom } from "@assay/domain/agreement.ts";
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

const GOALS = [0.02, 0.05, 0.1].map((max_wrong) => ({ max_wrong, confidence: CONFIDENCE }));

/**
 * Draws a check sample of the same predictions many times, chooses a threshold by each, and counts how often more than
 * `max_wrong` of the accepted labels are wrong in truth. Scores are those of two real classifiers (logistic: well
 * calibrated; bayes: overconfident), the logistic ones shuffled (random), with the surest half turned wrong (adversarial),
 * and as unfavourable as can be (edge: all sets of candidates have one wrong label more than allowed). Exits with 1 if a
 * row over-claims in more than 5.5 % of the draws.
 */
async function main(): Promise<void> {
  const { draws, check, seed } = readOptions();
  const digits = await digitPredictions();
  const rows = GOALS.flatMap((goal) =>
    Object.entries(scoresOfKinds(digits, check, goal)).map(([scores, items]) => {
      const random = seededRandom(seed);
      const right = items.filter((item) => item.right).length / items.length;
      const found = simulate(items, goal, { draws, check, random });
      return { scores, right: right.toFixed(3), max_wrong: goal.max_wrong, ...found };
    }),
  );
  process.stdout.write(`${table(rows)}\n`);
  if (rows.some((row) => row["over-claims"] > MOST_OVER_CLAIMS)) process.exitCode = 1;
}

interface Draws {
  readonly draws: number;
  readonly check: number;
  readonly random: () => number;
}

function simulate(items: readonly KnownPrediction[], goal: ThresholdGoal, { draws, check, random }: Draws) {
  const scores = items.map(({ score }) => score);
  let [accepted, over] = [0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const { chosen } = chooseThreshold(scores, sampleOf(items, check, random), goal);
    if (chosen === null) continue;
    accepted += chosen.items / items.length;
    const above = items.filter(({ score }) => score >= (chosen.threshold ?? -Infinity));
    const wrong = above.filter(({ right }) => !right).length;
    if (wrong > goal.max_wrong * above.length) over += 1;
  }
  return { accepted: (accepted / draws).toFixed(3), "over-claims": over / draws };
}

await main();
