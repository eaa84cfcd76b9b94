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
import { type NamedAnswers, notesOn, readAnswers } from "../answers-csv.ts";
import { type Command, onlyArgument, type Terminal, textOf, UsageError } from "../command.ts";
import { table } from "../table.ts";

/** `assay agreement` */
export const agreement: Command = {
  usage: "agreement ANSWERS.csv",
  summary: "Print how far annotators agree, from a CSV file with the columns item, worker and label",
  options: {
    metric: {
      type: "string",
      help: "nominal (default); for labels that are numbers: ordinal or interval",
    },
  },
  examples: ["assay agreement answers.csv", "assay agreement ratings.csv --metric ordinal"],
  async run(input, terminal) {
    const metric = metricOf(textOf(input, "metric") ?? "nominal");
    const answers = await readAnswers(onlyArgument(input, "ANSWERS.csv"));
    noteOn(answers, terminal);
    const items = labelsByItem(answers);
    terminal.print(overall(answers, items, metric));
    for (const part of [byLabel(answers, items), byPair(answers)]) {
      if (part !== "") terminal.print(`\n${part}`);
    }
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

function overall({ labels }: NamedAnswers, items: readonly (readonly number[])[], metric: Metric): string {
  const disagreement = disagreementBy(metric, labels, items);
  const { low, high } = middleOf([...resampledAlphas(disagreement)]);
  const { items: pairable, unanimous_items, pairs, agreeing_pairs, ...kappas } = nominalAgreement(items);
  return table(
    [
      [`Krippendorff's alpha (${metric})`, shown(alphaOf(disagreement))],
      ["  95 % interval", low === null ? "-" : `${shown(low)} to ${shown(high)}`],
      ["Fleiss' kappa", shown(kappas.fleiss_kappa)],
      ["Gwet's AC1", shown(kappas.gwet_ac1)],
      ["Raw agreement", pairs === 0 ? "-" : `${shown(agreeing_pairs / pairs)} (${agreeing_pairs}/${pairs})`],
      ["Unanimous items", `${unanimous_items}/${pairable}`],
    ].map(([measure = "", value = ""]) => ({ measure, value })),
  );
}

function disagreementBy(
  metric: Metric,
  labels: readonly string[],
  items: readonly (readonly number[])[],
): Disagreement {
  if (metric === "nominal") return nominalDisagreement(items);
  const numbers = labels.map((label) => numberOf(label, metric));
  const values = items.map((given) => given.map((label) => numbers[label] ?? 0));
  return metric === "ordinal" ? ordinalDisagreement(values) : intervalDisagreement(values);
}

function numberOf(label: string, metric: Metric): number {
  const number = Number(label);
  if (Number.isFinite(number)) return number;
  throw new Error(`the label ${JSON.stringify(label)} must be a number for --metric ${metric}`);
}

function byLabel({ labels }: NamedAnswers, items: readonly (readonly number[])[]): string {
  const rows = labelAgreement(items.map((given) => given.map((label) => new Set([label]))));
  return table(
    rows.slice(0, MAX_ROWS).map(({ label, answers, agreement: same, alpha }) => ({
      label: labels[label] ?? "",
      answers,
      agreement: shown(same),
      alpha: shown(alpha),
    })),
  );
}

function byPair({ items, workers, labels, answers }: NamedAnswers): string {
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
  return table(
    counter.pairs().map(({ annotators: [worker, other], items: shared, agreeing_items, alpha }) => ({
      ...{ worker, other, items: shared },
      agreement: shown(agreeing_items / shared),
      alpha: shown(alpha),
    })),
  );
}

/** Three decimals; `-` if undefined. */
function shown(value: number | null): string {
  return value === null ? "-" : value.toFixed(3).replace(/^-(0\.0+)$/, "$1");
}
