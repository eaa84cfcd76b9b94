import { parseArgs } from "node:util";
import { ApiError } from "@assay/sdk/api-error.ts";
import manifest from "../package.json" with { type: "json" };
import { type Command, ExitError, type Input, type Terminal, textOf, UsageError } from "./command.ts";
import { completionOf } from "./commands/completion.ts";
import { manOf } from "./commands/man.ts";
import { EVERYWHERE, helpOf, nameOf, overview } from "./help.ts";

const FAILED = 1;
const MISUSED = 2;

/** These commands, with those that print completions and the man page of them all. */
export function withHelp(commands: readonly Command[]): readonly Command[] {
  const all: readonly Command[] = [...commands, completionOf(() => all), manOf(() => all)];
  return all;
}

/** Runs one command line; returns the exit code: 0 success, 1 failure, 2 invalid usage, or that of an ExitError. */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (args.length === 0 || ["-h", "--help", "help"].includes(args[0] ?? ""))
    return show(overview(commands), terminal);
  if (["-v", "--version"].includes(args[0] ?? "")) return show(manifest.version, terminal);
  const command = commands.find(({ usage }) => startsWith(args, nameOf(usage).split(" ")));
  try {
    if (command === undefined) throw new UsageError(`unknown command ${args.slice(0, 2).join(" ")}`);
    const input = parse(command, args.slice(nameOf(command.usage).split(" ").length));
    if (input.values.help === true) return show(helpOf(command), terminal);
    const profile = textOf(input, "profile");
    const env = profile === undefined ? terminal.env : { ...terminal.env, ASSAY_PROFILE: profile };
    await command.run(input, { ...terminal, env });
    return 0;
  } catch (thrown) {
    return explain(thrown, command, terminal);
  }
}

function startsWith(args: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => args[index] === word);
}

function show(text: string, { print }: Terminal): number {
  print(text);
  return 0;
}

function parse(command: Command, args: readonly string[]): Input {
  try {
    const options = { ...command.options, ...EVERYWHERE } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new UsageError(optionFault(cause instanceof Error ? cause.message : String(cause)), { cause });
  }
}

/** Node's message without its advice on a notation that no command needs. */
function optionFault(message: string): string {
  const [, name] = /'((?:-\w, )?-[^' ]+)/.exec(message) ?? [];
  if (name === undefined) return message;
  if (message.startsWith("Unknown option")) return `unknown option ${name}`;
  return message.includes("does not take") ? `${name} takes no value` : `${name} needs a value`;
}

function explain(thrown: unknown, command: Command | undefined, { note }: Terminal): number {
  if (thrown instanceof UsageError) {
    note(`${thrown.message}\nSee: assay ${command === undefined ? "" : `${nameOf(command.usage)} `}--help`);
    return MISUSED;
  }
  if (thrown instanceof ExitError) {
    note(thrown.message);
    return thrown.exitCode;
  }
  const id = thrown instanceof ApiError && thrown.requestId !== null ? ` (request ${thrown.requestId})` : "";
  const cause =
    thrown instanceof TypeError && thrown.cause instanceof Error ? `: ${thrown.cause.message}` : "";
  note(thrown instanceof Error ? `${thrown.message}${cause}${id}` : String(thrown));
  return FAILED;
}
