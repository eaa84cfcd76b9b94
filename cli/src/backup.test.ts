import { access, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "@assay/server/src/app.ts";
import { readConfig } from "@assay/server/src/config.ts";
import { migrate } from "@assay/server/src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "@assay/server/src/platform/embedded-postgres/server.ts";
import { openDeps } from "@assay/server/src/service.ts";
import { runWorker } from "@assay/server/src/worker.ts";
import { filesUnder } from "@assay/server/test/backups.ts";
import { givenEveryResource } from "@assay/server/test/every-resource.ts";
import { isSigned, startReceiver } from "@assay/server/test/receiver.ts";
import { startService } from "@assay/server/test/service.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { run } from "./run.ts";

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), "assay-cli-backup-"));
await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access
afterAll(() => rm(folder, { recursive: true }));
const key = Buffer.alloc(32, 7).toString("base64");

async function assay(line: string, env: Record<string, string | undefined>) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(line.split(" "), {
    env,
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

/** Starts the service of a data folder with its embedded database. */
async function startRestored(dataDirOfIt: string) {
  const config = readConfig({ ASSAY_DATA_DIR: dataDirOfIt, ASSAY_LOG_LEVEL: "silent" });
  const postgres = await startEmbeddedPostgres({ dataDir: dataDirOfIt, log: () => undefined });
  const { deps, close } = await openDeps(
    config,
    { url: postgres.connectionString, directUrl: postgres.connectionString },
    {},
  );
  const app = await buildApp(deps);
  const worker = await runWorker(deps);
  onTestFinished(async () => {
    await worker.stop();
    await app.close();
    await close();
    await postgres.stop();
  });
  const get = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${service.key}` } });
  return { get, deps };
}

// if the tests run on PostgreSQL 15, this also covers the move from 15 to the embedded 18
test("a restored backup has the same keys, files and secrets, and sends pending deliveries", async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const { body: webhook } = await service.request("POST", "/v1/webhooks", { url: receiver.url });
  const ids = await givenEveryResource(service, service);
  await service.runJobs();
  await service.db
    .updateTable("deliveries")
    .set({ due_at: new Date(0) })
    .where("status", "=", "pending")
    .execute();
  const bytes = `/v1/exports/${ids.exports}/download`;
  const { bytes: before } = await service.request("GET", bytes);
  const file = join(folder, "assay.backup");
  const restored = join(folder, "restored");

  const made = await assay(`backup ${file}`, {
    ...service.settings,
    ASSAY_MASTER_KEY: key,
  });
  expect(made).toMatchObject({
    code: 0,
    out: file,
    notes: expect.stringMatching(/^Backed up \d+ rows and [1-9]\d* blobs\n.*not in it/),
  });
  const keyless = await assay(`restore ${file}`, { ASSAY_DATA_DIR: restored });
  expect(keyless).toMatchObject({
    code: 1,
    notes: expect.stringContaining("put the master.key of its service into"),
  });
  expect(await filesUnder(restored)).toEqual([]);
  const brought = await assay(`restore ${file}`, { ASSAY_DATA_DIR: restored, ASSAY_MASTER_KEY: key });
  expect(brought).toMatchObject({
    code: 0,
    out: file,
    notes: expect.stringMatching(/and [1-9]\d* blobs. You can start Assay now/),
  });
  await writeFile(join(restored, "master.key"), key);
  const { get } = await startRestored(restored);

  expect((await get("/readyz")).statusCode).toBe(200);
  const last = (await get("/log/checkpoint")).payload.split("\n")[1];
  const logged = (await get(`/log/tile/entries/000.p/${last}`)).payload;
  expect(logged).toMatch(/"type":"restoration","backup_at":"\d{4}-[^"]+Z"}$/);
  const download = await get(bytes);
  expect(download.statusCode).toBe(200);
  expect(before.length).toBeGreaterThan(10);
  expect(download.rawPayload).toEqual(before);
  for (const request of await receiver.received(1)) expect(isSigned(request, webhook.secret)).toBe(true);
  const again = await assay(`restore ${file}`, { ASSAY_DATA_DIR: restored });
  expect(again.notes).toContain(`${join(restored, "blobs")} is not empty`);
}, 60_000); // takes some seconds, because it creates a database

test("a backup starts the embedded database of a stopped service, and stops it again", async () => {
  const stopped = join(folder, "stopped");
  const file = join(folder, "stopped.backup");
  const postgres = await startEmbeddedPostgres({ dataDir: stopped, log: () => undefined });
  await migrate(postgres.connectionString);
  await postgres.stop();

  const made = await assay(`backup ${file}`, { ASSAY_DATA_DIR: stopped, ASSAY_MASTER_KEY: key });

  expect(made).toMatchObject({ code: 0, out: file });
  expect(made.notes).toContain("the service does not run: its database is started for the backup");
  await expect(access(join(stopped, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
}, 60_000); // creates a database too

test("a backup needs the service's master key", async () => {
  const none = await assay(`backup ${join(folder, "none")}`, {
    ...service.settings,
    ASSAY_DATA_DIR: folder,
  });

  expect(none).toMatchObject({
    code: 1,
    out: "",
    notes: expect.stringContaining(`${folder} has no master.key`),
  });
});
