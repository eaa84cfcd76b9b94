import {
  type CheckedPrediction,
  chooseThreshold,
  type ThresholdChoice,
  type ThresholdGoal,
} from "@assay/domain/models/threshold.ts";
import { readColumns } from "../answers-csv.ts";
import {
  type Command,
  type Input,
  JSON_OPTION,
  neededText,
  onlyArgument,
  printResult,
  textOf,
  UsageError,
} from "../command.ts";
import { table } from "../table.ts";

const COLUMNS = ["score", "checked", "right"] as const;

/** `assay threshold` */
export const threshold: Command = {
  usage: "threshold FILE.csv --max-wrong SHARE [--json]",
  summary:
    "Print the score from which a model's labels can be accepted, from a CSV file with the columns score, checked and right",
  options: {
    "max-wrong": { type: "string", help: "the share of accepted labels that may be wrong, such as 0.05" },
    confidence: { type: "string", help: "the chance that no more are wrong; default: 0.95" },
    ...JSON_OPTION,
  },
  examples: ["assay threshold predictions.csv --max-wrong 0.05"],
  async run(input, terminal) {
    const goal = goalOf(input);
    const { scores, check } = await readPredictions(onlyArgument(input, "FILE.csv"));
    terminal.note(`${scores.length} items, of which ${check.length} were checked`);
    const choice = chooseThreshold(scores, check, goal);
    const data = { ...goal, predictions: scores.length, check: check.length, ...choice };
    printResult(input, terminal, data, textOfChoice(choice, goal));
  },
};

function goalOf(input: Input): ThresholdGoal {
  const max_wrong = shareOf("max-wrong", neededText(input, "max-wrong"));
  const confidence = shareOf("confidence", textOf(input, "confidence") ?? "0.95");
  if (confidence === 0) throw new UsageError("--confidence must be above 0 and below 1 (got 0)");
  return { max_wrong, confidence };
}

function shareOf(option: string, text: string): number {
  const share = numberOf(text);
  if (share !== undefined && share >= 0 && share < 1) return share;
  throw new UsageError(`--${option} must be a number from 0 and below 1 (got ${text})`);
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}

async function readPredictions(path: string) {
  const scores: (number | null)[] = [];
  const check: CheckedPrediction[] = [];
  for await (const [score, checked, right] of readColumns(path, COLUMNS, faultOf)) {
    scores.push(numberOf(score) ?? null);
    if (checked.trim() === "1") check.push({ score: numberOf(score) ?? null, right: right.trim() === "1" });
  }
  if (scores.length === 0) throw new Error(`${path} has no items`);
  return { scores, check };
}

function faultOf(cells: readonly string[]): string | undefined {
  const [score = "", checked = "", right = ""] = cells.map((cell) => cell.trim());
  if (score !== "" && numberOf(score) === undefined)
    return `score must be a number or empty (got ${JSON.stringify(score)})`;
  if (checked !== "0" && checked !== "1") return `checked must be 0 or 1 (got ${JSON.stringify(checked)})`;
  if (checked === "1" && right !== "0" && right !== "1")
    return `right must be 0 or 1 where checked is 1 (got ${JSON.stringify(right)})`;
  if (checked === "0" && right !== "")
    return `right must be empty where checked is 0 (got ${JSON.stringify(right)})`;
  return undefined;
}

function textOfChoice({ chosen, steps }: ThresholdChoice, { max_wrong, confidence }: ThresholdGoal): string {
  if (steps.length === 0)
    return `No threshold: too few items were checked to show that at most ${percent(max_wrong)} are wrong.`;
  const rows = steps.map((step) => ({
    ...{ threshold: step.threshold ?? "all", items: step.items, checked: step.checked, wrong: step.wrong },
    bound: percent(step.bound),
    passes: step.bound <= max_wrong ? "yes" : "no",
  }));
  return `${sentence()}\n\n${table(rows)}`;

  function sentence(): string {
    if (chosen === null)
      return `No threshold: it is not shown of any that at most ${percent(max_wrong)} of the labels are wrong.`;
    const { threshold: least, items, checked, wrong, bound } = chosen;
    const which = least === null ? "all items" : `scores from ${least}`;
    return `Accept ${which}: ${items} items, of which at most ${percent(bound)} are wrong with ${percent(confidence)} confidence (${wrong} of ${checked} checked).`;
  }
}

/** Rounded up, so that a bound never reads as less than it is. */
function percent(share: number): string {
  return `${Math.ceil(share * 100_000 - 1e-6) / 1000} %`;
}
