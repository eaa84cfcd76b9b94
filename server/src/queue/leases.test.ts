import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { expireLeases } from "./expired.ts";
import { releaseRest } from "./leases.ts";

const service = await startService();
const { request, db, deps, advance, runJobs } = service;

const LEASE = 15 * 60_000;
const ONE = { quality_policy: { overlap: 1 } };

async function taskOf({ id }: { id: string }) {
  return bodyOf(await request("GET", `/v1/tasks/${id}`), 200);
}

async function openSlots(item_id: string): Promise<number> {
  const { open_slots } = await db
    .selectFrom("items")
    .select("open_slots")
    .where("id", "=", item_id)
    .executeTakeFirstOrThrow();
  return open_slots;
}

async function deactivate({ member_id }: { member_id: string }) {
  return request("PATCH", `/v1/members/${member_id}`, { active: false });
}

async function givenAudits(texts: number): Promise<string> {
  const { id } = await givenBatch(service, { texts, settings: ONE });
  await annotateAll(service, id, ["labeler"]);
  await runJobs();
  return id;
}

test("an annotation whose lease expired returns to the queue with its draft", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: ONE });
  const task = await claim(service, "ann", { batch_id });
  bodyOf(await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: { label: "no" } }), 200);
  advance(LEASE - 1);
  await expireLeases(deps);
  expect(await taskOf(task)).toMatchObject({ status: "leased" });

  advance(1);
  await expireLeases(deps);

  expect(await taskOf(task)).toMatchObject({
    status: "expired",
    lease_expires_at: null,
    draft: { label: "no" },
  });
  expect(await openSlots(task.item.id)).toBe(1);
});

test("an audit whose lease expired is open for others", async () => {
  const batch_id = await givenAudits(1);
  const task = await claim(service, "eve", { batch_id, kinds: ["audit"] });
  advance(LEASE);
  await expireLeases(deps);

  expect(await taskOf(task)).toMatchObject({ status: "open", member_id: null });
  expect(await submit(service, task, "yes")).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  expect((await claim(service, "joe", { batch_id, kinds: ["audit"] })).id).toBe(task.id);
});

test("a released audit is open for others", async () => {
  const batch_id = await givenAudits(1);
  const task = await claim(service, "eve", { batch_id, kinds: ["audit"] });

  const { body } = await request("POST", `/v1/tasks/${task.id}/release`, {});

  expect(body).toMatchObject({ status: "open", member_id: null, lease_expires_at: null });
});

test("a reopened answer that is released or expires is valid again, and takes no slot", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });
  bodyOf(await submit(service, task, "yes"), 200);
  const reopen = () => request("POST", `/v1/tasks/${task.id}/reopen`, {});

  bodyOf(await reopen(), 200);
  expect((await request("POST", `/v1/tasks/${task.id}/release`, {})).body).toMatchObject({
    status: "submitted",
  });
  bodyOf(await reopen(), 200);
  advance(LEASE);
  await expireLeases(deps);

  expect(await taskOf(task)).toMatchObject({ status: "submitted", lease_expires_at: null });
  expect(await openSlots(task.item.id)).toBe(1);
});

test("the sweep ends all expired leases, however many there are", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 501, settings: ONE });
  for (let claims = 0; claims < 26; claims += 1) {
    await request("POST", "/v1/tasks/claim", { batch_id, annotator: "slow", count: 20 });
  }
  advance(LEASE);
  await expireLeases(deps);

  const tasks = db.selectFrom("tasks").where("batch_id", "=", batch_id);
  expect(await tasks.select("id").where("status", "=", "expired").execute()).toHaveLength(501);
  expect(await tasks.select("id").where("status", "=", "leased").execute()).toEqual([]);
});

test("the sweep skips an item that another transaction has locked", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: ONE });
  const busy = await claim(service, "ann", { batch_id });
  const idle = await claim(service, "ann", { batch_id });
  advance(LEASE);

  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("id", "=", busy.item.id).forUpdate().execute();
    await expireLeases(deps);
  });

  expect(await taskOf(busy)).toMatchObject({ status: "leased" });
  expect(await taskOf(idle)).toMatchObject({ status: "expired" });
});

test("a deactivated member loses their leases and cannot claim", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const answered = await claim(service, "zoe", { batch_id });
  bodyOf(await submit(service, answered, "yes"), 200);
  bodyOf(await request("POST", `/v1/tasks/${answered.id}/reopen`, {}), 200);
  const inHand = await claim(service, "zoe", { batch_id });
  const others = await claim(service, "ann", { batch_id });
  const audited = await givenAudits(1);
  const audit = await claim(service, "zoe", { batch_id: audited, kinds: ["audit"] });

  bodyOf(await deactivate(inHand), 200);

  expect(await taskOf(inHand)).toMatchObject({ status: "released", member_id: inHand.member_id });
  expect(await taskOf(answered)).toMatchObject({ status: "submitted" });
  expect(await taskOf(audit)).toMatchObject({ status: "open", member_id: null });
  expect(await taskOf(others)).toMatchObject({ status: "leased" });
  expect(await openSlots(inHand.item.id)).toBe(inHand.item.id === others.item.id ? 1 : 2);
  expect(await request("POST", "/v1/tasks/claim", { batch_id, annotator: "zoe" })).toMatchObject({
    status: 403,
  });
});

test("deactivating a member waits for locked items, and skips none", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: ONE });
  const task = await claim(service, "kay", { batch_id });

  const deactivated = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("id", "=", task.item.id).forUpdate().execute();
    const response = deactivate(task);
    await untilSomeoneWaits(db);
    return { response };
  });

  bodyOf(await deactivated.response, 200);
  expect(await taskOf(task)).toMatchObject({ status: "released" });
});

test("500 leases of a deactivated member end at once, the others by a job, and none once they are active again", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 502, settings: ONE });
  const { id, member_id } = await claim(service, "sam", { batch_id });
  await sql`
    insert into tasks (id, account_id, batch_id, item_id, kind, round, status, member_id, guideline_version,
      lease_expires_at, created_at, updated_at)
    select 'task_' || items.id, tasks.account_id, items.batch_id, items.id, kind, items.round, tasks.status, member_id,
      tasks.guideline_version, lease_expires_at, created_at, updated_at
    from items join tasks on tasks.id = ${id} and items.id <> tasks.item_id where items.batch_id = ${batch_id}`.execute(
    db,
  );
  const countLeased = async () => {
    const leased = db.selectFrom("tasks").where("member_id", "=", member_id).where("status", "=", "leased");
    return (await leased.select("id").execute()).length;
  };

  bodyOf(await deactivate({ member_id }), 200);
  expect(await countLeased()).toBe(2);
  bodyOf(await request("PATCH", `/v1/members/${member_id}`, { active: true }), 200);
  await runJobs();
  expect(await countLeased()).toBe(2);
  await db.updateTable("members").set({ active: false }).where("id", "=", member_id).execute();
  await releaseRest(deps, { account_id: service.accountId, member_id });

  expect(await countLeased()).toBe(0);
});

test("only leased tasks can be drafted, skipped or released, and answers only reopened or released", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  const task = await claim(service, "ann", { batch_id });
  const act = (action: string, body: object = {}) => request("POST", `/v1/tasks/${task.id}/${action}`, body);
  expect((await act("reopen")).status).toBe(409);
  bodyOf(await submit(service, task, "yes"), 200);

  expect(await act("release")).toMatchObject({
    status: 409,
    body: { message: "cannot release a task that is submitted; the task must be leased" },
  });
  expect((await act("skip", { reason: "unclear" })).status).toBe(409);
  expect((await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: {} })).status).toBe(409);
  bodyOf(await act("reopen"), 200);
  expect(await act("skip", { reason: "unclear" })).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
});

test("only the last ten answers of a member can be reopened, while the batch is processing", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 12, settings: ONE });
  const tasks = [];
  for (let index = 0; index < 11; index += 1) {
    const task = await claim(service, "max", { batch_id });
    advance(1_000);
    bodyOf(await submit(service, task, "yes"), 200);
    tasks.push(task);
  }
  const reopen = (task: { id: string }) => request("POST", `/v1/tasks/${task.id}/reopen`, {});

  expect(await reopen(tasks[0])).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  expect((await reopen(tasks[1])).body).toMatchObject({ status: "leased", draft: null });
  await annotateAll(service, batch_id, ["ann"]);
  expect(await reopen(tasks[10])).toMatchObject({
    status: 409,
    body: { message: "the batch is completed; answers can be reopened only while it is processing" },
  });
});

test("a draft in the last moment of a lease renews it", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: ONE });
  const task = await claim(service, "ann", { batch_id });
  advance(LEASE + 1);
  const draft = await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: {} });
  await expireLeases(deps);

  expect(draft.body.lease_expires_at).toBe(new Date(deps.now().getTime() + LEASE).toISOString());
  expect(await taskOf(task)).toMatchObject({ status: "leased" });
});
