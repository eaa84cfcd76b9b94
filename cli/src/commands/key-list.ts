import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { accountOf, operate } from "../operating.ts";
import { table } from "../table.ts";

/** `assay key list` */
export const keyList: Command = {
  usage: "key list [--account ACCOUNT] [--json]",
  summary: "List an account's API keys, including revoked ones",
  options: {
    account: { type: "string", help: "the account's id; required if there are several" },
    ...JSON_OPTION,
  },
  examples: ["assay key list"],
  async run(input, terminal) {
    noArgument(input);
    const keys = await operate(terminal, async (operator) =>
      operator.listKeys(await accountOf(input, operator)),
    );
    const rows = keys.map(({ id, prefix, last4, name, last_used_at, expires_at, revoked_at, scopes }) => ({
      id,
      key: `${prefix}…${last4}`,
      used: dayOf(last_used_at),
      expires: dayOf(expires_at),
      revoked: dayOf(revoked_at),
      scopes: scopes.length,
      name,
    }));
    printResult(input, terminal, rows, rows.length === 0 ? "no keys" : table(rows));
  },
};

function dayOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString().slice(0, 10);
}
