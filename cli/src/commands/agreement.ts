import { createPairCounter } from "@assay/domain/annotator-pairs.ts";
import { countByWorker } from "@assay/domain/consensus/answers.ts";
import {
  alphaOf,
  type Disagreement,
  intervalDisagreement,
  middleOf,
  nominalDisagreement,
  ordinalDisagreement,
  resampledAlphas,
} from "@assay/domain/krippendorff.ts";
import { labelAgreement, nominalAgreement } from "@assay/domain/nominal-agreement.ts";
import { runAll } from "@assay/domain/steps.ts";
import { type NamedAnswers, notesOn, readAnswers } from "../answers-csv.ts";
import {
  type Command,
  JSON_OPTION,
  onlyArgument,
  printResult,
  type Terminal,
  textOf,
  UsageError,
} from "../command.ts";
import { type Row, table } from "../table.ts";

/** `assay agreement` */
export const agreement: Command = {
  usage: "agreement ANSWERS.csv [--json]",
  summary: "Print how far annotators agree, from a CSV file with the columns item, worker and label",
  options: {
    metric: {
      type: "string",
      help: "nominal (default); for labels that are numbers: ordinal or interval",
    },
    ...JSON_OPTION,
  },
  examples: ["assay agreement answers.csv", "assay agreement ratings.csv --metric ordinal"],
  async run(input, terminal) {
    const metric = metricOf(textOf(input, "metric") ?? "nominal");
    const answers = await readAnswers(onlyArgument(input, "ANSWERS.csv"));
    noteOn(answers, terminal);
    const items = labelsByItem(answers);
    const found = overall(answers, items, metric);
    const [labels, pairs] = [byLabel(answers, items), byPair(answers)];
    const tables = [
      table(overallRows(found)),
      ...[labels, pairs].filter(({ length }) => length > 0).map(shownTable),
    ];
    printResult(input, terminal, { ...found, labels, pairs }, tables.join("\n\n"));
  },
};

/** The maximum number of rows of a table; a note says how many more there are. */
const MAX_ROWS = 100;
const METRICS = ["nominal", "ordinal", "interval"] as const;
type Metric = (typeof METRICS)[number];

function metricOf(name: string): Metric {
  const metric = METRICS.find((known) => known === name);
  if (metric === undefined) throw new UsageError(`--metric must be one of ${METRICS.join(", ")}`);
  return metric;
}

function noteOn(input: NamedAnswers, { note }: Terminal): void {
  const { answers, items, workers, labels } = input;
  note(
    `${answers.worker.length} answers, ${items.length} items, ${workers.length} workers, ${labels.length} labels`,
  );
  for (const line of notesOn(input)) note(line);
  if (labels.length > MAX_ROWS) note(`Only the ${MAX_ROWS} most frequent labels are shown`);
}

/** The labels of each item, as indices. */
function labelsByItem({ items, answers }: NamedAnswers): number[][] {
  return items.map((_name, item) => [
    ...answers.label.subarray(answers.starts[item], answers.starts[item + 1]),
  ]);
}

/** The measures of all answers; null where they are undefined. */
interface Overall {
  readonly metric: Metric;
  readonly alpha: number | null;
  /** The middle 95 % of resampled alphas. */
  readonly alpha_low: number | null;
  readonly alpha_high: number | null;
  readonly fleiss_kappa: number | null;
  readonly gwet_ac1: number | null;
  /** Of answers to the same item, and how many of them agree. */
  readonly answer_pairs: number;
  readonly agreeing_pairs: number;
  /** Items with two answers or more, and how many of them have only equal ones. */
  readonly items: number;
  readonly unanimous_items: number;
}

function overall({ labels }: NamedAnswers, items: readonly (readonly number[])[], metric: Metric): Overall {
  const disagreement = disagreementBy(metric, labels, items);
  const { low, high } = middleOf([...resampledAlphas(disagreement)]);
  const { items: pairable, unanimous_items, pairs, agreeing_pairs, ...kappas } = nominalAgreement(items);
  return {
    ...{ metric, alpha: alphaOf(disagreement), alpha_low: low, alpha_high: high },
    ...{ fleiss_kappa: kappas.fleiss_kappa, gwet_ac1: kappas.gwet_ac1 },
    ...{ answer_pairs: pairs, agreeing_pairs, items: pairable, unanimous_items },
  };
}

function overallRows(found: Overall): Row[] {
  const { metric, alpha, alpha_low, alpha_high, answer_pairs: pairs, agreeing_pairs } = found;
  return [
    [`Krippendorff's alpha (${metric})`, shown(alpha)],
    ["  95 % interval", alpha_low === null ? "-" : `${shown(alpha_low)} to ${shown(alpha_high)}`],
    ["Fleiss' kappa", shown(found.fleiss_kappa)],
    ["Gwet's AC1", shown(found.gwet_ac1)],
    ["Raw agreement", pairs === 0 ? "-" : `${shown(agreeing_pairs / pairs)} (${agreeing_pairs}/${pairs})`],
    ["Unanimous items", `${found.unanimous_items}/${found.items}`],
  ].map(([measure = "", value = ""]) => ({ measure, value }));
}

/** Rows with the measures of a part of the answers. */
type Measured = Row & { readonly agreement: number | null; readonly alpha: number | null };

function shownTable(rows: readonly Measured[]): string {
  return table(rows.map((row) => ({ ...row, agreement: shown(row.agreement), alpha: shown(row.alpha) })));
}

function disagreementBy(
  metric: Metric,
  labels: readonly string[],
  items: readonly (readonly number[])[],
): Disagreement {
  if (metric === "nominal") return nominalDisagreement(items);
  const numbers = labels.map((label) => numberOf(label, metric));
  const values = items.map((given) => given.map((label) => numbers[label] ?? 0));
  return runAll(metric === "ordinal" ? ordinalDisagreement(values) : intervalDisagreement(values));
}

function numberOf(label: string, metric: Metric): number {
  const number = Number(label);
  if (Number.isFinite(number)) return number;
  throw new Error(`the label ${JSON.stringify(label)} must be a number for --metric ${metric}`);
}

function byLabel({ labels }: NamedAnswers, items: readonly (readonly number[])[]): Measured[] {
  const rows = runAll(labelAgreement(items.map((given) => given.map((label) => new Set([label])))));
  return rows.slice(0, MAX_ROWS).map(({ label, answers, agreement: same, alpha }) => ({
    label: labels[label] ?? "",
    answers,
    agreement: same,
    alpha,
  }));
}

function byPair({ items, workers, labels, answers }: NamedAnswers): Measured[] {
  const counts = new Map([...countByWorker(answers)].map((count, worker) => [workers[worker] ?? "", count]));
  const counter = createPairCounter(counts);
  const given = items.map((_name, item) =>
    [...answers.worker.subarray(answers.starts[item], answers.starts[item + 1])].flatMap((worker, place) => {
      const annotator = workers[worker] ?? "";
      const label = labels[answers.label[(answers.starts[item] ?? 0) + place] ?? 0] ?? "";
      return counter.has(annotator) ? [{ annotator, label }] : [];
    }),
  );
  for (const ofItem of given) {
    for (const [index, one] of ofItem.entries()) {
      for (const other of ofItem.slice(index + 1)) counter.add(one, other, one.label === other.label);
    }
  }
  return counter.pairs().map(({ annotators: [worker, other], items: shared, agreeing_items, alpha }) => ({
    ...{ worker, other, items: shared, agreement: agreeing_items / shared, alpha },
  }));
}

/** Three decimals; `-` if undefined. */
function shown(value: number | null): string {
  return value === null ? "-" : value.toFixed(3).replace(/^-(0\.0+)$/, "$1");
}
