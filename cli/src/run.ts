import { CLIENT_COMMANDS } from "./client-commands.ts";
import type { Command, Terminal } from "./command.ts";
import { OPERATOR_COMMANDS } from "./operator-commands.ts";
import { runCommand, withHelp } from "./run-command.ts";

/** Every command of `assay` in a checkout. */
export const COMMANDS: readonly Command[] = withHelp([...CLIENT_COMMANDS, ...OPERATOR_COMMANDS]);

/** Runs one command line of a checkout; see `runCommand`. */
export function run(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(COMMANDS, args, terminal);
}
