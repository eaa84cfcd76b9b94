import { type Command, noArgument } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay master-key rotate` */
export const masterKeyRotate: Command = {
  usage: "master-key rotate",
  summary: "Encrypt all stored secrets with the first master key, so that you can remove the others",
  options: {},
  examples: ["assay master-key rotate"],
  async run(input, terminal) {
    noArgument(input);
    const { changed, older } = await operate(terminal, (operator) => operator.reencrypt());
    terminal.print(`encrypted with the first master key: ${changed}`);
    if (older.length === 0) return;
    terminal.print(
      `Nothing stored needs the older key (fingerprint ${older.join(" and ")}). Remove it from every process in an hour.`,
    );
  },
};
