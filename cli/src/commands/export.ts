import { untilHolds } from "@assay/sdk/until.ts";
import {
  type Command,
  choiceOf,
  JSON_OPTION,
  noArgument,
  printResult,
  textOf,
  UsageError,
} from "../command.ts";
import { assayAt } from "../connecting.ts";
import { assertWritable } from "../files.ts";
import { progressBar } from "../progress-bar.ts";

/** `assay export` */
export const exportLabels: Command = {
  usage:
    "export --batch BATCH | --project PROJECT [-o FILE] [--format FORMAT] [--include accepted|all_answers] [--bundle] [--media] [--json]",
  summary: "Save the labels of a batch or project as they are now, certified or not, to a file",
  options: {
    batch: { type: "string", help: "the batch's id" },
    project: { type: "string", help: "the project's id" },
    output: { type: "string", short: "o", help: "the file to write; default: the service's name for it" },
    format: { type: "string", help: "an export format; default: the project's" },
    include: { type: "string", help: "accepted labels only (default), or all_answers of all annotators" },
    bundle: { type: "boolean", help: "save a zip with everything beside the format's files" },
    media: { type: "boolean", help: "save a zip that includes the media files" },
    ...JSON_OPTION,
  },
  examples: [
    "assay export --batch batch_… --format yolo",
    "assay export --project proj_… --include all_answers",
  ],
  async run(input, terminal) {
    noArgument(input);
    const [batch_id, project_id] = [textOf(input, "batch"), textOf(input, "project")];
    if ((batch_id === undefined) === (project_id === undefined))
      throw new UsageError("exactly one of --batch and --project is needed");
    const output = textOf(input, "output");
    if (output !== undefined) await assertWritable(output);
    const format = textOf(input, "format");
    const include = choiceOf(input, "include", ["accepted", "all_answers"]);
    const client = assayAt(terminal);
    const wanted = await client.exports.create({
      ...(batch_id !== undefined && { batch_id }),
      ...(project_id !== undefined && { project_id }),
      ...(format !== undefined && { format }),
      ...(include !== undefined && { include }),
      ...(input.values.bundle === true && { bundle: true }),
      ...(input.values.media === true && { media: true }),
    });
    const made = await untilHolds(
      `export ${wanted.id} to be ready`,
      {},
      (options) => client.exports.get(wanted.id, options),
      ({ status }) => status !== "processing",
    );
    if (made.status === "failed") throw new Error(made.error ?? `the export ${made.id} failed`);
    const { path } = await client.downloads.toFile(made.id, output, {
      onProgress: ({ received_bytes, size_bytes }) =>
        terminal.progress?.(progressBar(received_bytes, size_bytes)),
    });
    printResult(input, terminal, { export: made, path }, path);
  },
};
