import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NONE } from "@assay/domain/consensus/answers.ts";
import {
  ASKED_METHODS,
  type AskedMethod,
  type BatchConsensus,
  decideLabels,
} from "@assay/domain/consensus/consensus.ts";
import { csvRow } from "@assay/domain/formats/csv-row.ts";
import { type NamedAnswers, notesOn, readAnswers, readColumns } from "../answers-csv.ts";
import {
  type Command,
  type Input,
  JSON_OPTION,
  onlyArgument,
  printResult,
  type Terminal,
  textOf,
  UsageError,
} from "../command.ts";
import { assertWritable } from "../files.ts";

/** `assay consensus` */
export const consensus: Command = {
  usage: "consensus ANSWERS.csv [--json]",
  summary: "Decide one label per item from a CSV file with the columns item, worker and label",
  options: {
    gold: { type: "string", help: "a CSV file of known labels, with the columns item and label" },
    method: { type: "string", help: `${ASKED_METHODS.join(", ")}; default: auto` },
    out: { type: "string", short: "o", help: "the file to write; default: print the labels" },
    ...JSON_OPTION,
  },
  examples: ["assay consensus answers.csv --gold truth.csv --out labels.csv"],
  async run(input, terminal) {
    const method = methodOf(input);
    const out = textOf(input, "out");
    if (out !== undefined) await assertWritable(out);
    const answers = await readAnswers(onlyArgument(input, "ANSWERS.csv"));
    const gold = await readGold(textOf(input, "gold"), answers);
    noteOnInput(answers, gold, terminal);
    const labels = answers.labels.length + gold.labels.length;
    const decided = decideLabels({ ...answers.answers, labels }, method, gold.truth);
    noteOnResult(decided, terminal);
    const rows = rowsOf({ ...answers, labels: [...answers.labels, ...gold.labels] }, gold.truth, decided);
    if (input.values.json === true && out === undefined)
      return terminal.print(JSON.stringify([...rows], null, 2));
    await write(linesOf(rows), out, input, terminal);
  },
};

function methodOf(input: Input): AskedMethod {
  const name = textOf(input, "method") ?? "auto";
  const method = ASKED_METHODS.find((known) => known === name);
  if (method === undefined) throw new UsageError(`--method must be one of ${ASKED_METHODS.join(", ")}`);
  return method;
}

interface Gold {
  /** The index of each item's known label, or NONE. */
  readonly truth: Int32Array;
  /** Known labels that nobody answered; their indices follow those of the answers. */
  readonly labels: readonly string[];
  /** Known labels of items without answers. */
  readonly unused: number;
}

async function readGold(path: string | undefined, answers: NamedAnswers): Promise<Gold> {
  const truth = new Int32Array(answers.items.length).fill(NONE);
  if (path === undefined) return { truth, labels: [], unused: 0 };
  const items = new Map(answers.items.map((name, place) => [name, place]));
  const labels = new Map(answers.labels.map((name, place) => [name, place]));
  let unused = 0;
  for await (const [name, label] of readColumns(path, ["item", "label"])) {
    const item = items.get(name);
    if (item === undefined) {
      unused += 1;
      continue;
    }
    const place = labels.get(label) ?? labels.size;
    labels.set(label, place);
    const known = truth[item] ?? NONE;
    if (known !== NONE && known !== place) {
      const both = [[...labels.keys()][known], label].map((each) => JSON.stringify(each)).join(" and ");
      throw new Error(`${path} has two labels for the item ${JSON.stringify(name)}: ${both}`);
    }
    truth[item] = place;
  }
  return { truth, labels: [...labels.keys()].slice(answers.labels.length), unused };
}

function noteOnInput(input: NamedAnswers, { truth, unused }: Gold, { note }: Terminal): void {
  const { answers, items, workers, labels } = input;
  const known = truth.filter((label) => label !== NONE).length;
  const gold = known === 0 ? "" : `, ${known} items with a known label`;
  note(
    `${answers.worker.length} answers, ${items.length} items, ${workers.length} workers, ${labels.length} labels${gold}`,
  );
  for (const line of notesOn(input)) note(line);
  if (unused > 0) note(`Known labels left out, because nobody answered their items: ${unused}`);
}

const REASONS: Readonly<Record<BatchConsensus["reason"], string>> = {
  asked: "as requested",
  nothing_to_learn: "the answers do not distinguish the workers",
  many_labels: "there are too many labels and workers for confusion matrices",
  gold: "by the likelihood of the known labels",
  held_out: "by the likelihood of held-out answers",
};

function noteOnResult({ method, reason, log_likelihoods, label }: BatchConsensus, { note }: Terminal): void {
  const scores = Object.entries(log_likelihoods ?? {}).map(([name, mean]) => `${name} ${mean.toFixed(4)}`);
  const compared = scores.length === 0 ? "" : ` (mean log-likelihood: ${scores.join(", ")})`;
  note(`Method: ${method}, ${REASONS[reason]}${compared}`);
  const tied = label.filter((each) => each === NONE).length;
  if (tied > 0) note(`Tied items, which get no label: ${tied}`);
}

/** The decision on an item. */
interface Decision {
  readonly item: string;
  /** Null if there is a tie. */
  readonly label: string | null;
  readonly support: number;
  readonly method: string;
}

function* linesOf(decisions: Iterable<Decision>): Generator<string> {
  yield csvRow(["item", "label", "support", "method"]);
  for (const { item, label, support, method } of decisions) yield csvRow([item, label, support, method]);
}

function* rowsOf(
  { items, labels }: NamedAnswers,
  truth: Int32Array,
  decided: BatchConsensus,
): Generator<Decision> {
  for (const [item, name] of items.entries()) {
    const label = labels[decided.label[item] ?? NONE] ?? null;
    const support = Number((decided.support[item] ?? 0).toFixed(6));
    yield { item: name, label, support, method: truth[item] === NONE ? decided.method : "gold" };
  }
}

async function write(
  rows: Iterable<string>,
  file: string | undefined,
  input: Input,
  terminal: Terminal,
): Promise<void> {
  if (file === undefined) {
    for (const row of rows) terminal.print(row.trimEnd());
    return;
  }
  // renamed when complete
  await pipeline(Readable.from(inBlocks(rows)), createWriteStream(`${file}.part`));
  await rename(`${file}.part`, file);
  printResult(input, terminal, { path: file }, file);
}

function* inBlocks(rows: Iterable<string>): Generator<string> {
  let block = "";
  for (const row of rows) {
    block += row;
    if (block.length < 65_536) continue;
    yield block;
    block = "";
  }
  yield block;
}
