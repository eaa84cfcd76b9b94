import { boundAfter } from "@assay/domain/certification/sequential-bound.ts";
import {
  AUDIT_PLANS,
  budgetOfRound,
  certifyChance,
  expectedAudits,
  planStages,
} from "@assay/domain/certification/sequential-plan.ts";

/** Up to 5 all labels are audited; twelve sizes take SciPy two cores for about two minutes. */
const SIZES = [1, 5, 6, 7, 12, 30, 100, 333, 1_000, 5_000, 20_000, 100_000];
const NEEDS = [70, 80, 90, 95];
const ROUNDS = [1, 2, 3, 4, 5, 6, 7];
const SHARES_WRONG = [0.01, 0.02, 0.05, 0.07];

/** Prints audit plans, a JSON object per line, with the chances and bounds that `plans.py` computes again. */
function main(): void {
  for (const N of SIZES)
    for (const need of NEEDS)
      for (const maxWrong of Object.values(AUDIT_PLANS))
        for (const round of ROUNDS)
          process.stdout.write(`${JSON.stringify(planned(N, need, maxWrong, round))}\n`);
}

function planned(N: number, need: number, maxWrong: number, round: number) {
  const plan = planStages({ N, need, budget: budgetOfRound(round), maxWrong });
  const last = plan.stages.at(-1)?.audits ?? 0;
  const givenUp = [...new Set([plan.giveUpAt, Math.floor((plan.giveUpAt + last) / 2), last])];
  const tried = [plan.tooManyWrong, ...SHARES_WRONG.map((share) => Math.round(share * N))];
  return {
    ...{ N, need, round, budget: plan.budget, max_wrong: maxWrong, too_many_wrong: plan.tooManyWrong },
    stages: plan.stages.map(({ audits }) => audits),
    certified: plan.stages.map(({ wrong }) => boundAfter(plan, { outcome: "certified", wrong })),
    given_up: givenUp.map((audits) => ({ audits, ...boundAfter(plan, { outcome: "given_up", audits }) })),
    chances: tried.map((D) => ({ D, ...certifyChance(plan, D), mean_audits: expectedAudits(plan, D) })),
  };
}

main();
