import { type Command, UsageError } from "../command.ts";
import { operate } from "../operating.ts";

/** Files between two lines of progress. */
const NOTE_EVERY = 1_000;

/** `assay storage move` */
export const storageMove: Command = {
  usage: "storage move FROM TO",
  summary: "Copy all files to another store while the service runs; repeat it to go on",
  options: {},
  examples: ["assay storage move file:./data/blobs 's3://bucket/assay?region=eu-central-1'"],
  async run({ positionals }, terminal) {
    const [from, to, ...others] = positionals;
    if (from === undefined || to === undefined || others.length > 0) {
      throw new UsageError("name two stores, FROM and TO, each as in ASSAY_STORAGE_URL");
    }
    const { blobs, copied, bytes, damaged } = await operate(terminal, (operator) =>
      operator.moveStorage(from, to, (done) => {
        if (done % NOTE_EVERY === 0) terminal.note(`${done} files`);
      }),
    );
    terminal.note(`Copied ${copied} of ${blobs} files (${bytes} bytes); the others were there`);
    for (const sha256 of damaged) terminal.print(sha256);
    if (damaged.length > 0) {
      throw new Error(`${damaged.length} files are missing or damaged in ${from}; their digests are above`);
    }
  },
};
