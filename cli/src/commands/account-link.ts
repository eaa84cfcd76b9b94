import { type Command, noArgument } from "../command.ts";
import { accountOf, operate } from "../operating.ts";

/** `assay account link` */
export const accountLink: Command = {
  usage: "account link [--account ACCOUNT]",
  summary: "Print a link by which an account's owner sets a password, once and within a week",
  options: { account: { type: "string", help: "its id; absent, the only account" } },
  examples: ["assay account link"],
  async run(input, terminal) {
    noArgument(input);
    const { url } = await operate(terminal, async (operator) =>
      operator.inviteOwner(await accountOf(input, operator)),
    );
    terminal.note("Its owner signs in by this link, once and within a week:");
    terminal.print(url);
  },
};
