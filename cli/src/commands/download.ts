import { type Command, JSON_OPTION, onlyArgument, printResult, textOf } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { assertWritable } from "../files.ts";

/** `assay download` */
export const download: Command = {
  usage: "download BATCH [-o FILE] [--format FORMAT] [--bundle] [--media] [--json]",
  summary: "Save a certified batch's dataset to a file",
  options: {
    output: { type: "string", short: "o", help: "the file to write; default: the service's name for it" },
    format: { type: "string", help: "an export format; default: the project's" },
    bundle: { type: "boolean", help: "save a zip with the certificate and the files to verify it" },
    media: { type: "boolean", help: "save a zip that includes the media files" },
    ...JSON_OPTION,
  },
  examples: ["assay download batch_01JD3W8Q9V6T2R4M5N7P8X0YZC --format coco -o street.json"],
  async run(input, terminal) {
    const id = onlyArgument(input, "BATCH");
    const output = textOf(input, "output");
    if (output !== undefined) await assertWritable(output);
    const format = textOf(input, "format");
    const { path } = await assayAt(terminal).downloads.toFile(id, output, {
      ...(format !== undefined && { format }),
      ...(input.values.bundle === true && { bundle: true }),
      ...(input.values.media === true && { include: "media" }),
    });
    printResult(input, terminal, { path }, path);
  },
};
