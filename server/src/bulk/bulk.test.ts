import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { bulkItems } from "./bulk-job.ts";

const service = await startService();
const { request, db, runJobs } = service;
const ONE = { quality_policy: { overlap: 1 } };

async function bulk(filter: object, action: string, more: object = {}) {
  return request("POST", "/v1/items/bulk", { filter, action, ...more });
}

/** Requests a change, runs the job and returns its final state. */
async function change(filter: object, action: string, more: object = {}) {
  const asked = await bulk(filter, action, more);
  bodyOf(asked, 202);
  await runJobs();
  return bodyOf(await request("GET", String(asked.headers.location)), 200);
}

async function itemsOf(batch_id: string) {
  return db.selectFrom("items").selectAll().where("batch_id", "=", batch_id).orderBy("position").execute();
}

async function statusOf(batch_id: string) {
  const { status, annotated_count, excluded_count } = bodyOf(
    await request("GET", `/v1/batches/${batch_id}`),
    200,
  );
  return { status, annotated_count, excluded_count };
}

test("a dry run only counts the items that match the filter and the action", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 4 });
  await annotateAll(service, batch_id, ["ann"], () => "yes");
  await annotateAll(service, batch_id, ["bob"], (text) => (text === "text 4" ? "no" : "yes"));
  const count = async (filter: object, action: string, more: object = {}) =>
    bodyOf(await bulk(filter, action, { dry_run: true, ...more }), 200);

  expect(await count({ batch_id }, "gold")).toEqual({ count: 3, is_lower_bound: false });
  expect(await count({ project_id }, "exclude", { reason: "x" })).toEqual({
    count: 4,
    is_lower_bound: false,
  });
  expect(await count({ batch_id, external_ids: ["1", "2", "9"] }, "requeue")).toEqual({
    count: 2,
    is_lower_bound: false,
  });
  expect(await count({ batch_id, state: "accepted", label: "no" }, "requeue")).toEqual({
    count: 0,
    is_lower_bound: false,
  });
  expect(await count({ batch_id }, "priority", { priority: 5 })).toEqual({ count: 1, is_lower_bound: false });
  expect(await count({ batch_id }, "priority", { priority: 0 })).toEqual({ count: 0, is_lower_bound: false });
  expect(await db.selectFrom("bulk_jobs").select("id").execute()).toEqual([]);
});

test("requeued items are answered again by the same people, under the newest guidelines; old answers stay recorded", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 3 });
  await annotateAll(service, batch_id, ["ann"]);
  await annotateAll(service, batch_id, ["bob"], (text) => (text === "text 3" ? "no" : "yes"));
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { instructions: "look twice" }), 200);

  const job = await change({ batch_id, external_ids: ["1", "3"] }, "requeue");

  expect(job).toMatchObject({ status: "finished", count: 2, changed: 2, action: "requeue" });
  expect(await statusOf(batch_id)).toMatchObject({ status: "processing", annotated_count: 1 });
  const fresh = {
    status: "open",
    answer_count: 0,
    open_slots: 2,
    overlap_required: 2,
    round: 1,
    result: null,
  };
  expect(await itemsOf(batch_id)).toMatchObject([fresh, { status: "accepted" }, fresh]);

  const again = await claim(service, "ann", { batch_id });
  expect(again.guideline_version).toBe(2);
  await submit(service, again, "no");
  await annotateAll(service, batch_id, ["ann", "bob"], () => "no");

  expect(await statusOf(batch_id)).toMatchObject({ status: "completed", annotated_count: 3 });
  const [first] = await itemsOf(batch_id);
  const { body } = await request("GET", `/v1/items/${first?.id}/annotations`);
  expect(body.data).toMatchObject([
    { version: 1, result: { label: "yes" }, superseded_at: expect.any(String) },
    { version: 1, result: { label: "yes" }, superseded_at: expect.any(String) },
    { version: 2, result: { label: "no" }, superseded_at: null },
    { version: 2, result: { label: "no" }, superseded_at: null },
  ]);
  const event = await db
    .selectFrom("events")
    .select("body")
    .where("type", "=", "batch.completed")
    .orderBy("id", "desc");
  expect((await event.executeTakeFirstOrThrow()).body).toContain('"annotation_count":6');
});

test("items requeued with a reason go first to those who answered them, who read it, as far as nobody else has the slot", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  await annotateAll(service, batch_id, ["ann"]);
  await annotateAll(service, batch_id, ["bob"], (text) => (text === "text 3" ? "no" : "yes"));

  await change({ batch_id, external_ids: ["2"] }, "requeue", { reason: "It is no yes" });

  expect(await claim(service, "cat", { batch_id })).toMatchObject({ item: { external_id: "3" } });
  expect(await claim(service, "dan", { batch_id })).toBeUndefined();
  const back = await claim(service, "ann", { batch_id });
  expect(back).toMatchObject({ reason: "It is no yes", round: 1, item: { external_id: "2" } });
  await submit(service, back, "no");
  await change({ batch_id, external_ids: ["2"] }, "requeue", { reason: "It is a yes after all" });
  const [, item] = await itemsOf(batch_id);
  expect(item).toMatchObject({ open_slots: 0, overlap_required: 2 });
  const reasons: string[] = [];
  for (const name of ["ann", "bob"]) {
    const task = await claim(service, name, { batch_id });
    reasons.push(task.reason);
    await submit(service, task, "yes");
  }
  expect(reasons).toEqual(["It is a yes after all", "It is no yes"]);
  expect(await statusOf(batch_id)).toMatchObject({ annotated_count: 2 });
});

test("a requeued item keeps the slot of a reopened answer, and withdraws an undecided dispute", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: { labels: [] } });
  const held = await claim(service, "ann", { batch_id });
  const lines = ["a", "b", "c"].map((label) => ({
    external_id: held.item.external_id === "1" ? "2" : "1",
    annotator: label,
    result: { label },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/annotations`, { annotations: lines }), 200);
  bodyOf(
    await request("POST", `/v1/batches/${batch_id}/annotations`, {
      annotations: [{ item_id: held.item.id, annotator: "bob", result: { label: "a" } }],
    }),
    200,
  );

  await change({ batch_id }, "requeue");

  const items = await itemsOf(batch_id);
  expect(items.find(({ id }) => id === held.item.id)).toMatchObject({ answer_count: 0, open_slots: 1 });
  expect(items.find(({ id }) => id !== held.item.id)).toMatchObject({ answer_count: 0, open_slots: 2 });
  expect(await claim(service, "eve", { batch_id, kinds: ["adjudicate"] })).toBeUndefined();
  expect((await submit(service, held, "a")).status).toBe(200);
});

test("an item claimed at the same time is requeued after the claim, and its slot is kept", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  await request("POST", `/v1/batches/${batch_id}/annotations`, {
    annotations: [{ external_id: "1", annotator: "ann", result: { label: "yes" } }],
  });
  const { id: job_id } = bodyOf(await bulk({ batch_id }, "requeue"), 202);

  const { claimed, running } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("batch_id", "=", batch_id).forUpdate().execute();
    const claiming = claim(service, "bob", { batch_id });
    await untilSomeoneWaits(db);
    const job = bulkItems(service.deps, { account_id: service.accountId, job_id });
    await untilSomeoneWaits(db, 2);
    return { claimed: claiming, running: job };
  });
  expect(await claimed).toBeDefined();
  await running;

  expect(await itemsOf(batch_id)).toMatchObject([{ answer_count: 0, open_slots: 1 }]);
});

test("excluded items leave the batch with their reason, their tasks are canceled, and the last one completes it", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings: ONE });
  const held = await claim(service, "ann", { batch_id });

  await change({ batch_id, item_ids: [held.item.id] }, "exclude", { reason: "blurred" });
  expect((await request("GET", `/v1/tasks/${held.id}`)).body.status).toBe("canceled");
  expect((await submit(service, held, "yes")).status).toBe(409);
  await annotateAll(service, batch_id, ["bob"]);
  expect(await statusOf(batch_id)).toEqual({ status: "completed", annotated_count: 2, excluded_count: 1 });

  const all = await givenBatch(service, { texts: 2 });
  const job = await change({ batch_id: all.id }, "exclude", { reason: "wrong upload" });
  expect(job).toMatchObject({ changed: 2 });
  expect(await statusOf(all.id)).toEqual({ status: "failed", annotated_count: 0, excluded_count: 2 });
  expect(await itemsOf(all.id)).toMatchObject([{ excluded_reason: "wrong upload", open_slots: 0 }, {}]);
});

test("an excluded item can be requeued", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: ONE });
  await change({ batch_id, external_ids: ["1"] }, "exclude", { reason: "by mistake" });

  await change({ batch_id, state: "excluded" }, "requeue");

  expect(await statusOf(batch_id)).toMatchObject({ excluded_count: 0 });
  expect(await itemsOf(batch_id)).toMatchObject([
    { status: "open", open_slots: 1, excluded_reason: null },
    {},
  ]);
});

test("an item with raised priority comes next, also for a member who is past its position", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings: ONE });
  const [first, second, third] = (await itemsOf(batch_id)).sort((a, b) => a.claim_order - b.claim_order);
  const raise = (id: string | undefined) => change({ batch_id, item_ids: [id] }, "priority", { priority: 9 });
  const next = async () => {
    const task = await claim(service, "ann", { batch_id });
    await submit(service, task, "yes");
    return task.item;
  };

  await raise(third?.id);
  expect(await next()).toMatchObject({ id: third?.id, priority: 9 });
  await raise(second?.id);
  expect(await next()).toMatchObject({ id: second?.id, priority: 9 });
  expect(await next()).toMatchObject({ id: first?.id, priority: 0 });
});

test("accepted labels can be made gold", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: ONE });
  await annotateAll(service, batch_id, ["ann"], () => "no");
  await runJobs();

  const job = await change({ batch_id, external_ids: ["2"] }, "gold");

  expect(job).toMatchObject({ count: 1, changed: 1 });
  const gold = await db.selectFrom("gold_answers").selectAll().where("batch_id", "=", batch_id).execute();
  expect(gold).toMatchObject([{ item_id: (await itemsOf(batch_id))[1]?.id, result: { label: "no" } }]);
});

test("a model's predictions can become the labels of open items, and are marked as such", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings: ONE });
  const predictions = ["1", "2"].map((external_id) => ({
    external_id,
    model: "m",
    score: 0.5,
    result: { label: "no" },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);

  const job = await change({ batch_id }, "accept_prediction", { model: "m" });

  expect(job).toMatchObject({ count: 2, changed: 2 });
  expect(await statusOf(batch_id)).toMatchObject({ status: "processing", annotated_count: 2 });
  const label = {
    status: "accepted",
    origin: "prediction",
    model: { name: "m", version: null, score: 0.5 },
    support: null,
    result: { label: "no" },
    open_slots: 0,
  };
  expect(await itemsOf(batch_id)).toMatchObject([label, label, { status: "open" }]);
  await annotateAll(service, batch_id, ["ann"]);
  expect(await statusOf(batch_id)).toMatchObject({ status: "completed" });
});
