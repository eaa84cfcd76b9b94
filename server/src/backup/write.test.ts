import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { everyRow, filesUnder, givenTarget, query, storesOf } from "../../test/backups.ts";
import { givenEveryResource } from "../../test/every-resource.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { damage } from "../../test/stored.ts";
import { emit } from "../events/emit.ts";
import { createAccount } from "../installation/create-account.ts";
import { createSecrets } from "../platform/auth/secrets.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup } from "./verify.ts";
import { writeBackup } from "./write.ts";

const service = await startService();
const { deps, db, request } = service;
const stores = storesOf(service);
const { connectionString } = stores;
const folder = await mkdtemp(join(tmpdir(), "assay-backup-"));
afterAll(() => rm(folder, { recursive: true }));
const ids = await givenEveryResource(service, service);
await service.runJobs();
await db
  .updateTable("accounts")
  .set({ name: "tab\t, line\n, back\\slash, \\N and 🚗" })
  .where("id", "=", service.accountId)
  .execute();

test("a restore recreates every row, sequence, constraint and blob, and queues the jobs again", async () => {
  const target = await givenTarget(service);
  const file = join(folder, "all.backup");
  await givenJobs();

  await writeBackup(stores, file);
  await restoreBackup(target, file);

  const rows = await everyRow(connectionString);
  expect(Object.keys(rows).length).toBeGreaterThan(25);
  expect(await everyRow(target.connectionString)).toEqual(rows);
  for (const same of [
    "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    `select conrelid::regclass::text as of, conname, convalidated, pg_get_constraintdef(oid) as is
     from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    "select tgrelid::regclass::text as of, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
  ]) {
    expect(await query(target.connectionString, same)).toEqual(await query(connectionString, same));
  }
  const blobs = await filesUnder(target.blobs.place);
  expect(blobs.length).toBeGreaterThan(1);
  for (const sha256 of blobs) {
    expect(await buffer(target.blobs.open(sha256))).toEqual(await buffer(deps.blobs.open(sha256)));
  }
  expect(await query(target.connectionString, JOBS)).toEqual([
    ...["waiting", "running"].map((told) => ({
      told,
      name: "build_export",
      isLater: false,
      locked_by: null,
    })),
    { told: "later", name: "build_export", isLater: true, locked_by: null },
  ]);
  expect(
    await query(
      target.connectionString,
      "select flags from graphile_worker._private_jobs where key like 'erase_uploads:%'",
    ),
  ).toEqual([{ flags: { [service.accountId]: true } }]);
});

const JOBS = `
  select payload ->> 'export_id' as told, identifier as name, run_at = '2030-01-02' as "isLater", locked_by
  from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
  where key = 'build_export:' || (payload ->> 'export_id') and max_attempts = 25
  order by job.id`;

/** One that waits, one in its last run, one to be retried, and one that has failed permanently. */
async function givenJobs(): Promise<void> {
  for (const id of ["waiting", "running", "later", "failed"])
    await addJob(db, service.accountId, "build_export", { export_id: id });
  await addJob(db, service.accountId, "erase_uploads", { account_id: service.accountId });
  const change = (id: string, set: string) =>
    sql`update graphile_worker._private_jobs set ${sql.raw(set)} where key = ${`build_export:${id}`}`.execute(
      db,
    );
  await change("running", "locked_at = now(), locked_by = 'w', attempts = 25");
  await change("later", "run_at = '2030-01-02', attempts = 3");
  await change("failed", "attempts = 25");
  onTestFinished(async () => void (await sql`delete from graphile_worker._private_jobs`.execute(db)));
}

test("the backup is a tar archive that only its owner can read and other programs can list, without the master key", async () => {
  const file = join(folder, "list.backup");
  await writeFile(file, "an older one");

  await writeBackup(stores, file);

  const list = execFileSync("tar", ["-tf", file], { encoding: "utf8" }).trim().split("\n");
  expect(list.slice(0, 2)).toEqual(["manifest.json", "manifest.json.sha256"]);
  expect(list).toContain("tables/accounts/00000001.copy");
  expect(list.at(-1)).toBe("digests.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [bytes, key] = [await readFile(file), Buffer.alloc(32, 7)];
  for (const form of ["latin1", "base64", "hex"] as const)
    expect(bytes.includes(key.toString(form), 0, "latin1")).toBe(false);
});

/** An upload of one file with this text; returns the digest of its blob. */
async function givenBlob(text: string): Promise<string> {
  const files = [{ filename: "a.txt", content_type: "text/plain", text }];
  const { status } = await request("POST", "/v1/uploads", { files });
  await service.runJobs();
  expect(status).toBe(201);
  return createHash("sha256").update(text).digest("hex");
}

test("data written or removed while the backup runs is in it as it was at the start", async () => {
  const target = await givenTarget(service);
  const file = join(folder, "meanwhile.backup");
  const sha256 = await givenBlob("soon gone");
  const before = await everyRow(connectionString);

  const { running } = await db.transaction().execute(async (tx) => {
    await sql`lock table events in access exclusive mode`.execute(tx);
    const running = writeBackup(stores, file);
    await untilSomeoneWaits(db); // accounts are in the backup by now; events and files are not
    const { account } = await createAccount(tx, deps.now(), { name: "Late", email: null, plan: "starter" });
    const event = { account_id: account.id, created_at: deps.now(), data: { batch_id: "batch_1" } };
    await emit(tx, { ...event, type: "batch.certified" });
    await db.deleteFrom("files").where("sha256", "=", sha256).execute();
    await removeUnusedBlobs(deps, [sha256]);
    return { running };
  });
  await running;
  await restoreBackup(target, file);

  expect(await everyRow(target.connectionString)).toEqual(before);
  expect((await everyRow(connectionString)).events?.length).toBe((before.events?.length ?? 0) + 1);
  expect(await filesUnder(target.blobs.place)).toContain(sha256);
  await removeUnusedBlobs(deps, [sha256]); // like the sweep
  expect(await deps.blobs.exists(sha256)).toBe(false);
});

test("a blob that is being removed when the backup begins is named by none of its rows", async () => {
  const sha256 = await givenBlob("just going");

  const { running } = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${0x626c6f62}, ${Number.parseInt(sha256.slice(0, 2), 16)})`.execute(
      tx,
    );
    const running = writeBackup(stores, join(folder, "going.backup"));
    await untilSomeoneWaits(db);
    await db.deleteFrom("files").where("sha256", "=", sha256).execute();
    await deps.blobs.remove([sha256]);
    return { running };
  });

  expect(await running).toHaveProperty("blobs");
});

test("a missing or damaged blob is reported, and no file appears", async () => {
  const directory = await mkdtemp(join(folder, "none-"));
  const file = join(directory, "none.backup");
  const sha256 = await givenBlob("rotten");
  onTestFinished(() => void db.deleteFrom("files").where("sha256", "=", sha256).execute());

  await damage(deps, sha256, "ROTTEN");
  await expect(writeBackup(stores, file)).rejects.toThrow(`${sha256} in ${deps.blobs.place} is damaged`);
  await damage(deps, sha256, undefined);
  await expect(writeBackup(stores, file)).rejects.toThrow(`has no blob ${sha256}, which the database names`);

  expect(await readdir(directory)).toEqual([]);
});

test("an unwritable file, a wrong key and an unreachable database are reported, and no file appears", async () => {
  const directory = await mkdtemp(join(folder, "none-"));
  const file = join(directory, "taken");
  await mkdir(file);

  await expect(writeBackup(stores, join(directory, "no/such/folder"))).rejects.toThrow(
    `no backup was written to ${join(directory, "no/such/folder")}: ENOENT`,
  );
  await expect(writeBackup(stores, file)).rejects.toThrow(`no backup was written to ${file}: `);
  const secrets = createSecrets(Buffer.alloc(32, 8));
  await expect(writeBackup({ ...stores, secrets }, join(directory, "a"))).rejects.toThrow(
    "the master key is not the one",
  );
  const away = { ...stores, connectionString: "postgres://x@127.0.0.1:1/x" };
  await expect(writeBackup(away, join(directory, "a"))).rejects.toThrow("ECONNREFUSED");

  expect(await readdir(directory)).toEqual(["taken"]);
});

test("a large blob is written and checked in little memory", async () => {
  const size = 160 * 1024 * 1024; // of which a client of S3 buffers about 60 MB, however large it is
  const large = join(folder, "large");
  await writeFile(large, "");
  await truncate(large, size);
  const { sha256 } = await deps.blobs.receive(createReadStream(large), size);
  await db
    .updateTable("files")
    .set({ sha256 })
    .where("id", "=", ids.files ?? "")
    .execute();
  const file = join(folder, "large.backup");
  const before = process.memoryUsage.rss();
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  }, 2);

  await writeBackup(stores, file);
  const handle = await open(file);
  const { digests } = await verifyBackup(handle, async () => undefined).finally(() => handle.close());

  clearInterval(watching);
  expect(digests.blobs?.count).toBeGreaterThan(1);
  expect((await stat(file)).size).toBeGreaterThan(size);
  expect(peak).toBeLessThan(size * 0.6);
});
