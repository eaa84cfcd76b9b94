import { type Command, JSON_OPTION, noArgument, printResult } from "../command.ts";
import { accountOf, operate } from "../operating.ts";

/** `assay account link` */
export const accountLink: Command = {
  usage: "account link [--account ACCOUNT] [--json]",
  summary: "Print a link with which an account's owner sets a password; works once, for a week",
  options: {
    account: { type: "string", help: "the account's id; required if there are several" },
    ...JSON_OPTION,
  },
  examples: ["assay account link"],
  async run(input, terminal) {
    noArgument(input);
    const { url, ...rest } = await operate(terminal, async (operator) =>
      operator.inviteOwner(await accountOf(input, operator)),
    );
    terminal.note("The owner signs in with this link, which works once, for a week:");
    printResult(input, terminal, { url, ...rest }, url);
  },
};
