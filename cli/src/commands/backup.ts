import { type Command, onlyArgument } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay backup` */
export const backup: Command = {
  usage: "backup FILE",
  summary: "Write all data of the running service to one file, without its master key",
  options: {},
  examples: ["assay backup assay.backup"],
  async run(input, terminal) {
    const file = onlyArgument(input, "FILE");
    const { rows, blobs, master_key } = await operate(terminal, (operator) => operator.backUp(file));
    terminal.note(`Backed up ${rows} rows and ${blobs} blobs`);
    terminal.note(
      `The master key (fingerprint ${master_key}) is not in it: keep a copy apart, no restore goes without`,
    );
    terminal.print(file);
  },
};
