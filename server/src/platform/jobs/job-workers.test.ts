import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { keepJobs } from "./job-workers.ts";
import { addJob } from "./jobs.ts";

const { deps, db } = await startService();
const longAgo = new Date(deps.now().getTime() - 31_000);

/** Returns the job's id. */
async function givenJob(batch_id: string, worker: string, lockedAt: Date): Promise<string | undefined> {
  await addJob(db, "acc_1", "judge_batch", { batch_id });
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = ${lockedAt}, last_error = 'unfinished attempts: 1'
    where payload->>'batch_id' = ${batch_id} returning id::text`.execute(db);
  return rows[0]?.id;
}

async function lockedOf(...batches: string[]): Promise<string[]> {
  const { rows } = await sql<{ batch_id: string }>`
    select payload->>'batch_id' as batch_id from graphile_worker._private_jobs
    where locked_by is not null order by 1`.execute(db);
  return rows.map((row) => row.batch_id).filter((batch) => batches.includes(batch));
}

test("other workers take over the jobs of a worker that was silent for half a minute, and no others", async () => {
  await givenJob("of-dead", "dead", longAgo);
  await givenJob("just-begun", "beginning", deps.now());
  const long = await givenJob("long", "living", longAgo);

  await keepJobs(deps, { id: "living", runs: [long ?? ""] });

  expect(await lockedOf("of-dead", "just-begun", "long")).toEqual(["just-begun", "long"]);
});

test("a worker frees a job that it took and never heard of, and none that it runs or has just taken", async () => {
  const runs = await givenJob("runs", "deaf", longAgo);
  await givenJob("just-taken", "deaf", deps.now());
  await givenJob("never-heard-of", "deaf", longAgo);

  await keepJobs(deps, { id: "deaf", runs: [runs ?? ""] });

  expect(await lockedOf("runs", "just-taken", "never-heard-of")).toEqual(["just-taken", "runs"]);
  const { rows } = await sql`
    select last_error from graphile_worker._private_jobs where payload->>'batch_id' = 'never-heard-of'`.execute(
    db,
  );
  expect(rows).toEqual([{ last_error: null }]); // nobody has died
});

test("if a dead worker's job was queued again meanwhile, the old one is removed and the new one stays", async () => {
  await givenJob("superseded", "dead", longAgo);
  await addJob(db, "acc_1", "judge_batch", { batch_id: "superseded" });

  await keepJobs(deps, { id: "living", runs: [] });

  const { rows } = await sql`
    select attempts, key from graphile_worker._private_jobs where payload->>'batch_id' = 'superseded'`.execute(
    db,
  );
  expect(rows).toEqual([{ attempts: 0, key: "judge_batch:superseded" }]);
});
