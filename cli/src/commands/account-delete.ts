import { type Command, onlyArgument } from "../command.ts";
import { operate } from "../operating.ts";
import { table } from "../table.ts";

/** `assay account delete` */
export const accountDelete: Command = {
  usage: "account delete ACCOUNT",
  summary: "Delete an account and all that it has, for ever; repeat it to go on",
  options: {},
  examples: ["assay account delete acct_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
  async run(input, terminal) {
    const id = onlyArgument(input, "ACCOUNT");
    const removed = await operate(terminal, (operator) => operator.deleteAccount(id));
    terminal.print(`deleted ${id}`);
    if (removed.size > 0) terminal.print(table([...removed].map(([name, rows]) => ({ table: name, rows }))));
  },
};
