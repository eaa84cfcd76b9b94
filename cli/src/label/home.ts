import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Terminal } from "../command.ts";

/** What the command remembers of a folder between runs. */
export interface Memory {
  /** The API key that the command uses. */
  readonly key: string;
  /** Kept, because browser storage belongs to an address with its port. */
  readonly port?: number;
  readonly type?: string;
  readonly format?: string;
  readonly project_id?: string;
  /** The labels files that the command wrote; it replaces no others. */
  readonly wrote?: readonly string[];
}

/** Where the service of one folder keeps its data. */
export interface Home {
  readonly dataDir: string;
  readonly memory: () => Memory;
  readonly remember: (change: Partial<Memory>) => Promise<void>;
}

/**
 * Finds or creates the data folder of a labeled folder. It is elsewhere, because a database must not be in a
 * synchronized or shared folder. `ASSAY_DATA_DIR` overrides it.
 */
export async function openHome({ env }: Terminal, folder: string): Promise<Home> {
  const dataDir = resolve(env.ASSAY_DATA_DIR || join(stateFolder(env), "assay", "label", nameFor(folder)));
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "label.json");
  const known = await readFile(file, "utf8").catch(() => undefined);
  let memory: Memory =
    known === undefined ? { key: randomBytes(32).toString("base64url") } : JSON.parse(known);
  async function remember(change: Partial<Memory>): Promise<void> {
    memory = { ...memory, ...change };
    await writeFile(`${file}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  if (known === undefined) await remember({}); // the service knows the key from its first start
  return { dataDir, memory: () => memory, remember };
}

/** A free port: the requested one, else the last one, else any. Throws if the requested one is in use. */
export async function choosePort(asked: number | undefined, last: number | undefined): Promise<number> {
  if (asked === undefined) return (await freePort(last ?? 0)) ?? (await freePort(0)) ?? 0;
  const port = await freePort(asked);
  if (port === undefined) throw new Error(`port ${asked} is taken: choose another port, or omit --port`);
  return port;
}

async function freePort(port: number): Promise<number | undefined> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
    const address = probe.address();
    return typeof address === "object" ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    probe.close();
  }
}

/** The folder for state of programs. Source: the XDG Base Directory Specification. */
function stateFolder(env: Terminal["env"]): string {
  if (process.platform === "win32" && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  return env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state");
}

/** A readable name, and a hash of the path to make it unique. */
function nameFor(folder: string): string {
  const readable = basename(folder)
    .replace(/[^\p{L}\p{N}_-]+/gu, "_")
    .slice(0, 40);
  return `${readable}-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;
}
