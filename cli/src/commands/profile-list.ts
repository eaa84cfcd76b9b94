import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { readProfiles } from "../profiles.ts";
import { table } from "../table.ts";

/** `assay profile list` */
export const profileList: Command = {
  usage: "profile list [--json]",
  summary: "List the stored profiles, without their keys",
  options: JSON_OPTION,
  examples: ["assay profile list"],
  async run(input, terminal) {
    noArgument(input);
    const rows = Object.entries(readProfiles(terminal)).map(([name, { base_url }]) => ({ name, base_url }));
    printResult(input, terminal, rows, table(rows));
  },
};
