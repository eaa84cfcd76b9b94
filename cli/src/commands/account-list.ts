import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { operate } from "../operating.ts";
import { table } from "../table.ts";

/** `assay account list` */
export const accountList: Command = {
  usage: "account list [--json]",
  summary: "List every account, oldest first",
  options: JSON_OPTION,
  examples: ["assay account list"],
  async run(input, terminal) {
    noArgument(input);
    const accounts = await operate(terminal, (operator) => operator.listAccounts());
    const rows = accounts.map(({ id, plan, rate_limit_per_minute, owner_email, name }) => ({
      id,
      plan,
      rate: rate_limit_per_minute,
      email: owner_email,
      name,
    }));
    printResult(input, terminal, rows, rows.length === 0 ? "no accounts" : table(rows));
  },
};
