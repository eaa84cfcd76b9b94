import { backUp } from "@assay/server/src/operator.ts";
import { type Command, onlyArgument } from "../command.ts";

/** `assay backup` */
export const backup: Command = {
  usage: "backup FILE",
  summary: "Write all data of the service to one file, without its master key; the service may run",
  options: {},
  examples: ["assay backup assay.backup"],
  async run(input, { env, note, print }) {
    const file = onlyArgument(input, "FILE");
    const { rows, blobs, master_key } = await backUp(env, file, note);
    note(`Backed up ${rows} rows and ${blobs} blobs`);
    note(
      `The master key (fingerprint ${master_key}) is not in it: keep a copy apart, you cannot restore without it`,
    );
    print(file);
  },
};
