import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { givenBatch } from "../test/given.ts";
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
    await addJob(db, "judge_batch", { batch_id });
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
  const worker = await runWorker(deps);
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

test("a worker that cannot record a job's end continues with others", async () => {
  const told = vi.spyOn(deps.log, "error");
  await startWorker();
  await whileJobRuns(async () => {
    await untilHolds(async () => expect(await jobs()).toEqual([{ locked_by: expect.any(String) }]));
    await sql`alter table graphile_worker._private_jobs rename to lost`.execute(db);
  });
  await untilHolds(() => expect(told).toHaveBeenCalledWith(expect.stringMatching(/^Failed to/)));
  await sql`alter table graphile_worker.lost rename to _private_jobs`.execute(db);
  await sql`delete from graphile_worker._private_jobs`.execute(db);

  await addJob(db, "judge_batch", { batch_id: "batch_other" });

  await untilNoJobIsLeft();
});
