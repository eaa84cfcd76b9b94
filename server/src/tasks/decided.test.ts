import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { expireLeases } from "../queue/expired.ts";
import { lockTurns } from "../queue/leases.ts";

const service = await startService();
const { request, db, advance } = service;

const LEASE = 15 * 60_000;
const ADJUDICATE = { kinds: ["adjudicate"] };

async function itemOf(id: string) {
  return db.selectFrom("items").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

async function statusOf(task: { id: string }) {
  return bodyOf(await request("GET", `/v1/tasks/${task.id}`), 200).status;
}

function skip(task: { id: string }) {
  return request("POST", `/v1/tasks/${task.id}/skip`, { reason: "unclear" });
}

function reopen(task: { id: string }) {
  return request("POST", `/v1/tasks/${task.id}/reopen`, {});
}

/** A batch whose first item two members skipped while a third has a lease on it. */
async function givenStraggler() {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const straggler = await claim(service, "ann", { batch_id });
  for (const annotator of ["bob", "eve"])
    bodyOf(await skip(await claim(service, annotator, { batch_id })), 200);
  return { batch_id, item_id: String(straggler.item.id), straggler };
}

/** A batch of two texts; the first has three answers without a majority. */
async function givenDispute() {
  const labels = [{ name: "yes" }, { name: "no" }, { name: "perhaps" }];
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: { labels } });
  const answered = await claim(service, "ann", { batch_id });
  const item_id = String(answered.item.id);
  await submit(service, answered, "yes");
  for (const [annotator, label] of [
    ["bob", "no"],
    ["eve", "perhaps"],
  ] as const) {
    const { data } = bodyOf(await request("POST", "/v1/tasks/claim", { batch_id, annotator, count: 2 }), 200);
    for (const task of data) {
      if (task.item.id === item_id) await submit(service, task, label);
      else bodyOf(await request("POST", `/v1/tasks/${task.id}/release`, {}), 200);
    }
  }
  return { batch_id, item_id, answered };
}

test("a leased task is canceled when its item is adjudicated, and cannot undo the decision", async () => {
  const { batch_id, item_id, straggler } = await givenStraggler();
  bodyOf(await submit(service, await claim(service, "judge", { batch_id, ...ADJUDICATE }), "no"), 200);

  expect(await submit(service, straggler, "yes")).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: "the task is canceled; only a leased task can be submitted" },
  });
  expect(await itemOf(item_id)).toMatchObject({
    status: "accepted",
    origin: "adjudication",
    result: { label: "no" },
    support: 0,
    open_slots: 0,
  });
  expect(await batchOf(batch_id)).toMatchObject({ status: "completed", annotated_count: 1 });
});

test("an answer submitted while its item waits for adjudication is kept, and counts as support", async () => {
  const { batch_id, item_id, straggler } = await givenStraggler();
  bodyOf(await submit(service, straggler, "no"), 200);
  expect(await itemOf(item_id)).toMatchObject({ status: "open", answer_count: 1, open_slots: 0 });

  bodyOf(await submit(service, await claim(service, "judge", { batch_id, ...ADJUDICATE }), "no"), 200);

  expect(await itemOf(item_id)).toMatchObject({ status: "accepted", support: 1 });
});

test.each(["release", "end"])(
  "an item that waits for adjudication is not leased to anybody else after its %s",
  async (how) => {
    const { batch_id, item_id, straggler } = await givenStraggler();
    if (how === "release") bodyOf(await request("POST", `/v1/tasks/${straggler.id}/release`, {}), 200);
    else advance(LEASE + 1);

    expect(await claim(service, "joe", { batch_id })).toBeUndefined();
    expect(await statusOf(straggler)).toBe(how === "release" ? "released" : "expired");
    expect(await itemOf(item_id)).toMatchObject({ status: "open", open_slots: 0 });
  },
);

test("an item is excluded only once, whatever tasks are still open", async () => {
  const { batch_id, item_id, straggler } = await givenStraggler();
  const decision = await claim(service, "judge", { batch_id, ...ADJUDICATE });
  const exclude = () => request("POST", `/v1/tasks/${decision.id}/exclude`, { reason: "blank" });
  bodyOf(await exclude(), 200);

  expect(await exclude()).toMatchObject({
    status: 409,
    body: { message: "cannot exclude the item of a task that is submitted; the task must be leased" },
  });
  expect((await submit(service, straggler, "yes")).status).toBe(409);
  expect(await itemOf(item_id)).toMatchObject({ status: "excluded", excluded_reason: "blank", result: null });
  expect(await batchOf(batch_id)).toMatchObject({
    status: "completed",
    excluded_count: 1,
    annotated_count: 0,
  });
});

test("only an adjudication excludes its item", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });

  expect(await request("POST", `/v1/tasks/${task.id}/exclude`, { reason: "blank" })).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
});

test("a skipped adjudication is open for another member, and says why annotators skipped the item", async () => {
  const { batch_id, straggler } = await givenStraggler();
  const first = await claim(service, "judge", { batch_id, ...ADJUDICATE });
  expect([straggler.skip_reasons, first.skip_reasons]).toEqual([undefined, ["unclear"]]);
  bodyOf(await skip(first), 200);

  expect(await claim(service, "judge", { batch_id, ...ADJUDICATE })).toBeUndefined();
  const second = await claim(service, "kim", { batch_id, ...ADJUDICATE });
  expect(second).toMatchObject({
    item: { id: first.item.id },
    draft: null,
    reason: null,
    skip_reasons: ["unclear"],
  });
});

test("a member who works alone can claim a skipped adjudication again, after the others", async () => {
  const account = await service.givenAccount();
  const { id: batch_id } = await givenBatch(service, { texts: 2, account });
  const reason = "unclear";
  const skipped = (task: { id: string }) => account.request("POST", `/v1/tasks/${task.id}/skip`, { reason });
  for (const annotator of ["ann", "ann", "bob", "bob"]) {
    bodyOf(await skipped(await claim(account, annotator, { batch_id })), 200);
  }
  const decide = () => claim(account, "ann", { batch_id, ...ADJUDICATE });
  const first = await decide();
  const { member_id } = await claim(account, "bob", { batch_id, ...ADJUDICATE });
  bodyOf(await account.request("PATCH", `/v1/members/${member_id}`, { active: false }), 200);

  const answer = bodyOf(await skipped(first), 200);

  expect(answer).toMatchObject({ status: "released", reason });
  expect((await decide()).item.id).not.toBe(first.item.id);
  const again = await decide();
  expect(again).toMatchObject({ item: { id: first.item.id }, reason: null });
  bodyOf(await submit(account, again, "yes"), 200);
});

test.each([
  ["open", false],
  ["in hand", true],
])("a changed answer that ends a dispute cancels the adjudication that is %s", async (_, inHand) => {
  const { batch_id, item_id, answered } = await givenDispute();
  const decision = inHand ? await claim(service, "judge", { batch_id, ...ADJUDICATE }) : undefined;
  bodyOf(await reopen(answered), 200);

  bodyOf(await submit(service, answered, "no"), 200);

  expect(await itemOf(item_id)).toMatchObject({
    status: "accepted",
    result: { label: "no" },
    origin: "consensus",
  });
  expect(await claim(service, "kim", { batch_id, ...ADJUDICATE })).toBeUndefined();
  if (decision !== undefined) expect((await submit(service, decision, "perhaps")).status).toBe(409);
  expect(await batchOf(batch_id)).toMatchObject({ annotated_count: 1 });
});

test("a changed answer that settles nothing leaves a single adjudication", async () => {
  const { item_id, answered } = await givenDispute();
  bodyOf(await reopen(answered), 200);
  bodyOf(await submit(service, answered, "yes"), 200);

  const tasks = await db
    .selectFrom("tasks")
    .select("status")
    .where("item_id", "=", item_id)
    .where("kind", "=", "adjudicate")
    .execute();
  expect(tasks).toEqual([{ status: "open" }]);
});

test("a reopened answer is restored when its item is adjudicated, and cannot be reopened then", async () => {
  const { batch_id, answered } = await givenDispute();
  bodyOf(await reopen(answered), 200);
  bodyOf(await submit(service, await claim(service, "judge", { batch_id, ...ADJUDICATE }), "perhaps"), 200);

  expect(await statusOf(answered)).toBe("submitted");
  expect(await reopen(answered)).toMatchObject({
    status: 409,
    body: {
      error: "invalid_state",
      message: "the item has since been decided or sent to rework, so this answer cannot be reopened",
    },
  });
});

test("an answer to an excluded item cannot be reopened", async () => {
  const { batch_id, answered } = await givenDispute();
  const decision = await claim(service, "judge", { batch_id, ...ADJUDICATE });
  bodyOf(await request("POST", `/v1/tasks/${decision.id}/exclude`, { reason: "blank" }), 200);

  expect(await reopen(answered)).toMatchObject({ status: 409, body: { error: "invalid_state" } });
});

test("a changed answer that waits while the batch is completed is refused", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 2,
    settings: { quality_policy: { overlap: 1 } },
  });
  const answered = await claim(service, "ann", { batch_id });
  await submit(service, answered, "yes");
  bodyOf(await reopen(answered), 200);

  const changing = await db.transaction().execute(async (tx) => {
    await lockTurns(tx, batch_id);
    const response = submit(service, answered, "no");
    await untilSomeoneWaits(db);
    await tx.updateTable("batches").set({ status: "completed" }).where("id", "=", batch_id).execute();
    return { response };
  });

  expect(await changing.response).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  expect(await itemOf(answered.item.id)).toMatchObject({ status: "accepted", result: { label: "yes" } });
});

test("a batch is not completed while a changed answer withdraws a label", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  await annotateAll(service, batch_id, ["ann"]);
  const last = await claim(service, "bob", { batch_id });

  const finishing = await db.transaction().execute(async (tx) => {
    await lockTurns(tx, batch_id);
    const response = submit(service, last, "yes");
    await untilSomeoneWaits(db);
    await tx.updateTable("batch_progress").set({ accepted: 0 }).where("batch_id", "=", batch_id).execute();
    return { response };
  });

  bodyOf(await finishing.response, 200);
  expect((await batchOf(batch_id)).status).toBe("processing");
});

test("an expired answer is refused if its member holds the item again, or has answered it otherwise", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 1,
    settings: { quality_policy: { overlap: 3 } },
  });
  const expired = await claim(service, "ann", { batch_id });
  advance(LEASE + 1);
  const again = await claim(service, "ann", { batch_id });
  expect(again.item.id).toBe(expired.item.id);

  expect(await submit(service, expired, "yes")).toMatchObject({
    status: 409,
    body: { error: "lease_expired" },
  });
  bodyOf(await submit(service, again, "yes"), 200);
  expect(await submit(service, expired, "yes")).toMatchObject({
    status: 409,
    body: { error: "lease_expired" },
  });
  expect(await itemOf(expired.item.id)).toMatchObject({ answer_count: 1, open_slots: 2 });
});

test("an expired answer is refused if its member's answer was imported meanwhile", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const expired = await claim(service, "ann", { batch_id });
  advance(LEASE + 1);
  await expireLeases(service.deps);
  const answer = { item_id: expired.item.id, annotator: "ann", result: { label: "yes" } };
  bodyOf(await request("POST", `/v1/batches/${batch_id}/annotations`, { annotations: [answer] }), 200);

  expect(await submit(service, expired, "no")).toMatchObject({
    status: 409,
    body: { error: "lease_expired" },
  });
  expect(await itemOf(expired.item.id)).toMatchObject({ answer_count: 1 });
});
