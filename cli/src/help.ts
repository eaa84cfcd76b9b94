import type { Command } from "./command.ts";

const ENVIRONMENT = `Environment:
  ASSAY_BASE_URL  address of the service (default http://localhost:8080)
  ASSAY_API_KEY   your API key
  DATABASE_URL, ASSAY_DATA_DIR
                  the same values that the service started with; for account, key, certificate, certificate-key,
                  master-key, migrate, backup, restore and storage; label uses ASSAY_DATA_DIR too (default: its own folder)
  ASSAY_MASTER_KEY, ASSAY_MASTER_KEY_COMMAND
                  the service's master key, if it is not in its data folder; for certificate-key,
                  master-key, backup and restore`;

/** The output of `assay --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => nameOf(usage).length)) + 2;
  const lines = commands.map(({ usage, summary }) => `  ${nameOf(usage).padEnd(width)}${summary}`);
  const examples = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return [
    "Usage: assay COMMAND [OPTIONS]",
    `Commands:\n${lines.join("\n")}`,
    "Options:\n  -h, --help      show help, also for one command\n  -v, --version   show the version",
    ENVIRONMENT,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n");
}

/** The output of `assay COMMAND --help`. */
export function helpOf({ usage, summary, options, examples }: Command): string {
  const rows = Object.entries(options).map(([name, { short, type, help }]) => {
    const long = `--${name}${type === "string" ? ` ${name.toUpperCase()}` : ""}`;
    return [short === undefined ? `    ${long}` : `-${short}, ${long}`, help] as const;
  });
  const width = Math.max(0, ...rows.map(([left]) => left.length)) + 2;
  return [
    `Usage: assay ${usage}`,
    summary,
    ...(rows.length === 0
      ? []
      : [`Options:\n${rows.map(([left, help]) => `  ${left.padEnd(width)}${help}`).join("\n")}`]),
    ENVIRONMENT,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n");
}

/** The words before the first argument or option: `key revoke` of `key revoke KEY`. */
export function nameOf(usage: string): string {
  return usage.split(/ (?=[[A-Z-])/, 1)[0] ?? usage;
}
