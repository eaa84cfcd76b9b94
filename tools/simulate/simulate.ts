import { parseArgs } from "node:util";
import { seededRandom } from "@assay/domain/agreement.ts";
import { CERTIFIED_LEVELS } from "@assay/domain/certification/price.ts";
import { type Outcome, procedureOf } from "@assay/domain/certification/procedure.ts";
import { decideLabels } from "@assay/domain/consensus/consensus.ts";
import { type NamedAnswers, readAnswers, readColumns } from "../../cli/src/answers-csv.ts";
import { table } from "../../cli/src/table.ts";

const USAGE = "usage: node tools/simulate/simulate.ts ANSWERS.csv TRUTH.csv [--draws 4000] [--seed 1]";
const ROUNDS = { maxLooks: 2, rounds: 3 };
/** The guarantee is 5 %; the rest allows for random variation over this many draws. */
const MOST_OVER_CLAIMS = 0.055;

/**
 * Takes the items of real crowd answers (columns item, worker, label) with known truth (item, label) through
 * the whole verdict many times, with audits answered by the truth, and counts how often a score above the
 * truth is certified. Labels are delivered in three ways: the consensus, the majority, and each item's first
 * answer. Exits with 1 if a row over-claims in more than 5.5 % of the draws.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { draws: { type: "string", default: "4000" }, seed: { type: "string", default: "1" } },
  });
  const [answersPath, truthPath] = positionals;
  if (answersPath === undefined || truthPath === undefined) throw new Error(USAGE);
  const [draws, seed] = [Number(values.draws), Number(values.seed)];
  const answers = await readAnswers(answersPath);
  const truth = await readTruth(truthPath);
  const rows = [];
  for (const [delivery, labels] of deliveries(answers)) {
    const wrong = wrongOf(answers, labels, truth);
    for (const asked of CERTIFIED_LEVELS) {
      for (const mended of [0, 0.5]) {
        const draw = procedureOf({ wrong }, { ...ROUNDS, asked, mended }, seededRandom(seed));
        rows.push({
          delivery,
          right: shareOf(wrong),
          items: wrong.length,
          asked,
          mended,
          ...count(draw, draws),
        });
      }
    }
  }
  process.stdout.write(`${table(rows)}\n`);
  if (rows.some((row) => row["over-claims"] > MOST_OVER_CLAIMS)) process.exitCode = 1;
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
