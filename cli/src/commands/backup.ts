import { backUp } from "@assay/server/src/operator.ts";
import { type Command, JSON_OPTION, onlyArgument, printResult } from "../command.ts";

/** `assay backup` */
export const backup: Command = {
  usage: "backup FILE [--without-files] [--json]",
  summary: "Write all data of the service to one file, without its master key; the service may run",
  options: {
    "without-files": { type: "boolean", help: "leave out the files, which stay in the store that has them" },
    ...JSON_OPTION,
  },
  examples: ["assay backup assay.backup"],
  async run(input, terminal) {
    const { env, note } = terminal;
    const file = onlyArgument(input, "FILE");
    const { rows, blobs, master_key } = await backUp(env, file, {
      withFiles: input.values["without-files"] !== true,
      log: note,
    });
    note(`Backed up ${rows} rows and ${blobs} blobs`);
    note(
      `The master key (fingerprint ${master_key}) is not in it. Keep a copy of it elsewhere: you cannot restore without it`,
    );
    printResult(input, terminal, { file, rows, blobs, master_key }, file);
  },
};
