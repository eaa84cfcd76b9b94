import { restore as restoreFrom } from "@assay/server/src/operator.ts";
import { type Command, JSON_OPTION, onlyArgument, printResult } from "../command.ts";

/** `assay restore` */
export const restore: Command = {
  usage: "restore FILE [--json]",
  summary: "Restore a backup into an empty database, and its files into an empty store",
  options: JSON_OPTION,
  examples: ["ASSAY_DATA_DIR=./restored assay restore assay.backup"],
  async run(input, terminal) {
    const { env, note } = terminal;
    const file = onlyArgument(input, "FILE");
    const { rows, blobs } = await restoreFrom(env, file, note);
    note(`Restored ${rows} rows and ${blobs} blobs. You can start Assay now`);
    printResult(input, terminal, { file, rows, blobs }, file);
  },
};
