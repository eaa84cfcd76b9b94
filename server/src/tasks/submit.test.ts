import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { moveStalledBatches } from "../batches/stalled.ts";
import { type Caller, createKeys } from "../platform/auth/auth.ts";
import { lockTurns } from "../queue/leases.ts";
import { countProgress } from "../queue/progress.ts";
import { submitTask } from "./submit.ts";

const service = await startService();
const { request, db, advance } = service;

const LEASE = 15 * 60_000;

async function itemOf(id: string) {
  return db.selectFrom("items").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function givenCaller(): Promise<Caller> {
  const { authenticate } = createKeys(db, service.deps.secrets, service.deps.now);
  const caller = await authenticate(`Bearer ${service.key}`);
  if (caller === undefined) throw new Error("the key is not known");
  return caller;
}

test("answers that agree make the item's label, with their support", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  for (const annotator of ["ann", "bob"]) {
    bodyOf(await submit(service, await claim(service, annotator, { batch_id }), "yes"), 200);
  }

  const { body } = await request("GET", `/v1/batches/${batch_id}`);
  expect(body).toMatchObject({ status: "completed", annotated_count: 1 });
  const item = await db
    .selectFrom("items")
    .selectAll()
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();
  expect(item).toMatchObject({
    status: "accepted",
    result: { label: "yes" },
    support: 1,
    origin: "consensus",
    open_slots: 0,
  });
});

test("a label has the newest guideline version of its answers, also if the version changed while an answer waited", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 1 });
  const [first, second] = [
    await claim(service, "ann", { batch_id }),
    await claim(service, "bob", { batch_id }),
  ];
  const submitted = { caller: await givenCaller(), id: first.id, sent: { result: { label: "yes" } } };

  const waiting = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("id", "=", first.item.id).forUpdate().execute();
    const response = submit(service, second, "yes");
    await untilSomeoneWaits(db);
    bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { instructions: "# Read twice" }), 200);
    await tx.updateTable("tasks").set({ guideline_version: 2 }).where("id", "=", first.id).execute();
    await submitTask(service.deps, tx, submitted);
    return { response };
  });

  bodyOf(await waiting.response, 200);
  expect(await itemOf(first.item.id)).toMatchObject({ status: "accepted", guideline_version: 2 });
});

test("a tie asks for one more answer, which decides", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  await submit(service, await claim(service, "ann", { batch_id }), "yes");
  await submit(service, await claim(service, "bob", { batch_id }), "no");

  const third = await claim(service, "eve", { batch_id });
  await submit(service, third, "no");

  expect(await itemOf(third.item.id)).toMatchObject({
    status: "accepted",
    result: { label: "no" },
    overlap_required: 3,
  });
});

test("a tie that one more answer does not break goes to a member who has not answered the item", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 1,
    settings: { labels: [{ name: "yes" }, { name: "no" }, { name: "perhaps" }] },
  });
  for (const [annotator, label] of [
    ["ann", "yes"],
    ["bob", "no"],
    ["eve", "perhaps"],
  ] as const) {
    await submit(service, await claim(service, annotator, { batch_id }), label);
  }
  const wish = { batch_id, kinds: ["adjudicate"] };

  expect(await claim(service, "ann", wish)).toBeUndefined();
  const task = await claim(service, "judge", wish);
  bodyOf(await submit(service, task, "perhaps"), 200);

  expect(await itemOf(task.item.id)).toMatchObject({
    status: "accepted",
    result: { label: "perhaps" },
    origin: "adjudication",
  });
});

test("two skips open an adjudication, which may exclude the item with a reason", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "illegible" }), 200);
  }
  expect(await claim(service, "eve", { batch_id })).toBeUndefined();

  const task = await claim(service, "judge", { batch_id, kinds: ["adjudicate"] });
  bodyOf(await request("POST", `/v1/tasks/${task.id}/exclude`, { reason: "blank page" }), 200);

  expect(await itemOf(task.item.id)).toMatchObject({
    status: "excluded",
    excluded_reason: "blank page",
    result: null,
  });
  expect((await request("GET", `/v1/batches/${batch_id}`)).body).toMatchObject({
    status: "completed",
    excluded_count: 1,
  });
});

test("repeating client_id and result returns the existing annotation; another result is refused", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });
  const first = await submit(service, task, "yes", { client_id: "c1" });

  expect(await submit(service, task, "yes", { client_id: "c1" })).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect(await submit(service, task, "no", { client_id: "c1" })).toMatchObject({
    status: 409,
    body: { error: "conflict" },
  });
  expect(await submit(service, task, "yes")).toMatchObject({ status: 409, body: { error: "conflict" } });
});

test("repeating client_id and result with other fields is refused", async () => {
  const fields = [{ name: "note", type: "text" }];
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: { fields } });
  const task = await claim(service, "ann", { batch_id });
  const sent = { client_id: "c1", fields: { note: "blurred" } };
  const first = await submit(service, task, "yes", sent);

  expect(await submit(service, task, "yes", sent)).toMatchObject({ status: 200, body: first.body });
  for (const other of [{ fields: { note: "sharp" } }, { fields: {} }, {}]) {
    expect(await submit(service, task, "yes", { client_id: "c1", ...other })).toMatchObject({
      status: 409,
      body: { error: "conflict" },
    });
  }
});

test("a task leased to another member is refused", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });

  const response = await submit(service, task, "yes", { annotator: "bob" });

  expect(response).toMatchObject({ status: 409, body: { error: "conflict" } });
});

test("an answer after the lease has expired counts while the slot is free", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });
  advance(LEASE + 1);
  const other = await claim(service, "bob", { batch_id });

  bodyOf(await submit(service, task, "yes"), 200);
  bodyOf(await submit(service, other, "yes"), 200);

  expect(await itemOf(task.item.id)).toMatchObject({ status: "accepted", answer_count: 2, open_slots: 0 });
});

test("an answer after the lease has expired and the slot is taken is refused, and the draft is kept", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 1,
    settings: { quality_policy: { overlap: 1 } },
  });
  const task = await claim(service, "ann", { batch_id });
  bodyOf(await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: { label: "no" } }), 200);
  advance(LEASE + 1);
  await claim(service, "bob", { batch_id });

  expect(await submit(service, task, "yes")).toMatchObject({ status: 409, body: { error: "lease_expired" } });
  expect((await request("GET", `/v1/tasks/${task.id}`)).body).toMatchObject({
    status: "expired",
    draft: { label: "no" },
  });
});

test("a draft renews the lease, and one with an older revision is refused", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });
  advance(LEASE - 1);
  const saved = bodyOf(
    await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: { label: "no" } }, { "if-match": '"0"' }),
    200,
  );
  advance(LEASE - 1);

  expect(saved).toMatchObject({ revision: 1, draft: { label: "no" } });
  expect(
    await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: {} }, { "if-match": '"0"' }),
  ).toMatchObject({ status: 412 });
  expect((await submit(service, task, "yes")).status).toBe(200);
});

test("a fault of the result names its path, and nothing is stored", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });

  const response = await submit(service, task, "maybe");

  expect(response.status).toBe(400);
  expect(response.body.message).toContain("result.label must be one of the project's labels (yes, no)");
  expect((await itemOf(task.item.id)).answer_count).toBe(0);
});

test("a reopened answer stays valid until another replaces it, which may withdraw the label", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const task = await claim(service, "ann", { batch_id });
  await submit(service, task, "yes");
  const other = await claim(service, "bob", { batch_id });
  await submit(service, other, "yes");
  expect(await itemOf(task.item.id)).toMatchObject({ status: "accepted" });

  bodyOf(await request("POST", `/v1/tasks/${task.id}/reopen`, {}), 200);
  expect(await itemOf(task.item.id)).toMatchObject({ status: "accepted" });
  bodyOf(await submit(service, task, "no"), 200);

  expect(await itemOf(task.item.id)).toMatchObject({
    status: "open",
    result: null,
    answer_count: 2,
    overlap_required: 3,
    open_slots: 1,
  });
  const versions = await db
    .selectFrom("annotations")
    .select(["version", "superseded_at"])
    .where("task_id", "=", task.id)
    .orderBy("version")
    .execute();
  expect(versions).toMatchObject([
    { version: 1, superseded_at: expect.any(Date) },
    { version: 2, superseded_at: null },
  ]);
  expect((await request("GET", `/v1/batches/${batch_id}`)).body.annotated_count).toBe(0);
});

test("answers under an older name of a label count for the label", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 1 });
  const before = await claim(service, "ann", { batch_id });
  await submit(service, before, "yes");
  const { labels } = (await request("GET", `/v1/projects/${project_id}`)).body;
  const renamed = labels.map((label: { name: string }) =>
    label.name === "yes" ? { ...label, name: "aye" } : label,
  );
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);

  const after = await claim(service, "bob", { batch_id });
  expect(after.guideline_version).toBe(2);
  bodyOf(await submit(service, after, "aye"), 200);

  expect(await itemOf(before.item.id)).toMatchObject({
    status: "accepted",
    result: { label: "aye" },
    support: 1,
  });
});

test("answers under an older name of a label support an adjudication under its new name", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, {
    texts: 1,
    settings: { quality_policy: { min_support: 0.9 } },
  });
  for (const [annotator, label] of [
    ["ann", "yes"],
    ["bob", "no"],
    ["cyd", "no"],
  ] as const) {
    await submit(service, await claim(service, annotator, { batch_id }), label);
  }
  const { labels } = (await request("GET", `/v1/projects/${project_id}`)).body;
  const renamed = labels.map((label: { name: string }) =>
    label.name === "yes" ? { ...label, name: "aye" } : label,
  );
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);

  const decision = await claim(service, "eve", { batch_id, kinds: ["adjudicate"] });
  expect(decision.guideline_version).toBe(2);
  bodyOf(await submit(service, decision, "aye"), 200);

  expect(await itemOf(decision.item.id)).toMatchObject({
    result: { label: "aye" },
    support: expect.closeTo(1 / 3),
  });
});

test("answers that arrive together are stored together, and refused ones among them fail alone", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 10 });
  const claimed = [];
  for (const annotator of ["ann", "bob"]) {
    const wish = { batch_id, annotator, count: 10 };
    claimed.push(...bodyOf(await request("POST", "/v1/tasks/claim", wish), 200).data);
  }
  const [wrong, ...tasks] = claimed;

  const [refused, ...stored] = await Promise.all([
    submit(service, wrong, "maybe"),
    ...tasks.map((task) => submit(service, task, "yes")),
    ...tasks.map((task) => submit(service, task, "yes", { annotator: "eve" })),
  ]);

  expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(stored.slice(0, tasks.length).map(({ status }) => status)).toEqual(tasks.map(() => 200));
  expect(stored.slice(tasks.length).map(({ status }) => status)).toEqual(tasks.map(() => 409));
  const { rows } = await sql<{ transaction: string }>`
    select distinct xmin::text as transaction from annotations where batch_id = ${batch_id}`.execute(db);
  expect(rows.length).toBeLessThan(tasks.length);
  expect(await countProgress(db, { id: batch_id, account_id: service.accountId })).toEqual({
    answers: 19,
    accepted: 9,
    excluded: 0,
  });
});

test("the same answer sent twice at the same time is stored once", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });

  const sent = [1, 2, 3].map(() => submit(service, task, "yes", { client_id: "c1" }));

  const [first, ...others] = (await Promise.all(sent)).map((response) => bodyOf(response, 200));
  expect(others).toEqual([first, first]);
});

test("a submit that waits for its item does not delay others", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  const wish = { batch_id, annotator: "ann", count: 3 };
  const [locked, ...tasks] = bodyOf(await request("POST", "/v1/tasks/claim", wish), 200).data;

  const waiting = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("id", "=", locked.item.id).forUpdate().execute();
    const response = submit(service, locked, "yes");
    await untilSomeoneWaits(db);
    for (const task of tasks) bodyOf(await submit(service, task, "yes"), 200);
    return { response };
  });

  bodyOf(await waiting.response, 200);
});

test("answers that wait for the turn of their batch do not delay others", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  const wish = { batch_id, count: 3 };
  const claimAs = (annotator: string) => request("POST", "/v1/tasks/claim", { ...wish, annotator });
  const [other, ...tasks] = bodyOf(await claimAs("ann"), 200).data;
  for (const task of tasks) bodyOf(await submit(service, task, "no"), 200);
  const items = tasks.map(({ item }: typeof other) => item.id);
  const { data } = bodyOf(await claimAs("bob"), 200);
  const tied = data.filter(({ item }: typeof other) => items.includes(item.id));

  const waiting = await db.transaction().execute(async (tx) => {
    await lockTurns(tx, batch_id);
    const responses = tied.map((task: typeof other) => submit(service, task, "yes"));
    await untilSomeoneWaits(db, 2);
    bodyOf(await submit(service, other, "yes"), 200);
    return { responses };
  });

  for (const response of await Promise.all(waiting.responses)) bodyOf(response, 200);
  for (const id of items) expect(await itemOf(id)).toMatchObject({ overlap_required: 3, open_slots: 1 });
});

test("two concurrent last submits complete the batch exactly once", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 2,
    settings: { quality_policy: { overlap: 1 } },
  });
  const tasks = [await claim(service, "ann", { batch_id }), await claim(service, "bob", { batch_id })];

  const submits = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("batches").select("id").where("id", "=", batch_id).forUpdate().execute();
    const both = tasks.map((task) => submit(service, task, "yes"));
    await untilSomeoneWaits(db, 2);
    return { both };
  });
  await Promise.all(submits.both);

  const events = await db.selectFrom("events").select("body").where("type", "=", "batch.completed").execute();
  expect(events.filter(({ body }) => body?.includes(batch_id))).toHaveLength(1);
});

test("the sweep finishes a batch whose last submit died before completing it", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 1,
    settings: { quality_policy: { overlap: 1 } },
  });
  await submit(service, await claim(service, "ann", { batch_id }), "yes");
  await db
    .updateTable("batches")
    .set({ status: "processing", completed_at: null })
    .where("id", "=", batch_id)
    .execute();

  await moveStalledBatches(service.deps);

  expect((await request("GET", `/v1/batches/${batch_id}`)).body.status).toBe("completed");
});

test("the sweep starts a batch whose first submit died before starting it, and emits one event", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const task = await claim(service, "ann", { batch_id });
  const submitted = { caller: await givenCaller(), id: task.id, sent: { result: { label: "yes" } } };
  await db.transaction().execute((tx) => submitTask(service.deps, tx, submitted));

  await moveStalledBatches(service.deps);
  await moveStalledBatches(service.deps);

  expect((await request("GET", `/v1/batches/${batch_id}`)).body.status).toBe("processing");
  const events = await db
    .selectFrom("events")
    .select("body")
    .where("type", "=", "batch.processing")
    .execute();
  expect(events.filter(({ body }) => body?.includes(batch_id))).toHaveLength(1);
});

test("the sweep looks only at batches that have changed, and again at those that change while it runs", async () => {
  const settings = { quality_policy: { overlap: 1 } };
  const { id: stalled } = await givenBatch(service, { texts: 1, settings });
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings });
  const unswept = () =>
    db.selectFrom("batch_progress").select("batch_id").where("unswept", "=", true).execute();
  await submit(service, await claim(service, "ann", { batch_id }), "yes");
  await moveStalledBatches(service.deps);
  expect(await unswept()).toEqual([]);

  await submit(service, await claim(service, "ann", { batch_id: stalled }), "yes");
  await db.updateTable("batches").set({ status: "processing" }).where("id", "=", stalled).execute();
  await submit(service, await claim(service, "ann", { batch_id }), "yes");
  const task = await claim(service, "ann", { batch_id });
  const submitted = { caller: await givenCaller(), id: task.id, sent: { result: { label: "yes" } } };
  const { sweep } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("batches").select("id").where("id", "=", stalled).forUpdate().execute();
    const sweep = moveStalledBatches(service.deps);
    await untilSomeoneWaits(db); // it has read the counts
    await db.transaction().execute((other) => submitTask(service.deps, other, submitted)); // and the process dies
    return { sweep };
  });
  await sweep;
  expect(await unswept()).toEqual([{ batch_id }]);
  await moveStalledBatches(service.deps);

  expect((await request("GET", `/v1/batches/${batch_id}`)).body.status).toBe("completed");
  expect(await unswept()).toEqual([]);
});

test("a draft of a submitted task is refused", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });
  bodyOf(await submit(service, task, "yes"), 200);

  expect(await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: {} })).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
});
