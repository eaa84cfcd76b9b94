import { type Command, JSON_OPTION, printResult, UsageError } from "../command.ts";
import { operate } from "../operating.ts";

/** Files between two lines of progress. */
const NOTE_EVERY = 1_000;

/** `assay storage move` */
export const storageMove: Command = {
  usage: "storage move FROM TO [--json]",
  summary: "Copy all files to another store while the service runs; repeat it to go on",
  options: JSON_OPTION,
  examples: ["assay storage move file:./data/blobs 's3://bucket/assay?region=eu-central-1'"],
  async run(input, terminal) {
    const [from, to, ...others] = input.positionals;
    if (from === undefined || to === undefined || others.length > 0) {
      throw new UsageError("name two stores, FROM and TO, each as in ASSAY_STORAGE_URL");
    }
    const { blobs, copied, bytes, damaged } = await operate(terminal, (operator) =>
      operator.moveStorage(from, to, (done) => {
        if (done % NOTE_EVERY === 0) terminal.note(`${done} files`);
      }),
    );
    terminal.note(`Copied ${copied} of ${blobs} files (${bytes} bytes); the others were there`);
    if (input.values.json === true || damaged.length > 0)
      printResult(input, terminal, { blobs, copied, bytes, damaged }, damaged.join("\n"));
    if (damaged.length > 0) {
      throw new Error(`${damaged.length} files are missing or damaged in ${from}; their digests are above`);
    }
  },
};
