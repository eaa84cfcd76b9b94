import { type Command, JSON_OPTION, noArgument, textOf } from "../command.ts";
import { accountOf, operate, printKey } from "../operating.ts";

/** `assay key create` */
export const keyCreate: Command = {
  usage: "key create [--account ACCOUNT] [--name NAME] [--scopes SCOPE,SCOPE] [--json]",
  summary: "Create an API key and print it",
  options: {
    account: { type: "string", help: "the account's id; required if there are several" },
    name: { type: "string", help: "what the key is for" },
    scopes: { type: "string", help: "the key's scopes, separated by commas; default: all" },
    ...JSON_OPTION,
  },
  examples: ["assay key create --name ci --scopes projects:read,batches:write,uploads:write"],
  async run(input, terminal) {
    noArgument(input);
    const name = textOf(input, "name") ?? "made by the operator";
    const { row, key } = await operate(terminal, async (operator) =>
      operator.createKey(await accountOf(input, operator), name, textOf(input, "scopes")?.split(",")),
    );
    terminal.note(`Made the key ${row.id} of ${row.account_id}`);
    printKey(input, terminal, { id: row.id, account_id: row.account_id, key });
  },
};
