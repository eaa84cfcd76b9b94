import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STOP_WITH_PARENT = new URL("stop-with-parent.ts", import.meta.url).href;

/** What `npm start` runs: environment variables, Node's options, and the service's entry point. */
const [VARIABLES = "", COMMAND = ""] = startScript().split(" exec node ");
const ENTRY = COMMAND.split(" ").at(-1) ?? "";
const ENVIRONMENT = Object.fromEntries(VARIABLES.split(" ").map((variable) => variable.split("=", 2)));

/** Node's options under which the service runs; the bare service of the ceilings runs under them too. */
export const NODE_OPTIONS: readonly string[] = COMMAND.split(" ").slice(0, -1);

export interface NodeProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Stops it and waits for its end; throws if it ends with an error. */
  readonly stop: () => Promise<void>;
}

/** The service itself, as `npm start` runs it. */
export function spawnService(env: Readonly<Record<string, string>>): Promise<NodeProcess> {
  return spawnNode(ENTRY, [], env);
}

/**
 * Runs a TypeScript file, named from the root of the repository. What it writes to stderr is shown. It ends with this
 * process, even if this process is killed.
 */
export async function spawnNode(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<NodeProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...NODE_OPTIONS, "--import", STOP_WITH_PARENT, file, ...args], {
    cwd: ROOT,
    env: { ...ENVIRONMENT, PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child, "spawn");
  return {
    child,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      if (child.exitCode) throw new Error(`${file} ended with ${child.exitCode}`);
    },
  };
}

function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  return String(scripts.start);
}
