import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { addJob } from "@assay/server/src/platform/jobs/jobs.ts";
import { freePort } from "@assay/server/test/free-port.ts";
import { givenBatch } from "@assay/server/test/given.ts";
import { startService } from "@assay/server/test/service.ts";
import { startSilentPath } from "@assay/server/test/silent-path.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { untilReady } from "../tools/tour/own-service.ts";

const ROOT = join(import.meta.dirname, "..");
const MAIN = join(ROOT, "server/src/main.ts");
const service = await startService({ now: () => new Date() });
const { db, settings } = service;

interface Running {
  readonly child: ChildProcess;
  /** The lines of its log that it has written so far. */
  readonly lines: () => { readonly level?: string; readonly msg?: string; readonly waits_for?: string[] }[];
}

/** Starts a process of the service on the test's database. */
function start(env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...settings,
      ASSAY_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"), // the service's
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const lines = () => printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return { child, lines };
}

/** Asks it to stop; returns its exit code. */
async function stop({ child }: Running): Promise<unknown> {
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  return code;
}

/** Until a worker has reported itself; those of other tests have ended. */
async function untilWorking({ child }: Running): Promise<void> {
  await db.deleteFrom("job_workers").execute();
  await vi.waitFor(
    async () => {
      expect(child.exitCode).toBeNull();
      expect(await db.selectFrom("job_workers").select("id").execute()).not.toEqual([]);
    },
    { timeout: 60_000 },
  );
}

test.each(["worker", "api"])(
  "a process of the role %s ends although its database has fallen silent",
  { timeout: 120_000 },
  async (role) => {
    const database = await startSilentPath(settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? "");
    onTestFinished(database.close);
    const port = await freePort();
    const running = start({
      ...{ ASSAY_ROLE: role, ASSAY_STOP_SECONDS: "9", PORT: String(port), HOST: "127.0.0.1" },
      ...{ DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.url, ASSAY_SAMPLE: "0" },
    });
    if (role === "api") await untilReady(`http://127.0.0.1:${port}`, running.child);
    else await untilWorking(running);
    const silent = database.fallSilent();
    const asked = role === "api" && fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await silent;

    const code = await stop(running);

    await asked;
    const errors = running.lines().flatMap(({ level, waits_for }) => (level === "error" && waits_for) || []);
    expect(code).toBe(124);
    expect(errors).toContainEqual(expect.stringMatching(/^connections to the database: \d+$/));
    if (role === "worker") expect(errors).toContain("the queue of jobs");
  },
);

test("a worker whose job does not end says so every ten seconds, and ends without it", {
  timeout: 120_000,
}, async () => {
  const worker = start({ ASSAY_ROLE: "worker", ASSAY_STOP_SECONDS: "12" });
  await untilWorking(worker); // before the batch, whose files are in another folder: a process refuses to start on such a database
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  let job = "";
  const code = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("batches").select("id").where("id", "=", batch_id).forUpdate().execute();
    await addJob(db, service.accountId, "judge_batch", { batch_id });
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ id: string }>`
          select id from graphile_worker.jobs where locked_by is not null and task_identifier = 'judge_batch'`.execute(
          db,
        );
        expect(rows).toHaveLength(1);
        job = `job judge_batch ${rows[0]?.id}`;
      },
      { timeout: 60_000 },
    );
    return stop(worker);
  });

  expect(code).toBe(124);
  const told = worker.lines().filter(({ waits_for }) => waits_for !== undefined);
  expect(told.slice(0, 2)).toMatchObject([
    { level: "info", msg: "the end of the process waits", waits_for: [job] },
    { level: "error", msg: "the process ends without waiting any longer", waits_for: [job] },
  ]);
});
