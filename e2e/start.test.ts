import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createClient } from "@assay/sdk/client.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../server/test/free-port.ts";
import { createEmptyDatabase } from "../server/test/postgres.ts";
import { ownStorage } from "../server/test/s3.ts";
import { withDataDir } from "../tools/bench/service.ts";
import { untilReady } from "../tools/tour/own-service.ts";
import { until } from "../tools/tour/waiting.ts";

const ROOT = join(import.meta.dirname, "..");
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) if (isRunning(child)) killGroup(child);
});

type Settings = Readonly<Record<string, string>>;

/** The store of the run, and an empty database if the run has a given server; otherwise the embedded one starts. */
async function givenSettings(): Promise<Settings> {
  if (!process.env.TEST_DATABASE_URL) return ownStorage();
  const database = await createEmptyDatabase();
  onTestFinished(database.drop);
  return { ...database.settings, ...ownStorage() };
}

interface Start {
  readonly baseUrl: string;
  readonly process: ChildProcess;
  /** The API keys printed so far. */
  readonly keys: () => string[];
}

/** Runs `npm start` on `dataDir` in its own process group until it is ready. */
async function npmStart(dataDir: string, settings: Settings): Promise<Start> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { PATH, HOME, ...settings, PORT: String(port), ASSAY_DATA_DIR: dataDir, ASSAY_SAMPLE: "0" },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const baseUrl = `http://localhost:${port}`;
  await untilReady(baseUrl, child);
  return { baseUrl, process: child, keys: () => printed.match(/assay_live_\w+/g) ?? [] };
}

/** Asks npm to stop, like a terminal or a supervisor; returns its exit code once all output is read. */
async function stop({ process: child }: Start): Promise<unknown> {
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  return code;
}

/** Kills npm, its shell and the service at once. The database keeps running. */
async function crash({ process: child }: Start): Promise<void> {
  killGroup(child);
  await once(child, "close");
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function projectNames({ baseUrl }: Start, apiKey: string): Promise<string[]> {
  const { data } = await createClient({ baseUrl, apiKey }).GET("/v1/projects");
  return data.data.map(({ name }) => name);
}

/** Uploads a text; returns a function that reads it from a later start. */
async function addText({ baseUrl }: Start, apiKey: string, text: string) {
  const { data } = await createClient({ baseUrl, apiKey }).POST("/v1/uploads", {
    body: { files: [{ filename: "a.txt", text }] },
  });
  return async (later: Start): Promise<string> => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await fetch(`${later.baseUrl}/v1/files/${data.files[0]?.id}/content`, { headers })).text();
  };
}

async function addProject({ baseUrl }: Start, apiKey: string, name: string): Promise<void> {
  const body = { name, annotation_type: "text_classification" };
  await createClient({ baseUrl, apiKey }).POST("/v1/projects", { body });
}

test("npm start prints one key once, keeps its data over a stop, and recovers from a crash", async () => {
  const settings = await givenSettings();
  await withDataDir(async (dataDir) => {
    const first = await npmStart(dataDir, settings);
    const key = await until({ what: "the key", withinMs: 5_000 }, async () => first.keys()[0]);
    await addProject(first, key, "before the stop");
    expect(await stop(first)).toBe(0);
    expect(first.keys()).toEqual([key]);

    const second = await npmStart(dataDir, settings);
    expect(await projectNames(second, key)).toEqual(["before the stop"]);
    await addProject(second, key, "before the crash");
    const readText = await addText(second, key, "A text before the crash.");
    await crash(second);
    expect(second.keys()).toEqual([]);

    const third = await npmStart(dataDir, settings);
    expect(await projectNames(third, key)).toEqual(["before the crash", "before the stop"]);
    expect(await readText(third)).toBe("A text before the crash.");
    expect(await stop(third)).toBe(0);
    expect(third.keys()).toEqual([]);
  });
});

test("a start whose port is in use says so, makes no account, and leaves no process running", async () => {
  const settings = await givenSettings();
  await withDataDir(async (dataDir) => {
    const squatter = createServer().listen(0, "127.0.0.1");
    await once(squatter, "listening");
    const address = squatter.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...settings, PORT: String(port), ASSAY_DATA_DIR: dataDir };
    const child = spawn("npm", ["start"], { cwd: ROOT, env, detached: true, stdio: "pipe" });
    started.push(child);
    const said = { out: "", err: "" };
    child.stdout.on("data", (text) => {
      said.out += text;
    });
    child.stderr.on("data", (text) => {
      said.err += text;
    });

    const [code] = await once(child, "close");
    squatter.close();

    expect(code).toBe(1);
    expect(said.err).toContain(`port ${port} is taken; choose another`);
    expect(said.out).not.toContain("assay_live_"); // it would be printed only once, with a link to a port of others
    const again = await npmStart(dataDir, settings);
    expect(again.keys()).toHaveLength(1);
    expect(await stop(again)).toBe(0);
  });
});
