import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { startJobQueue, ThreadDied } from "./job-queue.ts";
import { addJob } from "./jobs.ts";
import type { TakenJob } from "./take-job.ts";

const { deps, db } = await startService();
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db)); // one is left unlocked

/** A worker whose jobs go on until the test has finished or `end`, and the jobs that it has begun. */
function givenQueue() {
  const begun: TakenJob[] = [];
  const ends = Promise.withResolvers<void>();
  const queue = startJobQueue(deps, deps.config.jobSlots, async (job) => {
    begun.push(job);
    await ends.promise;
  });
  onTestFinished(async () => {
    ends.resolve();
    await queue.stop();
  });
  return { begun, queue, end: ends };
}

test("a worker does not take a job that it still runs, though others have counted it as dead", async () => {
  const { begun, queue } = givenQueue();
  const given = (batch_id: string) => addJob(db, "acc_1", "judge_batch", { batch_id });
  await given("long");
  await untilHolds(() => expect(begun).toHaveLength(1));

  await sql`select graphile_worker.force_unlock_workers(array[${queue.id}])`.execute(db);
  await given("next");
  await untilHolds(() => expect(begun.length).toBeGreaterThan(1));

  expect(begun.map(({ payload }) => payload)).toEqual([{ batch_id: "long" }, { batch_id: "next" }]);
});

test("a sync does not wait for the job that measures the images of the one before", async () => {
  const { begun } = givenQueue();
  const names = () => begun.filter(({ account_id }) => account_id === "acc_2").map(({ name }) => name);
  for (const upload_id of ["first", "second"])
    await addJob(db, "acc_2", "measure_objects", { upload_id, after: -1 });
  await untilHolds(() => expect(names()).toEqual(["measure_objects"]));

  await addJob(db, "acc_2", "sync_source", { source_id: "src" });
  await untilHolds(() => expect(names()).toEqual(["measure_objects", "sync_source"]));
});

test("the slow models of one account leave slots to those of others", async () => {
  const { begun } = givenQueue();
  const runs = () => begun.filter(({ name }) => name === "run_model").map(({ account_id }) => account_id);
  for (let n = 0; n < 12; n += 1) await addJob(db, "acc_many", "run_model", { run_id: `run_${n}` });
  await untilHolds(() => expect(runs()).toHaveLength(4));

  await addJob(db, "acc_few", "run_model", { run_id: "run_1" });
  await addJob(db, "acc_other", "run_model", { run_id: "run_2" });
  await untilHolds(() => expect(runs()).toEqual(expect.arrayContaining(["acc_few", "acc_other"])));

  expect(runs().filter((account) => account === "acc_many")).toHaveLength(4);
});

const errorOf = async (batch_id: string) => {
  const { rows } = await sql<{ last_error: string | null }>`
    select last_error from graphile_worker._private_jobs where payload->>'batch_id' = ${batch_id}`.execute(
    db,
  );
  return rows[0]?.last_error;
};

test("a worker that is asked to stop may be killed before its jobs end, and none of them is to blame", async () => {
  const { begun, queue, end } = givenQueue();
  await addJob(db, "acc_3", "judge_batch", { batch_id: "stopped" });
  await untilHolds(() => expect(begun).toHaveLength(1));
  expect(await errorOf("stopped")).toBe("unfinished attempts: 1");

  const stopped = queue.stop();
  await untilHolds(async () => expect(await errorOf("stopped")).toBeNull());

  end.resolve();
  await stopped;
});

test("a job whose thread has died keeps that in mind for its next attempt", async () => {
  const { begun, end } = givenQueue();
  await addJob(db, "acc_3", "judge_batch", { batch_id: "deadly" });
  await untilHolds(() => expect(begun).toHaveLength(1));

  end.reject(new ThreadDied("out of memory"));

  await untilHolds(async () => {
    const { rows } = await sql`
      select last_error from graphile_worker._private_jobs
      where payload->>'batch_id' = 'deadly' and locked_at is null`.execute(db);
    expect(rows).toEqual([{ last_error: "unfinished attempts: 1" }]);
  });
});
