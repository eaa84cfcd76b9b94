import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { nextBudgetRound, roundsBefore } from "@assay/domain/certification/ledger.ts";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { CERTIFIED_LEVELS } from "@assay/domain/certification/price.ts";
import { boundAfter } from "@assay/domain/certification/sequential-bound.ts";
import {
  budgetOfRound,
  decideStage,
  planStages,
  type SequentialPlan,
} from "@assay/domain/certification/sequential-plan.ts";
import { table } from "../../cli/src/table.ts";

/** The guarantee is 5 %; the rest allows for random variation over 4,000 lives. */
const MOST_OVER_CLAIMS = 0.055;

/**
 * Somebody has data with the smallest number of wrong labels that is too many for a level, D₀. They create a
 * batch of it, fail, delete the batch and create it again, up to 50 times. Prints how often one of these batches
 * is certified: with the ledger, which gives each try the next round's budget, and without. Exits with 1 if it
 * is more than 5.5 % with the ledger.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      lives: { type: "string", default: "4000" },
      tries: { type: "string", default: "50" },
      items: { type: "string", default: "1000" },
      seed: { type: "string", default: "1" },
    },
  });
  const [lives, tries, N] = [Number(values.lives), Number(values.tries), Number(values.items)];
  const rows = CERTIFIED_LEVELS.map((level) => {
    const share = (hasLedger: boolean) => {
      const random = seededRandom(Number(values.seed));
      let overClaims = 0;
      for (let life = 0; life < lives; life += 1)
        overClaims += Number(isEverCertified(N, LEVELS[level].score, { tries, hasLedger, random }));
      return overClaims / lives;
    };
    return { level, items: N, tries, "with ledger": share(true), "without ledger": share(false) };
  });
  process.stdout.write(`${table(rows)}\n`);
  if (rows.some((row) => row["with ledger"] > MOST_OVER_CLAIMS)) process.exitCode = 1;
}

interface Life {
  readonly tries: number;
  readonly hasLedger: boolean;
  readonly random: () => number;
}

function isEverCertified(N: number, need: number, { tries, hasLedger, random }: Life): boolean {
  let used = 0;
  for (let tried = 0; tried < tries; tried += 1) {
    const earlier = hasLedger && used > 0 ? [{ round: used, items: N }] : [];
    used = nextBudgetRound(0, roundsBefore(N, earlier));
    const plan = planStages({ N, need, budget: budgetOfRound(used), maxWrong: 4 });
    const score = scoreOf(plan, random);
    if (score !== null && score > (100 * (N - plan.tooManyWrong)) / N) return true;
  }
  return false;
}

/** The certified score of one round at D₀; null if it gives up. Items are audited in random order. */
function scoreOf(plan: SequentialPlan, random: () => number): number | null {
  let wrong = 0;
  for (let audited = 0; ; audited += 1) {
    const decision = decideStage(plan, audited, wrong);
    if (decision.outcome === "given_up") return null;
    if (decision.outcome === "certified") return boundAfter(plan, decision).score;
    if (random() * (plan.N - audited) < plan.tooManyWrong - wrong) wrong += 1;
  }
}

main();
