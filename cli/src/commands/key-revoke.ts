import { type Command, JSON_OPTION, onlyArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";

/** `assay key revoke` */
export const keyRevoke: Command = {
  usage: "key revoke KEY [--json]",
  summary: "Revoke an API key by its id, permanently and within a second",
  options: JSON_OPTION,
  examples: ["assay key revoke key_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
  async run(input, terminal) {
    const id = onlyArgument(input, "KEY");
    const { name } = await operate(terminal, (operator) => operator.revokeKey(id));
    printResult(input, terminal, { id, name }, `revoked ${id} (${name})`);
  },
};
