import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService, untilSomeoneWaits } from "../../../test/service.ts";
import { addJob } from "./jobs.ts";

const { db } = await startService();

test("a job queued while a worker takes the same one runs after it", async () => {
  const payload = { batch_id: "batch_1" };
  await addJob(db, "acc_1", "judge_batch", payload);

  const asked = await db.transaction().execute(async (tx) => {
    await sql`
      update graphile_worker._private_jobs set locked_by = 'worker-1', locked_at = now(), attempts = 1
      where key = 'judge_batch:batch_1'`.execute(tx);
    const asking = addJob(db, "acc_1", "judge_batch", payload);
    await untilSomeoneWaits(db);
    return { asking };
  });
  await asked.asking;

  const { rows } = await sql`select locked_by, key from graphile_worker.jobs order by id`.execute(db);
  expect(rows).toEqual([
    { locked_by: "worker-1", key: null },
    { locked_by: null, key: "judge_batch:batch_1" },
  ]);
});
