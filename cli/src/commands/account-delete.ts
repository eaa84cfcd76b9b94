import { type Command, JSON_OPTION, onlyArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";
import { table } from "../table.ts";

/** `assay account delete` */
export const accountDelete: Command = {
  usage: "account delete ACCOUNT [--json]",
  summary: "Delete an account and all that it has, for ever; repeat it to go on",
  options: JSON_OPTION,
  examples: ["assay account delete acct_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
  async run(input, terminal) {
    const id = onlyArgument(input, "ACCOUNT");
    const removed = await operate(terminal, (operator) => operator.deleteAccount(id));
    const rows = [...removed].map(([name, count]) => ({ table: name, rows: count }));
    const text = [`deleted ${id}`, ...(rows.length === 0 ? [] : [table(rows)])].join("\n");
    printResult(input, terminal, { id, removed: rows }, text);
  },
};
