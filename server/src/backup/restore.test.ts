import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { text } from "node:stream/consumers";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { filesUnder, givenTarget, query, storesOf } from "../../test/backups.ts";
import { givenEveryResource } from "../../test/every-resource.ts";
import { createTestDatabase } from "../../test/postgres.ts";
import { startService } from "../../test/service.ts";
import { createSecrets } from "../platform/auth/secrets.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { diskBlobs } from "../platform/blobs/disk.ts";
import { applyMigration, createMigrationsTable, listMigrations } from "../platform/database/migrate.ts";
import { newTally } from "./manifest.ts";
import { restoreBackup, type Target } from "./restore.ts";
import { readTar, type TarEntry, tar } from "./tar.ts";
import { verifyBackup } from "./verify.ts";
import { writeBackup } from "./write.ts";

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), "assay-restore-"));
afterAll(() => rm(folder, { recursive: true }));
const backup = join(folder, "given.backup");
await givenEveryResource(service, service);
await writeBackup(storesOf(service), backup);
const whole = await readFile(backup);

/** The backup with changed files: null removes one. */
async function changed(
  change: (path: string, content: string) => string | null | Promise<string | null>,
): Promise<string> {
  const file = join(folder, "changed.backup");
  const handle = await open(backup);
  async function* entries(): AsyncGenerator<TarEntry> {
    for await (const { path, open } of readTar(handle)) {
      const content = await change(path, await text(open()));
      if (content === null) continue;
      const bytes = Buffer.from(content);
      yield { path, size_bytes: bytes.length, open: () => [bytes] };
    }
  }
  await writeFile(file, tar(entries())).finally(() => handle.close());
  return file;
}

/** The backup with another manifest and a matching digest. */
function withManifest(fields: object): Promise<string> {
  let digest = "";
  return changed((path, content) => {
    if (path === "manifest.json.sha256") return `${digest}  manifest.json\n`;
    if (path !== "manifest.json") return content;
    const manifest = JSON.stringify({ ...JSON.parse(content), ...fields });
    digest = createHash("sha256").update(manifest).digest("hex");
    return manifest;
  });
}

async function expectNothing({ connectionString, blobs }: { connectionString: string; blobs: Blobs }) {
  const relations = await query(
    connectionString,
    `select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'graphile_worker')`,
  );
  expect(relations).toEqual([]);
  expect(await filesUnder(blobs.place)).toEqual([]);
}

/** Restores to a target that must not be touched. */
async function refusal(file: string, target: Partial<Target> = {}): Promise<string> {
  const openDatabase = () => Promise.reject(new Error("the database was opened"));
  const { secrets } = service.deps;
  const nothing = { openDatabase, blobs: await diskBlobs(join(folder, "none")), secrets };
  const fault: unknown = await restoreBackup({ ...nothing, ...target }, file).catch(
    (thrown: unknown) => thrown,
  );
  return fault instanceof Error ? fault.message : "restored";
}

test("a file that ends early is refused before the database is opened, wherever it ends", async () => {
  const file = join(folder, "short.backup");
  await writeFile(file, whole);
  const step = Math.ceil(whole.length / 60 / 512) * 512;
  for (let size = whole.length - 3 * 512; size > 0; size -= step) {
    await truncate(file, size);
    expect(await refusal(file)).toMatch(/it ends early|its end, is missing/);
  }
  await truncate(file, 0);
  expect(await refusal(file)).toBe(`${file} cannot be restored: it ends early: not all of it was copied`);
});

/** In the header of a tar entry: the space after the checksum, which the checksum does not cover. */
const END_OF_CHECKSUM = 155;

test("a flipped bit is refused, unless it is in padding", async () => {
  const file = join(folder, "flipped.backup");
  await writeFile(file, whole);
  const verify = async () => {
    const handle = await open(file);
    const verified = verifyBackup(handle, async () => undefined);
    return verified.then(JSON.stringify, () => "refused").finally(() => handle.close());
  };
  const intact = await verify();
  const handle = await open(file, "r+");
  let refused = 0;
  for (let at = 7; at < whole.length; at += Math.ceil(whole.length / 300)) {
    await handle.write(Buffer.from([(whole[at] ?? 0) ^ 1]), 0, 1, at);
    const result = await verify();
    expect(["refused", intact]).toContain(result);
    if (result === "refused") refused += 1;
    else if (at % 512 !== END_OF_CHECKSUM) expect(whole[at]).toBe(0); // padding
    await handle.write(whole, at, 1, at);
  }
  await handle.close();
  expect(refused).toBeGreaterThan(30);
});

test("the error names what is damaged or missing", async () => {
  const part = (name: string, change: (content: string) => string | null) =>
    changed((path, content) => (path.startsWith(name) ? change(content) : content));

  expect(await refusal(await part("tables/projects", (rows) => rows.replace("good", "gold")))).toContain(
    "tables/projects in it is damaged or not whole: 1 where 1 were written",
  );
  expect(await refusal(await part("tables/projects", () => null))).toContain(
    "tables/projects in it is damaged or not whole: 0 where 1",
  );
  expect(await refusal(await part("blobs/", () => null))).toMatch(
    /blobs in it is damaged or not whole: 0 where [1-9]/,
  );
  expect(await refusal(await part("blobs/", () => "else"))).toMatch(/the blob [0-9a-f]{64} in it is damaged/);
  expect(await refusal(await part("manifest.json.sha256", (line) => `0${line}`))).toContain(
    "manifest.json in it is damaged",
  );
  expect(await refusal(await part("manifest.json", () => null))).toContain(
    "it has no manifest.json where one belongs",
  );
  expect(await refusal(await part("digests.json", () => "{"))).toContain("digests.json in it is damaged");
  await writeFile(join(folder, "dump.sql"), "create table accounts ();\n".repeat(100));
  expect(await refusal(join(folder, "dump.sql"))).toContain("it is no backup of Assay, or damaged");
  expect(await refusal(join(folder, "nowhere"))).toContain("ENOENT");
});

test("a backup of a newer Assay, another format and a wrong key are refused with advice", async () => {
  expect(await refusal(await withManifest({ version: 2 }))).toContain(
    "its format 2 is newer than this Assay, which reads 1: upgrade it",
  );
  expect(
    await refusal(await withManifest({ migrations: ["0001_first.sql", "9999_new.sql"], assay: "9.0.0" })),
  ).toContain("a newer Assay (9.0.0: 9999_new.sql) made it; upgrade this one");
  expect(await refusal(await withManifest({ tables: 5 }))).toContain("manifest.json in it is not a backup's");
  const secrets = createSecrets(Buffer.alloc(32, 8));
  expect(await refusal(backup, { secrets })).toMatch(
    /the master key is another one \(its secrets need the one with the fingerprint \S{16}\): put the master.key/,
  );
  expect(await refusal(backup, { secrets: undefined })).toContain("there is no master key (its secrets need");
});

test("a folder in which a service was started without storing anything accepts a backup", async () => {
  const target = await givenTarget(service);
  await diskBlobs(target.blobs.place);

  await restoreBackup(target, backup);

  expect(await filesUnder(target.blobs.place)).not.toEqual([]);
});

test("a folder or a database that is not empty is not changed", async () => {
  const target = await givenTarget(service);
  await mkdir(join(target.blobs.place, "ab"));
  await writeFile(join(target.blobs.place, "ab", "abc"), "kept");
  expect(await refusal(backup, { blobs: target.blobs })).toContain(
    `${target.blobs.place} is not empty: empty it, or set another store by ASSAY_STORAGE_URL`,
  );
  expect(await readFile(join(target.blobs.place, "ab", "abc"), "utf8")).toBe("kept");

  const { connectionString, drop } = await createTestDatabase();
  const openDatabase = async () => connectionString;
  expect(await refusal(backup, { openDatabase })).toContain("the database is not empty (it has ");
  expect(await query(connectionString, "select count(*)::int as n from schema_migrations")).not.toEqual([
    { n: 0 },
  ]);
  await drop();
});

/** The backup without some of its files, as if it had been written that way. */
function without(prefix: string): Promise<string> {
  const tally = newTally();
  return changed((path, content) => {
    if (path === "digests.json") return JSON.stringify(tally.digests());
    if (path.startsWith(prefix)) return null;
    const part = posix.dirname(path);
    if (part === "blobs") tally.blob(posix.basename(path));
    else if (part !== ".") tally.rows(part, Buffer.from(content));
    return content;
  });
}

test("a backup without files is restored beside the store that has them, and removes none of them", async () => {
  const file = join(folder, "rows.backup");
  const { blobs } = service.deps;
  const stored = await service.db.selectFrom("files").select("sha256").distinct().execute();
  const digests = await writeBackup(storesOf(service), file, false);
  const [target, empty] = [await givenTarget(service), await givenTarget(service)];

  await restoreBackup({ ...target, blobs }, file);
  const files = await query(target.connectionString, "select sha256 from files");
  expect(files.length).toBe(digests["tables/files"]?.count);
  await expect(restoreBackup(empty, file)).rejects.toThrow(
    /the blob [0-9a-f]{64}, which its rows name, is not in it, nor in .*assay-restored.* \(ASSAY_STORAGE_URL\)/,
  );
  await expectNothing(empty);
  const failing = { ...empty, blobs: { ...blobs, exists: async () => false } };
  await expect(restoreBackup(failing, file)).rejects.toThrow("which its rows name");

  expect(digests.blobs).toBeUndefined();
  expect(stored).not.toEqual([]);
  for (const { sha256 } of stored) expect(await blobs.exists(sha256 ?? "")).toBe(true);
});

test("an error while rows or blobs are written leaves nothing behind", async () => {
  const target = await givenTarget(service);
  const file = join(folder, "file");
  await writeFile(file, "");

  expect(await refusal(await without("blobs/"), target)).toMatch(
    /the blob [0-9a-f]{64}, which its rows name, is not in it/,
  );
  await expectNothing(target);
  expect(await refusal(await without("tables/projects/"), target)).toContain(
    "violates foreign key constraint",
  );
  await expectNothing(target);

  await restoreBackup(target, backup);
  expect(await filesUnder(target.blobs.place)).not.toEqual([]);
});

test("a backup of an older Assay is migrated", async () => {
  const older = await givenTarget(service);
  const target = await givenTarget(service);
  const client = new pg.Client({ connectionString: older.connectionString });
  await client.connect();
  await createMigrationsTable(client);
  await applyMigration(client, "0001_first.sql");
  await client.query(
    "insert into idempotency_keys values ('a', 'b', 'c', 'd', null, null, 1, null, null, now(), now())",
  );
  await client.end();
  await runMigrations({ connectionString: older.connectionString });
  const file = join(folder, "older.backup");
  await writeBackup({ ...storesOf(service), connectionString: older.connectionString }, file);

  await restoreBackup(target, file);

  const names = await query(target.connectionString, "select name from schema_migrations order by name");
  expect(names.map(({ name }) => name)).toEqual(await listMigrations());
  expect(await query(target.connectionString, "select key from idempotency_keys")).toEqual([{ key: "d" }]);
});
