import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { ClientBase } from "pg";
import { pino } from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
import { untilHolds } from "../../../test/until.ts";
import { loadSigner } from "../../certificates/keys.ts";
import { connect } from "../database/db.ts";
import { createDirect } from "../database/direct.ts";
import { runMasterKeyCommand } from "./master-key-command.ts";
import { assertKeyInUse, openMasterKeys, retireOlderKeys, sessionName } from "./master-keys.ts";
import { rotateMasterKey } from "./rotate.ts";
import { createSecrets } from "./secrets.ts";

const NOW = new Date("2026-11-21T03:00:00.000Z");
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const folder = await mkdtemp(join(tmpdir(), "assay-secrets-"));
afterAll(() => rm(folder, { recursive: true }));
let folders = 0;

/** A migrated database, and how processes of it start. */
async function givenDatabase() {
  const database = await createTestDatabase();
  const { db } = connect(database.connectionString);
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  const start = (dataDir: string, ...keys: readonly Buffer[]) => {
    const masterKey = keys.length === 0 ? undefined : keys.map((key) => key.toString("base64")).join();
    return openMasterKeys(db, NOW, { masterKey, masterKeyCommand: undefined, dataDir });
  };
  return { db, start, connectionString: database.connectionString };
}

function newFolder(): string {
  folders += 1;
  return join(folder, `data ${folders}`);
}

test("concurrent first starts with one data folder create one master key, readable by its owner only", async () => {
  const { start } = await givenDatabase();
  const dataDir = newFolder();

  const keys = await Promise.all(Array.from({ length: 8 }, () => start(dataDir)));

  expect(new Set(keys.map(([key]) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]?.[0]).toHaveLength(32);
  expect((await stat(join(dataDir, "master.key"))).mode & 0o777).toBe(0o600);
  expect(await start(dataDir)).toEqual(keys[0]);
});

test("of concurrent first starts with separate folders and no key one succeeds, and the others leave no file", async () => {
  const { start } = await givenDatabase();
  const dataDirs = Array.from({ length: 4 }, newFolder);

  const started = await Promise.allSettled(dataDirs.map((dataDir) => start(dataDir)));

  expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(dataDirs.filter((dataDir) => existsSync(dataDir))).toHaveLength(1);
  expect(started.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: expect.stringContaining("set ASSAY_MASTER_KEY (or ASSAY_MASTER_KEY_COMMAND)") },
  });
});

test("a process with another key is refused, and one with the same key starts", async () => {
  const { start } = await givenDatabase();
  await start(newFolder(), OLD);

  await expect(start(newFolder(), NEW)).rejects.toThrow(
    `ASSAY_MASTER_KEY: is not the master key of this database: use the key that the other processes use (fingerprint ${createSecrets(OLD).fingerprints[0]})`,
  );
  expect(await start(newFolder(), OLD)).toEqual([OLD]);
});

test("a database that an earlier version filled takes the key that reads its secrets only", async () => {
  const { db, start } = await givenDatabase();
  await loadSigner({ db, now: () => NOW, secrets: createSecrets(OLD) });
  const dataDir = newFolder();

  await expect(start(dataDir)).rejects.toThrow("this database already has a master key");
  expect(existsSync(dataDir)).toBe(false);
  await expect(start(dataDir, NEW)).rejects.toThrow("is not the master key of this database");
  expect(await start(dataDir, OLD)).toEqual([OLD]);
});

test("during a rotation a process needs each key in use, and after it the new one only", async () => {
  const { db, start } = await givenDatabase();
  await start(newFolder(), OLD);
  await start(newFolder(), OLD, NEW);
  await start(newFolder(), OLD); // nobody encrypts with the new key yet
  await start(newFolder(), NEW, OLD);

  await expect(start(newFolder(), OLD)).rejects.toThrow("lacks the master key with the fingerprint");
  await expect(start(newFolder(), NEW)).rejects.toThrow("complete the rotation first");
  await retireOlderKeys(db, NOW, createSecrets(NEW, OLD));

  expect(await start(newFolder(), NEW)).toEqual([NEW]);
  await expect(start(newFolder(), OLD)).rejects.toThrow("is not the master key of this database");
});

test("a rotation does not end while a process encrypts with the older key, even if it writes nothing", async () => {
  const { db, start, connectionString } = await givenDatabase();
  await start(newFolder(), OLD);
  const running = createDirect(connectionString, pino({ level: "silent" }), sessionName(createSecrets(OLD)));
  const listening = Promise.withResolvers<void>();
  const { stop } = running.listen("any", () => listening.resolve());
  await listening.promise;

  const rotate = () => rotateMasterKey(db, NOW, createSecrets(NEW, OLD));
  await expect(rotate()).rejects.toThrow(
    `another process still encrypts with another key (fingerprint ${createSecrets(OLD).fingerprints[0]})`,
  );
  await stop();

  await untilHolds(async () =>
    expect(await rotate()).toMatchObject({ older: createSecrets(OLD).fingerprints }),
  );
  await expect(start(newFolder(), OLD)).rejects.toThrow("is not the master key of this database");
});

/** A process that encrypts with a key; returns how its pool finds the session of its connection. */
function givenProcess(connectionString: string, key: Buffer) {
  const admit = (client: ClientBase) => assertKeyInUse(client, createSecrets(key));
  const { db } = connect(connectionString, { admit, max: 1 });
  onTestFinished(() => db.destroy());
  return async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
}

test("a process that was cut off during a rotation stores nothing with the older key afterwards", async () => {
  const { db, start, connectionString } = await givenDatabase();
  await start(newFolder(), OLD);
  const [older, newer] = [givenProcess(connectionString, OLD), givenProcess(connectionString, NEW)];
  const before = await older();
  await expect(newer()).rejects.toThrow("temporarily unavailable"); // no process has started with it
  await sql`select pg_terminate_backend(${before}::integer)`.execute(db); // as its host's silence does

  await rotateMasterKey(db, NOW, createSecrets(NEW, OLD));

  await untilHolds(() => expect(older()).rejects.toThrow("temporarily unavailable"));
  expect(await newer()).toBeGreaterThan(0);
});

test("a rotation in which another process stores something is refused, and that process goes on", async () => {
  const { db, start, connectionString } = await givenDatabase();
  await start(newFolder(), OLD);
  await loadSigner({ db, now: () => NOW, secrets: createSecrets(OLD) });
  const other = createSecrets(OLD).encrypt("private").toString("hex");
  await sql`
    create function store_again() returns trigger language plpgsql as $$
    begin
      update signing_keys set private_key_encrypted = decode(${sql.lit(other)}, 'hex');
      return old;
    end $$`.execute(db);
  await sql`create trigger store_again after delete on master_keys for each row execute function store_again()`.execute(
    db,
  );

  await expect(rotateMasterKey(db, NOW, createSecrets(NEW, OLD))).rejects.toThrow(
    "2 values were encrypted again",
  );
  await sql`drop trigger store_again on master_keys`.execute(db);
  expect(await givenProcess(connectionString, OLD)()).toBeGreaterThan(0);

  await rotateMasterKey(db, NOW, createSecrets(NEW, OLD));
  await expect(start(newFolder(), OLD)).rejects.toThrow("is not the master key of this database");
});

test("a file may list several keys, the newest first, and one without a key is not overwritten", async () => {
  const { start } = await givenDatabase();
  const lines = [NEW, OLD].map((key) => key.toString("base64")).join("\n");
  await writeFile(join(folder, "master.key"), "");
  await expect(start(folder)).rejects.toThrow("32 bytes");
  expect(await readFile(join(folder, "master.key"), "utf8")).toBe("");
  await writeFile(join(folder, "master.key"), `${lines}\n`);

  expect(await start(folder)).toEqual([NEW, OLD]);
});

test("the key may come from a command, and no message contains what the command prints", async () => {
  const { db } = await givenDatabase();
  const key = OLD.toString("base64");
  const open = (masterKeyCommand: string) =>
    openMasterKeys(db, NOW, { masterKey: undefined, masterKeyCommand, dataDir: newFolder() });

  expect(await open(`printf '%s\\n' ${key}`)).toEqual([OLD]);
  const faults = await Promise.allSettled([open(`echo ${key}; exit 3`), open("echo secret"), open("true")]);
  expect(faults.map((fault) => fault.status === "rejected" && fault.reason.message)).toEqual([
    "ASSAY_MASTER_KEY_COMMAND: the command ended with code 3; run it by hand to see why",
    "ASSAY_MASTER_KEY_COMMAND: the command must print 32 bytes in base64 on each line",
    "ASSAY_MASTER_KEY_COMMAND: the command must print the key, and nothing else",
  ]);
});

test("a command that does not end is ended, with what it started", async () => {
  await expect(runMasterKeyCommand("sleep 600 | sleep 600", 50)).rejects.toThrow("did not end within 0.05 s");
});
