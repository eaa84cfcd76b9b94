import type { ParseArgsOptionDescriptor } from "node:util";

/** One command of `assay`, such as `key create`. */
export interface Command {
  /** What follows `assay` in its usage line, such as `key revoke KEY`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** Throws UsageError where options or arguments are not what it needs. */
  readonly run: (input: Input, terminal: Terminal) => Promise<void>;
}

export interface Option extends ParseArgsOptionDescriptor {
  readonly help: string;
}

export interface Input {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** What a command reaches outside itself. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a line of result. */
  readonly print: (line: string) => void;
  /** Writes a line for people, apart from the result. */
  readonly note: (line: string) => void;
}

/** The command line is wrong; the message is followed by where to find help. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The value of an option that takes one. */
export function textOf({ values }: Input, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The same, where it must be there. */
export function neededText(input: Input, name: string): string {
  const value = textOf(input, name);
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

/** The values of an option that may come more than once. */
export function textsOf({ values }: Input, name: string): readonly string[] {
  return [values[name] ?? []].flat().map(String);
}

/** The one argument of a command, told as `what` where it is missing. */
export function onlyArgument({ positionals }: Input, what: string): string {
  const [argument, ...others] = positionals;
  if (argument === undefined) throw new UsageError(`${what} is missing`);
  if (others.length > 0) throw new UsageError(`there is more than one ${what}: ${positionals.join(" ")}`);
  return argument;
}

/** Throws where a command that takes no argument was given one. */
export function noArgument({ positionals }: Input): void {
  if (positionals.length > 0) throw new UsageError(`unexpected argument: ${positionals.join(" ")}`);
}
