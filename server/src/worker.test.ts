import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { claim, givenBatch, submit } from "../test/given.ts";
import { startService } from "../test/service.ts";
import { untilHolds } from "../test/until.ts";
import { addJob } from "./platform/jobs/jobs.ts";
import { runWorker } from "./worker.ts";

const service = await startService();
const { db, deps } = service;

/** Runs a job that waits until `during` is done. */
async function whileJobRuns(during: () => Promise<void>): Promise<void> {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("batches").select("id").where("id", "=", batch_id).forUpdate().execute();
    await addJob(db, service.accountId, "judge_batch", { batch_id });
    await during();
  });
}

async function jobs() {
  const { rows } = await sql<{
    locked_by: string | null;
  }>`select locked_by from graphile_worker.jobs`.execute(db);
  return rows;
}

async function untilNoJobIsLeft(): Promise<void> {
  await untilHolds(async () => expect(await jobs()).toEqual([]));
}

async function startWorker(): Promise<void> {
  const worker = runWorker(deps);
  onTestFinished(worker.stop);
}

test("a job is locked by the worker id that the heartbeat reports", async () => {
  await startWorker();

  await whileJobRuns(async () => {
    await untilHolds(async () => {
      const living = await db.selectFrom("job_workers").select("id").execute();
      expect(await jobs()).toEqual([{ locked_by: living[0]?.id }]);
    });
  });
  await untilNoJobIsLeft();
});

test("a worker that cannot record the ends of two jobs does so once the database is back, and goes on", async () => {
  const warned = vi.spyOn(deps.log, "warn");
  await startWorker();
  await whileJobRuns(async () => {
    await whileJobRuns(async () => {
      await untilHolds(async () => expect(await jobs()).toHaveLength(2));
      await untilHolds(async () =>
        expect((await jobs()).every(({ locked_by }) => locked_by !== null)).toBe(true),
      );
      await sql`alter table graphile_worker._private_jobs rename to lost`.execute(db);
    });
  });
  await untilHolds(() => {
    const unrecorded = warned.mock.calls.filter(([, told]) => told === "recording the end of a job failed");
    const ids = unrecorded.map(([about]) => (about as unknown as { job_id: string }).job_id);
    expect(new Set(ids).size).toBe(2);
  });
  await sql`alter table graphile_worker.lost rename to _private_jobs`.execute(db);

  await addJob(db, "acc_1", "judge_batch", { batch_id: "batch_other" });

  await untilNoJobIsLeft();
});

test("a worker that starts finishes a batch whose last submit an earlier version committed without a mark", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 1, settings });
  await submit(service, await claim(service, "ann", { batch_id: id }), "yes");
  const undone = { status: "processing", completed_at: null } as const;
  await db.updateTable("batches").set(undone).where("id", "=", id).execute();
  await db.updateTable("batch_progress").set({ unswept: false }).where("batch_id", "=", id).execute();

  await startWorker();

  await untilHolds(async () =>
    expect((await service.request("GET", `/v1/batches/${id}`)).body.status).toBe("completed"),
  );
});

test("of two workers one has the duty to sweep, and leaves it when it stops", async () => {
  const holders = async () => (await db.selectFrom("duties").select("holder").execute()).map((d) => d.holder);
  const first = runWorker(deps);
  await untilHolds(async () => expect(await holders()).toHaveLength(1));
  const [holder] = await holders();
  await startWorker();
  await untilHolds(async () =>
    expect(await db.selectFrom("job_workers").selectAll().execute()).not.toEqual([]),
  );
  expect(await holders()).toEqual([holder]);

  await first.stop();

  await untilHolds(async () => expect(await holders()).not.toContain(holder));
});
