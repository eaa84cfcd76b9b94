import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../test/given.ts";
import { givenCertified } from "../test/given-dataset.ts";
import { startService } from "../test/service.ts";
import { addJob } from "./platform/jobs/jobs.ts";
import { LANES } from "./platform/jobs/lanes.ts";
import { takeJob } from "./platform/jobs/take-job.ts";
import { sweep } from "./sweep.ts";

const service = await startService();
const { db, request, runJobs } = service;
const RAW = { "content-type": "application/octet-stream" };
const DIED = expect.stringMatching(
  /worker died 3 times in a row .* smaller files or fewer items, .*job \d+ /,
);

/** Takes all jobs that are due, as a worker that then dies, as often as that ends a job. */
async function killWorkers(): Promise<void> {
  for (const worker of ["dead 1", "dead 2", "dead 3"]) {
    while ((await takeJob(db, worker, new Map(LANES.map((lane) => [lane, 99])))) !== undefined);
    await sql`select graphile_worker.force_unlock_workers(array[${worker}])`.execute(db);
  }
}

/** An upload of a dataset that waits for its job. */
async function givenUpload(): Promise<string> {
  const announced = { filename: "instances.json", size_bytes: 2 };
  const { id, upload_url } = bodyOf(await request("POST", "/v1/uploads?content=dataset", announced), 201);
  const { pathname, search } = new URL(upload_url);
  expect((await request("PUT", `${pathname}${search}`, Buffer.from("{}"), RAW)).status).toBeLessThan(300);
  return id;
}

const get = async (path: string) => bodyOf(await request("GET", path), 200);

test("an upload, import, export or version whose job kills its worker three times has failed, and says so", async () => {
  const dataset_upload = await givenUpload();
  await runJobs();
  const batch = await givenBatch(service, { texts: 1 });
  const query = { project_id: batch.project_id };
  const dataset = bodyOf(await request("POST", "/v1/datasets", { name: "set", query }), 201);
  const importing = `/v1/uploads/${dataset_upload}/import`;
  const upload = await givenUpload();
  bodyOf(await request("POST", importing, { batch_id: batch.id, format: "coco", kind: "gold" }), 202);
  const made = bodyOf(await request("POST", "/v1/exports", { batch_id: batch.id }), 202);
  bodyOf(await request("POST", `/v1/datasets/${dataset.id}/versions`), 202);

  await killWorkers();
  await runJobs();

  const error = { code: "internal_error", message: DIED };
  expect(await get(`/v1/uploads/${upload}`)).toMatchObject({ status: "failed", error });
  expect((await get(importing)).last).toMatchObject({ status: "failed", error });
  expect(await get(`/v1/exports/${made.id}`)).toMatchObject({ status: "failed", error: DIED });
  const version = await get(`/v1/datasets/${dataset.id}/versions/1`);
  expect(version).toMatchObject({ status: "failed", error: DIED });
});

test("a file of a certified batch whose job kills its worker three times is refused for that", async () => {
  const { id: batch_id } = await givenCertified(service, { texts: 2 });
  const { revision } = await db
    .selectFrom("artefacts")
    .select("revision")
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();
  await addJob(db, service.accountId, "build_artefact", { batch_id, revision, variant: "format:csv" });
  await killWorkers();
  await runJobs();

  const { rows } = await sql<{ last_error: string }>`
    select last_error from graphile_worker._private_jobs where payload->>'batch_id' = ${batch_id}`.execute(
    db,
  );
  expect(rows).toEqual([{ last_error: expect.stringMatching(/^invalid_state: .*worker died 3 times/) }]);
});

test("a batch whose items kill the worker three times, or fail until the last attempt, has failed and says so", async () => {
  const ended = async (spend: () => Promise<unknown>) => {
    const { id } = await givenBatch(service, { texts: 1 });
    const filling = JSON.stringify({ items: 0, place: 1, line: 0, turn: 0 });
    await db.updateTable("batches").set({ filling }).where("id", "=", id).execute();
    await addJob(db, service.accountId, "fill_batch", { batch_id: id });
    await spend();
    await runJobs();
    return get(`/v1/batches/${id}`);
  };
  const failed = (message: unknown) => ({
    status: "failed",
    items_ready: 0,
    failure_reasons: [{ code: "invalid_items", message }],
  });

  expect(await ended(killWorkers)).toMatchObject(failed(DIED));
  const lastAttempt = () =>
    sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(db);
  expect(await ended(lastAttempt)).toMatchObject(failed(expect.stringContaining("failed at this 24 times")));
});

test("a verdict and an erasure that used up their attempts are tried again after a sweep, and a mail is not", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  await addJob(db, service.accountId, "judge_batch", { batch_id });
  await addJob(db, service.accountId, "erase_dataset", { dataset_id: "ds_none" });
  await addJob(db, service.accountId, "send_mail", { notification_id: "none" });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'spent'`.execute(
    db,
  );
  await sweep(service.deps);

  await runJobs();

  const { rows } = await sql`
    select task.identifier from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = task_id
    where last_error = 'spent' and identifier <> 'build_artefact'`.execute(db);
  expect(rows).toEqual([{ identifier: "send_mail" }]);
});

test("a verdict whose worker died three times is given all the same: nothing else would end the batch", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  await addJob(db, service.accountId, "judge_batch", { batch_id });
  await killWorkers();
  await runJobs();
  const { rows } = await sql`
    select from graphile_worker._private_jobs where payload->>'batch_id' = ${batch_id}`.execute(db);
  expect(rows).toEqual([]);
});
