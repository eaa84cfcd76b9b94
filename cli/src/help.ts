import type { Command } from "./command.ts";

/** What commands read of the environment. */
export const ENVIRONMENT = `Environment:
  ASSAY_BASE_URL  address of the service (default http://localhost:8080)
  ASSAY_API_KEY   your API key; without it, that of the profile which assay login made
  ASSAY_PROFILE   the name of the profile, as --profile; it goes before ASSAY_API_KEY
  DATABASE_URL, ASSAY_DATA_DIR
                  the same values that the service started with; for account, key, certificate, certificate-key,
                  master-key, migrate, backup, restore and storage; label uses ASSAY_DATA_DIR too (default: its own folder)
  ASSAY_MASTER_KEY, ASSAY_MASTER_KEY_COMMAND
                  the service's master key, if it is not in its data folder; for certificate-key,
                  master-key, backup and restore`;

/** Options of every command. */
export const EVERYWHERE = {
  profile: { type: "string", help: "use the address and key that assay login stored under this name" },
  help: { type: "boolean", short: "h", help: "show help, also for one command" },
} as const satisfies Command["options"];

const VERSION: Command["options"] = { version: { type: "boolean", short: "v", help: "show the version" } };

/** What the exit codes mean. */
export const EXIT_CODES = `Exit codes:
  0  success
  1  failure: the message says why
  2  the command line is invalid
  3  batch watch: the batch failed its certification; gate: the accuracy is not shown`;

/** The output of `assay --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => nameOf(usage).length)) + 2;
  const lines = commands.map(({ usage, summary }) => `  ${nameOf(usage).padEnd(width)}${summary}`);
  const examples = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return [
    "Usage: assay COMMAND [OPTIONS]",
    `Commands:\n${lines.join("\n")}`,
    `Options:\n${optionLines({ ...EVERYWHERE, ...VERSION })}`,
    ENVIRONMENT,
    EXIT_CODES,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n");
}

/** The output of `assay COMMAND --help`. */
export function helpOf(command: Command): string {
  const { usage, summary, examples, options } = command;
  return [
    `Usage: assay ${usage}`,
    summary,
    `Options:\n${optionLines({ ...options, ...EVERYWHERE })}`,
    ENVIRONMENT,
    EXIT_CODES,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n");
}

function optionLines(options: Command["options"]): string {
  const rows = optionsOf({ options });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, help]) => `  ${left.padEnd(width)}${help}`).join("\n");
}

/** The options of a command: each as it is written, and what it does. */
export function optionsOf({
  options,
}: Pick<Command, "options">): (readonly [written: string, help: string])[] {
  return Object.entries(options).map(([name, { short, type, help }]) => {
    const long = `--${name}${type === "string" ? ` ${name.toUpperCase()}` : ""}`;
    return [short === undefined ? `    ${long}` : `-${short}, ${long}`, help];
  });
}

/** The words before the first argument or option: `key revoke` of `key revoke KEY`. */
export function nameOf(usage: string): string {
  return usage.split(/ (?=[[A-Z-])/, 1)[0] ?? usage;
}
