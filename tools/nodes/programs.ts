import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Host } from "./network.ts";

/** A program that is not the service's. */
export interface Daemon {
  /** Ends it with this signal, and waits for its end. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
  /** Stops it where it is, until it continues. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Where the programs are, by name, and the user that runs those that refuse root. */
export interface Programs {
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly redis: string;
  readonly versitygw: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

const POSTGRES = "/usr/lib/postgresql";
/** Runs a program as the user of PostgreSQL: it and PgBouncer refuse root. */
export const AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"];

/** Finds the programs; throws a sentence that names the missing ones. */
export function findPrograms(): Programs {
  const missing: string[] = [];
  const find = (name: string, from: string, ...others: readonly string[]): string => {
    const found = [...others, ...folders().map((folder) => path.join(folder, name))].find((file) =>
      existsSync(file),
    );
    if (found === undefined) missing.push(`${name} (${from})`);
    return found ?? name;
  };
  const versions = existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .map(Number)
        .filter((major) => major >= 15)
    : [];
  const postgres = path.join(POSTGRES, String(Math.max(15, ...versions)), "bin");
  find("ip", "Debian's iproute2");
  find("setpriv", "Debian's util-linux");
  find("pg_basebackup", "Debian's postgresql-15", path.join(postgres, "pg_basebackup"));
  const found = {
    haproxy: find("haproxy", "Debian's haproxy"),
    pgbouncer: find("pgbouncer", "Debian's pgbouncer"),
    redis: find("redis-server", "Debian's redis-server", "/usr/bin/valkey-server"),
    versitygw: find(
      "versitygw",
      "go install github.com/versity/versitygw/cmd/versitygw@v1.8.0",
      ...goPrograms(),
    ),
    postgres,
  };
  if (missing.length > 0) throw new Error(`npm run nodes needs these programs: ${missing.join(", ")}`);
  return found;
}

function folders(): string[] {
  return [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin"];
}

function goPrograms(): string[] {
  try {
    return [
      path.join(execFileSync("go", ["env", "GOPATH"], { encoding: "utf8" }).trim(), "bin", "versitygw"),
    ];
  } catch {
    return []; // without Go it can only be in PATH
  }
}

/** Starts daemons on hosts, with their output in `logDir`. One that ends by itself is added to `faults`. */
export function createStarter(logDir: string, faults: string[]) {
  return (host: Host, name: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): Daemon => {
    const child = spawnOn(host, command, env);
    const log = createWriteStream(path.join(logDir, `${name}.log`), { flags: "a" });
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    let isDoomed = false;
    child.once("exit", (code, signal) => {
      if (!isDoomed) faults.push(`${name} ended by itself: ${signal ?? `code ${code}`}`);
    });
    return {
      pause: () => void child.kill("SIGSTOP"),
      resume: () => void child.kill("SIGCONT"),
      async end(signal) {
        isDoomed = true;
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      },
    };
  };
}

export type Starter = ReturnType<typeof createStarter>;

/** Runs a command on a host to its end; throws with what it said if it fails. */
export async function runOn(
  host: Host,
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const child = spawnOn(host, command, env);
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${said}`);
}

function spawnOn({ through }: Host, command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const [program = "", ...args] = [...through, ...command];
  return spawn(program, args, {
    cwd: "/",
    detached: true, // in a group of its own: if another process of a group without a parent ends, a paused one gets SIGHUP
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: folders().join(":"), ...env },
  });
}
