import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { CERTIFIED_LEVELS, planRound } from "@assay/domain/certification/price.ts";
import {
  AUDIT_PLANS,
  type AuditPlanName,
  certifyChance,
  expectedAudits,
  type SequentialPlan,
} from "@assay/domain/certification/sequential-plan.ts";
import { livesOf } from "@assay/domain/certification/simulate.ts";
import { table } from "../../cli/src/table.ts";

const SHARES_RIGHT = [0.99, 0.98, 0.95, 0.93];
const PLANS = Object.keys(AUDIT_PLANS) as AuditPlanName[];
/** Standard errors by which a simulated chance may differ from the exact one. */
const MOST_DEVIATION = 4;

/**
 * Prints the first round of every level and plan for batches with 99, 98, 95 and 93 % right labels: the chance to
 * pass and the mean number of audits, as computed and in simulated rounds. Exits with 1 if a simulated chance is more
 * than four standard errors from the computed one.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      draws: { type: "string", default: "4000" },
      items: { type: "string", default: "1000" },
      seed: { type: "string", default: "1" },
    },
  });
  const [draws, N, seed] = [Number(values.draws), Number(values.items), Number(values.seed)];
  const cases = CERTIFIED_LEVELS.flatMap((level) =>
    PLANS.flatMap((audit_plan) => {
      const plan = planRound({ score: LEVELS[level].score, audit_plan }, N, 1);
      return SHARES_RIGHT.map((right) => ({ level, audit_plan, plan, right }));
    }),
  );
  let isDifferent = false;
  const rows = cases.map(({ level, audit_plan, plan, right }) => {
    const wrong = Math.round(N * (1 - right));
    const { chance } = certifyChance(plan, wrong);
    const simulated = simulate(plan, wrong, { draws, random: seededRandom(seed) });
    const error = Math.sqrt(Math.max(chance * (1 - chance), 1 / draws) / draws);
    if (Math.abs(simulated.passed - chance) > MOST_DEVIATION * error) isDifferent = true;
    return {
      ...{ level, plan: audit_plan, stages: plan.stages.map(({ audits }) => audits).join(" "), right },
      ...{ passes: chance.toFixed(3), simulated: simulated.passed.toFixed(3) },
      ...{ audits: expectedAudits(plan, wrong).toFixed(1), "simulated audits": simulated.audits.toFixed(1) },
    };
  });
  process.stdout.write(`${table(rows)}\n`);
  if (isDifferent) process.exitCode = 1;
}

function simulate(
  plan: SequentialPlan,
  wrong: number,
  { draws, random }: { draws: number; random: () => number },
) {
  const batch = { wrong: new Uint8Array(plan.N).fill(1, 0, wrong) };
  const live = livesOf(batch, { plans: [plan], mended: 0 }, random);
  const outcomes = Array.from({ length: draws }, live);
  return {
    passed: outcomes.filter(({ score }) => score !== null).length / draws,
    audits: outcomes.reduce((sum, { audits }) => sum + audits, 0) / draws,
  };
}

main();
