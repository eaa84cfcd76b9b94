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
}

/** The command line is invalid; the message is followed by a hint to the help. */
export class UsageError extends Error {
  override readonly name = "UsageError";
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
