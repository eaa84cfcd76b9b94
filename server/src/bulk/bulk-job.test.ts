import { expect, test } from "vitest";
import { annotateAll, bodyOf, givenBatch } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { bulkItems } from "./bulk-job.ts";

const service = await startService();
const { request, db, runJobs } = service;
const ONE = { quality_policy: { overlap: 1 } };

async function bulk(filter: object, action: string, more: object = {}) {
  return request("POST", "/v1/items/bulk", { filter, action, ...more });
}

test("if two runs of a job overlap, each step is made by one", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 501 });
  await db
    .updateTable("items")
    .set({ status: "accepted", result: '{"label":"yes"}' })
    .where("batch_id", "=", batch_id)
    .execute();
  const { id: job_id } = bodyOf(await bulk({ batch_id }, "gold"), 202);

  const { runs } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("batch_id", "=", batch_id).forUpdate().execute();
    const both = [
      bulkItems(service.deps, { account_id: service.accountId, job_id }),
      bulkItems(service.deps, { account_id: service.accountId, job_id }),
    ];
    await untilSomeoneWaits(db, 2);
    return { runs: both };
  });
  await Promise.all(runs);

  expect((await request("GET", `/v1/items/bulk/${job_id}`)).body).toMatchObject({
    status: "finished",
    changed: 501,
  });
});

test("a change of a whole project goes through its batches in steps, and skips those that have moved on", async () => {
  const first = await givenBatch(service, { texts: 600 });
  const lines = await db
    .selectFrom("batch_files")
    .select("file_id")
    .where("batch_id", "=", first.id)
    .execute();
  const file_ids = lines.map(({ file_id }) => file_id);
  const { project_id } = first;
  const second = bodyOf(await request("POST", "/v1/batches", { project_id, file_ids }), 201);
  const third = bodyOf(await request("POST", "/v1/batches", { project_id, file_ids }), 201);
  const { id: job_id } = bodyOf(await bulk({ project_id }, "priority", { priority: 3 }), 202);
  await db.updateTable("batches").set({ status: "completed" }).where("id", "=", third.id).execute();

  await runJobs();

  const job = bodyOf(await request("GET", `/v1/items/bulk/${job_id}`), 200);
  expect(job).toMatchObject({ status: "finished", count: 1800, changed: 1200 });
  const raised = await db.selectFrom("items").select("batch_id").where("priority", "=", 3).execute();
  expect(new Set(raised.map(({ batch_id }) => batch_id))).toEqual(new Set([first.id, second.id]));
});

test("a job ends if its batch is deleted meanwhile", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const { id: job_id } = bodyOf(await bulk({ batch_id }, "exclude", { reason: "x" }), 202);
  await request("DELETE", `/v1/batches/${batch_id}`);

  await runJobs();

  expect((await request("GET", `/v1/items/bulk/${job_id}`)).body).toMatchObject({
    status: "finished",
    changed: 0,
  });
});

test("incomplete and late requests are refused", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 1, settings: ONE });
  const stranger = await service.givenAccount();

  expect(await bulk({}, "requeue")).toMatchObject({ status: 400 });
  expect(await bulk({ batch_id }, "priority")).toMatchObject({
    status: 400,
    body: { message: "Missing required field: priority (for the action priority)" },
  });
  expect(await bulk({ batch_id }, "exclude")).toMatchObject({ status: 400 });
  expect(await bulk({ batch_id }, "accept_prediction")).toMatchObject({ status: 400 });
  expect(await bulk({ batch_id }, "delete")).toMatchObject({ status: 400 });
  expect(await bulk({ batch_id, color: "red" }, "requeue")).toMatchObject({ status: 400 });
  expect(await bulk({ batch_id: "batch_none" }, "requeue")).toMatchObject({ status: 404 });
  const theirs = { filter: { project_id }, action: "requeue" };
  expect((await stranger.request("POST", "/v1/items/bulk", theirs)).status).toBe(404);
  const { id: job_id } = bodyOf(await bulk({ batch_id }, "priority", { priority: 1 }), 202);
  expect((await stranger.request("GET", `/v1/items/bulk/${job_id}`)).status).toBe(404);
  expect((await request("GET", "/v1/items/bulk/none")).status).toBe(404);

  await annotateAll(service, batch_id, ["ann"]);
  for (const dry_run of [true, false]) {
    expect(await bulk({ batch_id }, "requeue", { dry_run })).toMatchObject({
      status: 409,
      body: { error: "invalid_state" },
    });
  }
});
