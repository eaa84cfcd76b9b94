import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { addJob } from "./jobs.ts";
import { LANES, type Lane } from "./lanes.ts";
import { completeJob, failJob, pardonJobs, type TakenJob, takeJob } from "./take-job.ts";

const { db } = await startService();

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await db.deleteFrom("job_shares").execute();
});

let due = Date.now() - 3_600_000;

/** Jobs of one account, each due a second after all that were given before. */
async function givenUploads(account: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    due += 1_000;
    await addJob(db, account, "process_upload", { upload_id: `${account}-${nth}` }, new Date(due));
  }
}

async function take(worker: string, lanes: readonly Lane[] = LANES) {
  const job = await takeJob(db, worker, new Map(lanes.map((lane) => [lane, 1])));
  const { upload_id } = (job?.payload ?? {}) as { upload_id?: string };
  return { id: job?.id ?? "", name: job?.name, upload_id };
}

test("an account whose jobs wait behind a hundred of another gets the next free slot", async () => {
  await givenUploads("flood", 100);
  await givenUploads("quiet", 2);

  const first = [await take("w"), await take("other-worker")];
  expect(first.map(({ upload_id }) => upload_id)).toEqual(["flood-0", "quiet-0"]);

  await completeJob(db, "w", first[0]?.id ?? "");
  expect((await take("w")).upload_id).toBe("flood-1"); // quiet has one running
});

test("accounts take turns in a single slot, in the order of their last turns", async () => {
  await givenUploads("a", 5);
  await givenUploads("b", 2);
  await givenUploads("c", 1);
  const order: (string | undefined)[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const { id, upload_id } = await take("w");
    order.push(upload_id);
    await completeJob(db, "w", id);
  }
  expect(order).toEqual(["a-0", "b-0", "c-0", "a-1", "b-1", "a-2", "a-3", "a-4"]);
});

test("a job of a full lane does not keep one of another lane waiting", async () => {
  await givenUploads("flood", 100);
  await addJob(db, "flood", "judge_batch", { batch_id: "batch_1" });

  const others = LANES.filter((lane) => lane !== "uploads");
  expect((await take("w", others)).name).toBe("judge_batch");
  expect((await take("w", others)).name).toBeUndefined();
});

test("a worker leaves jobs whose name it does not know, and takes those that another version added", async () => {
  await sql`select graphile_worker.add_job('of_a_newer_version', '{}'::json)`.execute(db);
  await sql`select graphile_worker.add_job('process_upload', '{"upload_id":"old"}'::json)`.execute(db);

  expect((await take("w")).upload_id).toBe("old");
  expect((await take("w")).name).toBeUndefined();
  const { rows } = await sql`select attempts from graphile_worker.jobs where locked_by is null`.execute(db);
  expect(rows).toEqual([{ attempts: 0 }]);
});

test("a failed job waits for its next attempt, and a worker that lost a job neither ends nor delays it", async () => {
  await givenUploads("a", 1);
  const { id } = await take("dead");
  await sql`select graphile_worker.force_unlock_workers(array['dead'])`.execute(db);
  expect((await take("living")).id).toBe(id);

  await completeJob(db, "dead", id);
  await failJob(db, "dead", id, "late");
  await failJob(db, "living", id, "no room\0");

  const { rows } = await sql`
    select last_error, attempts, run_at > now() as is_later, locked_by
    from graphile_worker._private_jobs`.execute(db);
  expect(rows).toEqual([{ last_error: "no room", attempts: 2, is_later: true, locked_by: null }]);
  expect((await take("living")).name).toBeUndefined();
});

test("two workers that take at the same moment never get the same job", async () => {
  await givenUploads("a", 3);
  const taken = await Promise.all(["w", "x", "y"].map((worker) => take(worker)));
  const ids = taken.map(({ id }) => id).filter((id) => id !== "");
  expect(new Set(ids).size).toBe(ids.length);
});

test("a worker passes over a job that another is just taking, and gets the account's next one", async () => {
  await givenUploads("a", 2);
  await db.transaction().execute(async (tx) => {
    await sql`select from graphile_worker._private_jobs where payload->>'upload_id' = 'a-0' for update`.execute(
      tx,
    );
    expect((await take("w")).upload_id).toBe("a-1");
  });
});

const LANES_OF_ALL = new Map(LANES.map((lane) => [lane, 1]));
const unlock = (worker: string) =>
  sql`select graphile_worker.force_unlock_workers(array[${worker}])`.execute(db);
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);

test("a job knows how many of its last workers died; an error, or a worker that was asked to stop, begins anew", async () => {
  await givenUploads("a", 1);
  const takenBy = async (worker: string) => {
    await makeDue();
    return takeJob(db, worker, LANES_OF_ALL);
  };
  const deaths: (number | undefined)[] = [];
  const ends = [
    () => unlock("w"),
    (id: string) => failJob(db, "w", id, undefined), // its thread died
    () => unlock("w"),
    (id: string) => failJob(db, "w", id, "no room"),
    () => unlock("w"),
    async () => {
      await pardonJobs(db, "w");
      await unlock("w");
    },
    () => unlock("w"),
  ];
  for (const end of ends) {
    const job = await takenBy("w");
    deaths.push(job?.deaths);
    await end(job?.id ?? "");
  }
  expect(deaths).toEqual([0, 1, 2, 3, 0, 1, 0]);
});

test("of the jobs whose worker died, a worker runs one at a time, beside others", async () => {
  await givenUploads("a", 2);
  await takeJob(db, "dead", LANES_OF_ALL);
  await takeJob(db, "dead", LANES_OF_ALL);
  await unlock("dead");
  await givenUploads("b", 1);

  const running: TakenJob[] = [];
  for (let job = await takeJob(db, "w", LANES_OF_ALL); job !== undefined; ) {
    running.push(job);
    job = await takeJob(db, "w", LANES_OF_ALL, running);
  }
  const named = running.map(({ account_id, deaths }) => `${account_id} ${deaths}`);
  expect(named.sort()).toEqual(["a 1", "b 0"]);
  expect(await takeJob(db, "x", LANES_OF_ALL)).toMatchObject({ account_id: "a", deaths: 1 });
});
