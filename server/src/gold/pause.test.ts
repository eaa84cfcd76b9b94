import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { expireLeases } from "../queue/expired.ts";

const service = await startService();
const { request, db, advance } = service;

/** Two wrong answers out of two are below it at the upper end of the interval: 1 − √.025 = .842. */
const POLICY = { overlap: 2, gold_share: 1, gold_floor: 0.9 };
const LEASE = 15 * 60_000;

interface Given {
  readonly id: string;
  readonly project_id: string;
}

/** Makes `count` untouched items gold, with the right answer `yes`. */
async function addGold({ id }: Given, count: number) {
  const items = await db
    .selectFrom("items")
    .select("external_id")
    .where("batch_id", "=", id)
    .where("open_slots", "=", 2)
    .orderBy("position", "desc")
    .limit(count)
    .execute();
  const gold = items.map(({ external_id }) => ({ external_id, result: { label: "yes" } }));
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
}

/** Claims and answers one task, and advances the clock; returns the item's id. */
async function answer(annotator: string, batch_id: string, label: string): Promise<string> {
  const task = await claim(service, annotator, { batch_id });
  bodyOf(await submit(service, task, label), 200);
  advance(1);
  return task.item.id;
}

async function answerAll(annotator: string, batch: Given, labels: readonly string[]): Promise<string[]> {
  const items: string[] = [];
  for (const label of labels) items.push(await answer(annotator, batch.id, label));
  return items;
}

async function itemOf(id: string) {
  return db.selectFrom("items").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function memberOf(external_id: string) {
  return bodyOf(await request("GET", `/v1/members?external_id=${external_id}`), 200).data[0];
}

/** Fails if an item's counts differ from its answers, or the batch's from its items. */
async function assertCounted(batch_id: string) {
  const { rows: wrong } = await sql`
    select items.id, answer_count from items
    where batch_id = ${batch_id} and (
      answer_count <> (
        select count(*) from annotations
        where item_id = items.id and round = items.round and kind = 'annotate' and superseded_at is null)
      or status = 'open' and skip_count < 2 and answer_count + open_slots + (
        select count(*) from tasks
        where item_id = items.id and kind = 'annotate' and tasks.status = 'leased' and annotation_id is null
      ) <> overlap_required and not exists (
        select from tasks where item_id = items.id and kind = 'adjudicate' and tasks.status in ('open', 'leased')))`.execute(
    db,
  );
  expect(wrong).toEqual([]);
  const { rows: sums } = await sql`
    select sum(accepted)::integer as accepted, sum(answers)::integer as answers,
      (select count(*) from items where batch_id = ${batch_id} and status = 'accepted')::integer as of_items,
      (select sum(answer_count) from items where batch_id = ${batch_id})::integer as of_answers
    from batch_progress where batch_id = ${batch_id}`.execute(db);
  const [sum] = sums as Record<string, number>[];
  expect([sum?.accepted, sum?.answers]).toEqual([sum?.of_items, sum?.of_answers]);
}

test("a member with too many wrong gold answers is paused, reads why and who can resume them, and can then continue", async () => {
  const batch = await givenBatch(service, { texts: 12, settings: { quality_policy: POLICY } });
  await addGold(batch, 4);
  const [first] = await answerAll("ann", batch, ["no"]);
  expect((await memberOf("ann")).paused).toEqual([]);
  await answerAll("ann", batch, ["no"]);

  const { id, paused } = await memberOf("ann");
  const { project_id } = batch;
  const record = { project_id, gold_answered: 2, gold_right: 0, gold_floor: 0.9 };
  expect(paused).toEqual([{ ...record, paused_at: expect.any(String) }]);
  for (const scope of [{ project_id }, { batch_id: batch.id }]) {
    const refused = await request("POST", "/v1/tasks/claim", { ...scope, annotator: "ann" });
    expect(refused).toMatchObject({ status: 403, body: { error: "forbidden" } });
    expect(refused.body.message).toBe(
      `the member ${id} is paused in the project ${project_id}: 0 of 2 answers to items with a known answer were right, ` +
        `but the project requires at least 0.9 of them. An owner or manager can lift it: POST /v1/members/${id}/resume`,
    );
  }
  expect(await claim(service, "ann")).toBeUndefined();
  const sent = { annotations: [{ item_id: first, annotator: "ann", result: { label: "yes" } }] };
  const refused = await request("POST", `/v1/batches/${batch.id}/annotations`, sent);
  expect([refused.status, refused.body.message]).toEqual([400, "line 1: ann is paused in the project"]);

  const other = await givenBatch(service);
  expect(await claim(service, "ann", { batch_id: other.id })).toBeDefined();
  const resume = () => request("POST", `/v1/members/${id}/resume`, { project_id });
  expect(bodyOf(await resume(), 200)).toMatchObject({ id, paused: [] });
  expect(await resume()).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: `the member is not paused in the project ${project_id}` },
  });
  expect((await request("POST", `/v1/members/${id}/resume`, {})).status).toBe(400);
  advance(1);
  await answerAll("ann", batch, ["no"]);
  expect((await memberOf("ann")).paused).toEqual([]);
  const kept = await db.selectFrom("pauses").selectAll().where("member_id", "=", id).execute();
  expect(kept).toMatchObject([{ resumed_by: expect.stringMatching(/^key_/), resumed_at: expect.any(Date) }]);
});

test("answers since the last right gold are queued again, earlier ones stay, and none is lost", async () => {
  const batch = await givenBatch(service, { texts: 14, settings: { quality_policy: POLICY } });
  const [before = ""] = await answerAll("ann", batch, ["yes"]);
  await addGold(batch, 1);
  const [passed = ""] = await answerAll("ann", batch, ["yes"]);
  const [accepted = "", open = "", tied = ""] = await answerAll("ann", batch, ["no", "no", "no"]);
  const others = [
    { item_id: accepted, annotator: "bob", result: { label: "no" } },
    { item_id: tied, annotator: "bob", result: { label: "yes" } },
  ];
  bodyOf(await request("POST", `/v1/batches/${batch.id}/annotations`, { annotations: others }), 200);
  expect((await itemOf(accepted)).status).toBe("accepted");
  expect(await itemOf(tied)).toMatchObject({ status: "open", overlap_required: 3, open_slots: 1 });
  await addGold(batch, 3);
  await answerAll("ann", batch, ["no", "no", "no"]);
  await service.runJobs();

  expect(await itemOf(before)).toMatchObject({ status: "open", answer_count: 1, open_slots: 1 });
  expect(await itemOf(passed)).toMatchObject({ answer_count: 1 });
  const reopened = { status: "open", result: null, support: null, origin: null };
  expect(await itemOf(accepted)).toMatchObject({ ...reopened, answer_count: 1, open_slots: 1 });
  expect(await itemOf(open)).toMatchObject({ ...reopened, answer_count: 0, open_slots: 2 });
  expect(await itemOf(tied)).toMatchObject({ ...reopened, answer_count: 1, open_slots: 2 });
  await assertCounted(batch.id);
  const { data } = bodyOf(await request("GET", `/v1/items/${open}/annotations`), 200);
  expect(data).toMatchObject([{ result: { label: "no" }, superseded_at: expect.any(String) }]);

  await annotateAll(service, batch.id, ["bob", "cyd", "dan"]);
  const done = bodyOf(await request("GET", `/v1/batches/${batch.id}`), 200);
  expect(done.status).toBe("completed");
  await assertCounted(batch.id);
});

test("an item that is queued again loses its fields with its label", async () => {
  const fields = [{ name: "tone", type: "choice", options: ["dry", "warm"] }];
  const settings = { fields, quality_policy: { ...POLICY, overlap: 1, gold_share: 0 } };
  const { id: batch_id } = await givenBatch(service, { texts: 4, settings });
  const task = await claim(service, "pat", { batch_id });
  bodyOf(await submit(service, task, "no", { fields: { tone: "dry" } }), 200);
  expect(await itemOf(task.item.id)).toMatchObject({ status: "accepted", fields: { tone: "dry" } });
  advance(1);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}&state=open`), 200);
  const gold = data.map(({ id }: { id: string }) => ({ item_id: id, result: { label: "yes" } }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
  for (let left = 2; left > 0; left -= 1) await answer("pat", batch_id, "no");
  await service.runJobs();

  expect(await itemOf(task.item.id)).toMatchObject({ status: "open", result: null, fields: null });
});

test("an adjudicator's label stays, and an unclaimed adjudication waits for the new answer", async () => {
  const labels = [{ name: "yes" }, { name: "no" }, { name: "perhaps" }];
  const settings = { labels, quality_policy: POLICY };
  const batch = await givenBatch(service, { texts: 8, settings });
  const items = await answerAll("eva", batch, ["no", "no"]);
  const [decided = "", waiting = ""] = items;
  for (const [annotator, label] of [
    ["bob", "yes"],
    ["cyd", "perhaps"],
  ]) {
    const annotations = items.map((item_id) => ({ item_id, annotator, result: { label } }));
    bodyOf(await request("POST", `/v1/batches/${batch.id}/annotations`, { annotations }), 200);
  }
  const wish = { batch_id: batch.id, kinds: ["adjudicate"] };
  const task = await claim(service, "judge", wish);
  bodyOf(await submit(service, task, "perhaps"), 200);
  const [theirs, other] = task.item.id === decided ? [decided, waiting] : [waiting, decided];
  await addGold(batch, 2);
  await answerAll("eva", batch, ["no", "no"]);
  await service.runJobs();

  expect(await itemOf(theirs)).toMatchObject({ status: "accepted", origin: "adjudication", answer_count: 2 });
  expect(await itemOf(other)).toMatchObject({ status: "open", answer_count: 2, open_slots: 1 });
  expect(await claim(service, "judge", wish)).toBeUndefined();
  await assertCounted(batch.id);
});

test("an answer in flight while its annotator is paused is withdrawn, and later ones are refused", async () => {
  const batch = await givenBatch(service, { texts: 8, settings: { quality_policy: POLICY } });
  const late = await claim(service, "fay", { batch_id: batch.id });
  const held = await claim(service, "fay", { batch_id: batch.id });
  await addGold(batch, 2);
  let submitting: ReturnType<typeof submit> | undefined;
  let jobs: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from items where id = ${late.item.id} for update`.execute(tx);
    submitting = submit(service, late, "no");
    await untilSomeoneWaits(db);
    await answerAll("fay", batch, ["no", "no"]);
    jobs = service.runJobs();
    await untilSomeoneWaits(db, 2);
  });
  await jobs;
  bodyOf((await submitting) ?? { status: 0, body: null, headers: {}, bytes: Buffer.alloc(0) }, 200);

  expect(await itemOf(late.item.id)).toMatchObject({ status: "open", answer_count: 0, open_slots: 2 });
  expect(await submit(service, held, "no")).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect(bodyOf(await request("GET", `/v1/tasks/${held.id}`), 200).status).toBe("released");
  await assertCounted(batch.id);
});

test("a late answer is refused once its annotator is paused, and withdrawn if it came before", async () => {
  const batch = await givenBatch(service, { texts: 6, settings: { quality_policy: POLICY } });
  const tasks = [
    await claim(service, "gus", { batch_id: batch.id }),
    await claim(service, "gus", { batch_id: batch.id }),
  ];
  advance(LEASE + 1);
  await expireLeases(service.deps);
  const { id: member_id } = await memberOf("gus");
  const pause_id = newId("pause");
  let submitting: ReturnType<typeof submit> | undefined;
  let jobs: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    // The answer has passed every check and is about to be stored.
    await sql`lock table annotations in share mode`.execute(tx);
    submitting = submit(service, tasks[0], "no");
    await untilSomeoneWaits(db);
    const { account_id } = await db
      .selectFrom("members")
      .selectAll()
      .where("id", "=", member_id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("pauses")
      .values({
        ...{ id: pause_id, account_id, project_id: batch.project_id, member_id, gold_floor: 0.9 },
        ...{ gold_answered: 2, gold_right: 0, paused_at: service.deps.now() },
      })
      .execute();
    await addJob(db, service.accountId, "requeue_paused", { pause_id });
    jobs = service.runJobs();
    await untilSomeoneWaits(db, 2);
  });
  await jobs;

  expect((await submitting)?.status).toBe(200);
  const answers = await db
    .selectFrom("annotations")
    .select(["superseded_at"])
    .where("item_id", "=", tasks[0].item.id)
    .execute();
  expect(answers).toEqual([{ superseded_at: expect.any(Date) }]);
  expect((await submit(service, tasks[1], "no")).status).toBe(403);
});
