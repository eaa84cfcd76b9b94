import { type Operator, openOperator, type Plan } from "@assay/server/src/operator.ts";
import { type Input, printResult, type Terminal, textOf, UsageError } from "./command.ts";

/** Runs `work` with the service's database and closes it. */
export async function operate<T>({ env }: Terminal, work: (operator: Operator) => Promise<T>): Promise<T> {
  const operator = await openOperator(env);
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}

/** The account of `--account`, or the only account. */
export async function accountOf(input: Input, operator: Operator): Promise<string> {
  const named = textOf(input, "account");
  if (named !== undefined) return named;
  const [only, ...others] = await operator.listAccounts();
  if (only === undefined || others.length > 0) {
    throw new UsageError(`--account is missing: there are ${others.length + (only ? 1 : 0)} accounts`);
  }
  return only.id;
}

const PLANS: readonly Plan[] = ["starter", "growth", "enterprise"];

/** The plan of `--plan`; undefined if absent. */
export function planOf(input: Input): Plan | undefined {
  const name = textOf(input, "plan");
  const plan = PLANS.find((known) => known === name);
  if (name !== undefined && plan === undefined)
    throw new UsageError(`--plan must be one of ${PLANS.join(", ")}`);
  return plan;
}

/** Prints a new key, which is shown only once: alone on its line for scripts, with a note for people; with `--json` the whole of `made`. */
export function printKey(
  input: Input,
  terminal: Terminal,
  made: Readonly<Record<string, string>> & { readonly key: string },
): void {
  terminal.note("The API key, shown only once:");
  printResult(input, terminal, made, made.key);
}
