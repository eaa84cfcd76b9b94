import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { keepJobs } from "./job-workers.ts";
import { addJob } from "./jobs.ts";

const { deps, db } = await startService();

async function givenJobOf(worker: string, lockedAt: Date): Promise<void> {
  await addJob(db, "acc_1", "judge_batch", { batch_id: worker });
  await sql`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = ${lockedAt}
    where payload->>'batch_id' = ${worker}`.execute(db);
}

async function lockedBy(): Promise<string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select locked_by from graphile_worker.jobs where locked_by is not null order by locked_by`.execute(db);
  return rows.map((row) => row.locked_by);
}

test("other workers take over the jobs of a worker that was silent for half a minute, and no others", async () => {
  const longAgo = new Date(deps.now().getTime() - 31_000);
  await givenJobOf("dead", longAgo);
  await givenJobOf("just-begun", deps.now());
  await givenJobOf("living", longAgo);

  await keepJobs(deps, ["living"]);

  expect(await lockedBy()).toEqual(["just-begun", "living"]);
});

test("if a dead worker's job was queued again meanwhile, the old one is removed and the new one stays", async () => {
  await givenJobOf("superseded", new Date(deps.now().getTime() - 31_000));
  await addJob(db, "acc_1", "judge_batch", { batch_id: "superseded" });

  await keepJobs(deps, []);

  const { rows } = await sql`
    select attempts, key from graphile_worker._private_jobs where payload->>'batch_id' = 'superseded'`.execute(
    db,
  );
  expect(rows).toEqual([{ attempts: 0, key: "judge_batch:superseded" }]);
});
