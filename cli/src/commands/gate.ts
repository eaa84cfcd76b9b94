import { modelName } from "@assay/domain/models/sentence.ts";
import type { ModelReport } from "@assay/sdk/schema.ts";
import {
  type Command,
  ExitError,
  type Input,
  JSON_OPTION,
  neededText,
  noArgument,
  printResult,
  textOf,
  UsageError,
} from "../command.ts";
import { assayAt } from "../connecting.ts";

/** The model may be as accurate as asked, but the sample does not show it. */
const NOT_SHOWN = 3;

/** `assay gate` */
export const gate: Command = {
  usage: "gate --batch BATCH --model MODEL --min-accuracy SHARE [--json]",
  summary:
    "Exit with 0 only if the random samples of a batch show, with 97.5 % confidence, that a model is at least that accurate (otherwise with 3)",
  options: {
    batch: { type: "string", help: "the batch's id, with audits that are judged or a finished auto-accept" },
    model: { type: "string", help: "the model's name, as its predictions have it" },
    version: { type: "string", help: "the model's version; needed if the batch has predictions of several" },
    "min-accuracy": { type: "string", help: "the share of right results, such as 0.9" },
    ...JSON_OPTION,
  },
  examples: [
    "assay gate --batch batch_01JD3W8Q9V6T2R4M5N7P8X0YZC --model resnet --version 3 --min-accuracy 0.9",
  ],
  async run(input, terminal) {
    noArgument(input);
    const least = leastOf(neededText(input, "min-accuracy"));
    const batch = neededText(input, "batch");
    const report = await assayAt(terminal).quality.getModelReport(batch);
    const judged = findModel(report, input);
    const { accuracy } = judged;
    const shown = accuracy.low >= least;
    const name = modelName(judged);
    const found = `${name}: right on ${accuracy.count} of ${accuracy.items} sampled items, at least ${percent(accuracy.low)}`;
    const text = shown ? `${found}. It passes.` : `${found}; ${percent(least)} are asked.`;
    printResult(input, terminal, { passes: shown, min_accuracy: least, ...judged }, text);
    if (!shown) throw new ExitError(`not shown: ${name} is right on at least ${percent(least)}`, NOT_SHOWN);
  },
};

function leastOf(text: string): number {
  const share = Number(text);
  if (text.trim() !== "" && share > 0 && share < 1) return share;
  throw new UsageError(`--min-accuracy must be a number above 0 and below 1 (got ${text})`);
}

function findModel({ models }: ModelReport, input: Input): ModelReport["models"][number] {
  const name = neededText(input, "model");
  const version = textOf(input, "version");
  const found = models.filter(
    (one) => one.model === name && (version === undefined || one.version === version),
  );
  const [first, second] = found;
  if (first === undefined)
    throw new Error(`the batch has no predictions of ${name}; it has ${namesOf(models)}`);
  if (second !== undefined)
    throw new UsageError(`--version is needed: the batch has predictions of ${namesOf(found)}`);
  return first;
}

function namesOf(models: ModelReport["models"]): string {
  const names = models.map(({ model, version }) =>
    version === null ? model : `${model} (version ${version})`,
  );
  return names.length === 0 ? "none" : names.join(", ");
}

/** Rounded down, so that a bound never reads as more than it is. */
function percent(share: number): string {
  return `${Math.floor(share * 10_000 + 1e-6) / 100} %`;
}
