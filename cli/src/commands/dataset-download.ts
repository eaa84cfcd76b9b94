import { type Command, choiceOf, countOf, JSON_OPTION, printResult, textOf, UsageError } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { assertWritable } from "../files.ts";
import { progressBar } from "../progress-bar.ts";

/** `assay dataset download` */
export const datasetDownload: Command = {
  usage:
    "dataset download DATASET [VERSION] [-o FILE] [--format FORMAT] [--split SPLIT] [--since VERSION] [--bundle] [--media] [--json]",
  summary: "Save a version of a dataset to a file; default: the last version",
  options: {
    output: { type: "string", short: "o", help: "the file to write; default: the service's name for it" },
    format: { type: "string", help: "an export format; default: the project's" },
    split: { type: "string", help: "only train, validation or test" },
    since: { type: "string", help: "only the items that this earlier version lacks or has otherwise" },
    bundle: { type: "boolean", help: "save a zip with everything beside the format's files" },
    media: { type: "boolean", help: "save a zip that includes the media files" },
    ...JSON_OPTION,
  },
  examples: [
    "assay dataset download ds_01JD3W8Q9V6T2R4M5N7P8X0YZC 2 --format coco --split train -o train.json",
  ],
  async run(input, terminal) {
    const [id, given, ...others] = input.positionals;
    if (id === undefined || others.length > 0) throw new UsageError("DATASET is needed, and at most VERSION");
    const output = textOf(input, "output");
    if (output !== undefined) await assertWritable(output);
    const [format, since] = [textOf(input, "format"), countOf(input, "since")];
    const split = choiceOf(input, "split", ["train", "validation", "test"]);
    const client = assayAt(terminal);
    const version = given ?? (await client.datasets.get(id)).last_version;
    if (version === 0) throw new Error(`${id} has no version: assay dataset version ${id} makes one`);
    const { path } = await client.downloads.versionToFile(id, version, output, {
      ...(format !== undefined && { format }),
      ...(split !== undefined && { split }),
      ...(since !== undefined && { since }),
      ...(input.values.bundle === true && { bundle: true }),
      ...(input.values.media === true && { include: "media" }),
      onProgress: ({ received_bytes, size_bytes }) =>
        terminal.progress?.(progressBar(received_bytes, size_bytes)),
    });
    printResult(input, terminal, { version: Number(version), path }, path);
  },
};
