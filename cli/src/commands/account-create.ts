import { type Command, JSON_OPTION, neededText, noArgument, textOf } from "../command.ts";
import { operate, planOf, printKey } from "../operating.ts";

/** `assay account create` */
export const accountCreate: Command = {
  usage: "account create --email ADDRESS [--plan PLAN] [--name NAME] [--json]",
  summary: "Create an account and print its first API key",
  options: {
    email: { type: "string", help: "the owner's e-mail address" },
    plan: { type: "string", help: "starter (the default), growth or enterprise" },
    name: { type: "string", help: "the account's name; default: the address's domain" },
    ...JSON_OPTION,
  },
  examples: ["assay account create --email owner@acme.test --plan growth"],
  async run(input, terminal) {
    noArgument(input);
    const email = neededText(input, "email");
    const name = textOf(input, "name") ?? email.split("@")[1] ?? email;
    const plan = planOf(input) ?? "starter";
    const { account, key } = await operate(terminal, (operator) =>
      operator.createAccount({ name, email, plan }),
    );
    terminal.note(`Made the account ${account.id} (${account.name}, ${plan})`);
    printKey(input, terminal, { account_id: account.id, key });
  },
};
