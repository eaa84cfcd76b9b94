import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { nextBudgetRound, roundsBefore } from "@assay/domain/certification/ledger.ts";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { CERTIFIED_LEVELS, planRound } from "@assay/domain/certification/price.ts";
import {
  AUDIT_PLANS,
  type AuditPlanName,
  certifyChance,
  type SequentialPlan,
} from "@assay/domain/certification/sequential-plan.ts";
import { livesOf, type Outcome } from "@assay/domain/certification/simulate.ts";
import { decideLabels } from "@assay/domain/consensus/consensus.ts";
import { type NamedAnswers, readAnswers, readColumns } from "../../cli/src/answers-csv.ts";
import { table } from "../../cli/src/table.ts";

const USAGE =
  "usage: node tools/simulate/simulate.ts ANSWERS.csv TRUTH.csv [--draws 4000] [--seed 1] [--tries N]";
/** The first round and three after a rework. */
const ROUNDS = [1, 2, 3, 4];
/** The shares of the errors found that a rework corrects. */
const MENDED = [0, 0.5];
const PLANS = Object.keys(AUDIT_PLANS) as AuditPlanName[];
/** The guarantee is 5 %; the rest allows for random variation over this many draws. */
const MOST_OVER_CLAIMS = 0.055;
/** Standard errors by which a simulated share may differ from the exact chance. */
const MOST_DEVIATION = 4;

/**
 * Takes the items of real crowd answers (columns item, worker, label) with known truth (item, label) through
 * the whole verdict many times, with audits answered by the truth, and counts how often a score above the
 * truth is certified. Labels are delivered in three ways: the consensus, the majority, and each item's first
 * answer. A failed round is followed by up to three reworks that correct half of the errors found, or nothing.
 * If they correct nothing, `exact` is the chance of a certificate, which the share of `certified` lives must
 * match. With `--tries` nobody reworks: a batch that failed is deleted and the same data audited again as a new
 * batch, that many times, with the budgets that the ledger leaves. Exits with 1 if it does not, or if a row over-claims in more than 5.5 % of the draws.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      draws: { type: "string", default: "4000" },
      seed: { type: "string", default: "1" },
      tries: { type: "string", default: "0" },
    },
  });
  const [answersPath, truthPath] = positionals;
  if (answersPath === undefined || truthPath === undefined) throw new Error(USAGE);
  const [draws, seed, tries] = [Number(values.draws), Number(values.seed), Number(values.tries)];
  const answers = await readAnswers(answersPath);
  const truth = await readTruth(truthPath);
  const rows = [...deliveries(answers)].flatMap(([delivery, labels]) => {
    const wrong = wrongOf(answers, labels, truth);
    const counts = { delivery, right: shareOf(wrong), items: wrong.length };
    return casesOf(wrong.length, tries).map(({ plans, ...setting }) => {
      const live = livesOf({ wrong }, { plans, mended: setting.mended }, seededRandom(seed));
      const exact = setting.mended === 0 ? exactChance(plans, wrong) : null;
      return { ...counts, ...setting, ...count(live, draws), exact };
    });
  });
  process.stdout.write(`${table(rows.map((row) => ({ ...row, exact: row.exact?.toFixed(4) ?? "" })))}\n`);
  if (rows.some((row) => row["over-claims"] > MOST_OVER_CLAIMS || deviates(row, draws))) process.exitCode = 1;
}

function casesOf(N: number, tries: number) {
  const rounds = tries === 0 ? ROUNDS : Array.from({ length: tries }, (_, before) => roundAfter(before, N));
  return CERTIFIED_LEVELS.flatMap((asked) =>
    PLANS.flatMap((audit_plan) => {
      const plans = rounds.map((round) => planRound({ score: LEVELS[asked].score, audit_plan }, N, round));
      return (tries === 0 ? MENDED : [0]).map((mended) => ({ asked, plan: audit_plan, mended, plans }));
    }),
  );
}

/** The round whose budget the next batch of the same data has after so many audited ones. */
function roundAfter(batches: number, N: number): number {
  return nextBudgetRound(0, roundsBefore(N, batches === 0 ? [] : [{ round: batches, items: N }]));
}

/** The chance that one of the rounds certifies, if reworks correct nothing. */
function exactChance(plans: readonly SequentialPlan[], wrong: Uint8Array): number {
  const D = wrong.reduce((sum, one) => sum + one, 0);
  return 1 - plans.reduce((failing, plan) => failing * (1 - certifyChance(plan, D).chance), 1);
}

function deviates({ certified, exact }: { certified: number; exact: number | null }, draws: number): boolean {
  if (exact === null) return false;
  const error = Math.sqrt(Math.max(exact * (1 - exact), 1 / draws) / draws);
  return Math.abs(certified - exact) > MOST_DEVIATION * error;
}

async function readTruth(path: string): Promise<ReadonlyMap<string, string>> {
  const truth = new Map<string, string>();
  for await (const [item, label] of readColumns(path, ["item", "label"])) truth.set(item, label);
  return truth;
}

/** The label of each item, as its index; −1 if there is none. */
function* deliveries({ answers }: NamedAnswers): Generator<readonly [string, ArrayLike<number>]> {
  yield ["consensus", decideLabels(answers).label];
  yield ["majority", decideLabels(answers, "majority").label];
  yield [
    "first answer",
    Array.from({ length: answers.items }, (_, item) => answers.label[answers.starts[item] ?? 0] ?? -1),
  ];
}

/** Items with known truth whose delivered label is wrong or missing. */
function wrongOf(
  { items, labels: names }: NamedAnswers,
  labels: ArrayLike<number>,
  truth: ReadonlyMap<string, string>,
): Uint8Array {
  const known = items.flatMap((name, item) => {
    const right = truth.get(name);
    return right === undefined ? [] : [Number(names[labels[item] ?? -1] !== right)];
  });
  if (known.length === 0) throw new Error("the truth names none of the items");
  return Uint8Array.from(known);
}

function shareOf(wrong: Uint8Array): string {
  return (1 - wrong.reduce((sum, one) => sum + one, 0) / wrong.length).toFixed(4);
}

function count(draw: () => Outcome, draws: number) {
  let [certified, over] = [0, 0];
  for (let run = 0; run < draws; run += 1) {
    const { score, share } = draw();
    if (score === null) continue;
    certified += 1;
    if (score > 100 * share + 1e-9) over += 1;
  }
  return { certified: certified / draws, "over-claims": over / draws };
}

await main();
