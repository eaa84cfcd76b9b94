import { type Command, JSON_OPTION, onlyArgument, printResult, textOf, UsageError } from "../command.ts";
import { operate, planOf } from "../operating.ts";

/** `assay account set-plan` */
export const accountSetPlan: Command = {
  usage: "account set-plan ACCOUNT --plan PLAN [--rate N] [--json]",
  summary: "Change an account's plan and its rate limit",
  options: {
    plan: { type: "string", help: "starter, growth or enterprise" },
    rate: { type: "string", help: "requests a minute; enterprise only" },
    ...JSON_OPTION,
  },
  examples: ["assay account set-plan acct_01JD3W8Q9V6T2R4M5N7P8X0YZC --plan enterprise --rate 1200"],
  async run(input, terminal) {
    const id = onlyArgument(input, "ACCOUNT");
    const plan = planOf(input);
    if (plan === undefined) throw new UsageError("--plan is missing");
    const rate = textOf(input, "rate");
    const account = await operate(terminal, (operator) =>
      operator.setPlan(id, plan, rate === undefined ? undefined : Number(rate)),
    );
    const { plan: now, rate_limit_per_minute } = account;
    const text = `${id} is on ${now}: ${rate_limit_per_minute} requests a minute`;
    printResult(input, terminal, { id, plan: now, rate_limit_per_minute }, text);
  },
};
