import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay master-key rotate` */
export const masterKeyRotate: Command = {
  usage: "master-key rotate [--json]",
  summary: "Encrypt all stored secrets with the first master key, so that you can remove the others",
  options: JSON_OPTION,
  examples: ["assay master-key rotate"],
  async run(input, terminal) {
    noArgument(input);
    const { changed, older } = await operate(terminal, (operator) => operator.reencrypt());
    const done = `encrypted with the first master key: ${changed}`;
    const rest = `Nothing stored needs the older key (fingerprint ${older.join(" and ")}). Remove it from every process in an hour.`;
    printResult(input, terminal, { changed, older }, older.length === 0 ? done : `${done}\n${rest}`);
  },
};
