import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STOP_WITH_PARENT = new URL("stop-with-parent.ts", import.meta.url).href;

/** What `npm start` runs. */
interface Start {
  readonly variables: Readonly<Record<string, string>>;
  /** Node's options. */
  readonly options: readonly string[];
  /** The service's entry point. */
  readonly entry: string;
}

const START = startOf(ROOT);

/** Node's options under which the service runs; the bare service of the ceilings runs under them too. */
export const NODE_OPTIONS = START.options;

/** Where a process runs. */
export interface Place {
  /** The root of the repository, or of another version of it. */
  readonly root?: string;
  /** The program and arguments in front of Node's, such as `ip netns exec NAME`. */
  readonly through?: readonly string[];
  /** Where it writes errors; "pipe" leaves them to whoever reads them from the child. */
  readonly stderr?: "inherit" | "pipe";
}

export interface NodeProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Stops it and waits for its end; throws if it ends with an error. */
  readonly stop: () => Promise<void>;
}

/** The service itself, as `npm start` runs it. */
export function spawnService(
  env: Readonly<Record<string, string>>,
  { root = ROOT, through = [], stderr = "inherit" }: Place = {},
): Promise<NodeProcess> {
  const start = root === ROOT ? START : startOf(root);
  return run(start, start.entry, [], env, { root, through, stderr });
}

/**
 * Runs a TypeScript file, named from the root of the repository. What it writes to stderr is shown. It ends with this
 * process, even if this process is killed.
 */
export function spawnNode(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<NodeProcess> {
  return run(START, file, args, env, { root: ROOT, through: [], stderr: "inherit" });
}

async function run(
  { variables, options }: Start,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { root, through, stderr }: Required<Place>,
): Promise<NodeProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const command = [process.execPath, ...options, "--import", STOP_WITH_PARENT, file, ...args];
  const [program = process.execPath, ...rest] = [...through, ...command];
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...variables, PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ["pipe", "pipe", stderr],
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

function startOf(root: string): Start {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const [variables = "", command = ""] = String(scripts.start).split(" exec node ");
  const words = command.split(" ");
  return {
    variables: Object.fromEntries(variables.split(" ").map((variable) => variable.split("=", 2))),
    options: words.slice(0, -1),
    entry: words.at(-1) ?? "",
  };
}
