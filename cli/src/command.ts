import type { ParseArgsOptionDescriptor } from "node:util";

/** A command of `assay`, such as `key create`. */
export interface Command {
  /** The text after `assay` in the usage line, such as `key revoke KEY`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** Throws UsageError if options or arguments are invalid. */
  readonly run: (input: Input, terminal: Terminal) => Promise<void>;
}

export interface Option extends ParseArgsOptionDescriptor {
  readonly help: string;
}

export interface Input {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** The environment and output of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
  /** Prints a line for people, separate from the result. */
  readonly note: (line: string) => void;
  /** Shows how far a command is on a line that the next call replaces; absent where nobody looks on. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Asks for a secret, which is not shown; without a keyboard it is the next line of the input. Absent if there is no input. */
  readonly askSecret?: ((question: string) => Promise<string>) | undefined;
  /** The lines of the input; absent if there is none. */
  readonly lines?: (() => AsyncIterable<string>) | undefined;
  /** A signal that Ctrl-C or SIGTERM aborts from this call on, so that a command can tidy up. */
  readonly stopSignal?: (() => AbortSignal) | undefined;
}

/** The command line is invalid; the message is followed by a hint to the help. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command did its work, and the result is one that scripts tell from others by this exit code. */
export class ExitError extends Error {
  override readonly name = "ExitError";

  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The value of an option. */
export function textOf({ values }: Input, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The value of a required option. */
export function neededText(input: Input, name: string): string {
  const value = textOf(input, name);
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

/** The values of an option that can be repeated. */
export function textsOf({ values }: Input, name: string): readonly string[] {
  return [values[name] ?? []].flat().map(String);
}

/** The only argument of a command; the error names it as `what`. */
export function onlyArgument({ positionals }: Input, what: string): string {
  const [argument, ...others] = positionals;
  if (argument === undefined) throw new UsageError(`${what} is missing`);
  if (others.length > 0) throw new UsageError(`there is more than one ${what}: ${positionals.join(" ")}`);
  return argument;
}

/** Throws if a command without arguments gets one. */
export function noArgument({ positionals }: Input): void {
  if (positionals.length > 0) throw new UsageError(`unexpected argument: ${positionals.join(" ")}`);
}

/** The option of commands whose result can be read by programs. */
export const JSON_OPTION = { json: { type: "boolean", help: "print the result as JSON" } } as const;

/** The same of commands whose result is JSON anyway. */
export const JSON_ALWAYS = {
  json: { type: "boolean", help: "changes nothing: the result is JSON" },
} as const;

/** Prints a result: the whole of `data` with `--json`, else `text`. */
export function printResult({ values }: Input, { print }: Terminal, data: unknown, text: string): void {
  print(values.json === true ? JSON.stringify(data, null, 2) : text);
}

/** A value from a fixed set; undefined if the option is not given. */
export function choiceOf<T extends string>(input: Input, name: string, choices: readonly T[]): T | undefined {
  const value = textOf(input, name);
  const choice = choices.find((each) => each === value);
  if (value !== undefined && choice === undefined)
    throw new UsageError(`--${name} must be ${choices.join(", ")} (got ${value})`);
  return choice;
}

/** A whole number from 1 on; undefined if the option is not given. */
export function countOf(input: Input, name: string): number | undefined {
  const value = textOf(input, name);
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(value))
    throw new UsageError(`--${name} must be a whole number from 1 (got ${value})`);
  return Number(value);
}
