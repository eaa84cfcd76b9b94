import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { expireLeases } from "../queue/expired.ts";

const service = await startService();
const { request, db, deps, advance, runJobs } = service;

const HOUR = 3_600_000;
const LEASE = 15 * 60_000;

/** A batch answered by `annotators` that failed because eve accepted none of its labels. */
async function givenFailed({
  texts = 1,
  annotators = ["ann", "bob"],
  answer,
}: {
  texts?: number;
  annotators?: readonly string[];
  answer?: (text: string, annotator: string) => string;
} = {}): Promise<string> {
  const settings = { quality_policy: { overlap: Math.min(2, annotators.length) } };
  const { id } = await givenBatch(service, { texts, settings });
  await annotateAll(service, id, annotators, answer);
  await fail(id);
  return id;
}

async function fail(id: string, verdict: (text: string) => string = () => "no"): Promise<void> {
  await runJobs();
  await auditAll(service, id, "eve", verdict);
  await runJobs();
}

async function rework(id: string) {
  return bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);
}

async function reservations(batch_id: string) {
  const rows = await db
    .selectFrom("tasks")
    .innerJoin("members", "members.id", "tasks.member_id")
    .select("members.external_id")
    .where("batch_id", "=", batch_id)
    .where("status", "=", "open")
    .orderBy("external_id")
    .execute();
  return rows.map(({ external_id }) => external_id);
}

async function itemsOf(batch_id: string) {
  return db.selectFrom("items").selectAll().where("batch_id", "=", batch_id).orderBy("position").execute();
}

test("each earlier annotator has a reserved slot for a day", async () => {
  const batch_id = await givenFailed();
  await rework(batch_id);
  expect(await reservations(batch_id)).toEqual(["ann", "bob"]);
  const first = await claim(service, "ann", { batch_id });
  bodyOf(await submit(service, first, "no"), 200);

  expect(first).toMatchObject({ kind: "annotate", round: 2, draft: null });
  expect(await claim(service, "ann", { batch_id })).toBeUndefined();
  advance(24 * HOUR - 1);
  expect(await claim(service, "kim", { batch_id })).toBeUndefined();
  advance(1);
  const second = await claim(service, "kim", { batch_id });
  bodyOf(await submit(service, second, "no"), 200);
  expect((await request("GET", `/v1/batches/${batch_id}`)).body).toMatchObject({
    status: "completed",
    round: 2,
  });
});

test("the reason of a rework is shown to those whose items come back, above the auditor's, and sent in the event", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  const audit = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  const corrected = { result: { label: "no" }, reason: "It is a no" };
  bodyOf(await request("POST", `/v1/tasks/${audit.id}/submit`, corrected), 200);
  await runJobs();

  bodyOf(await request("POST", `/v1/batches/${id}/rework`, { reason: "Read the second page" }), 200);

  const { body: batch } = await request("GET", `/v1/batches/${id}`);
  const sent_back = { round: 2, reason: "Read the second page", member_id: null, at: batch.processing_at };
  expect(batch).toMatchObject({ sent_back });
  const { audits } = bodyOf(await request("GET", `/v1/items/${audit.item.id}/annotations`), 200);
  expect(audits).toMatchObject([{ acceptable: false, delivered: { label: "yes" } }]);
  const task = await claim(service, "ann", { batch_id: id });
  expect(task.reason).toBe("Read the second page\nIt is a no");
  const { data } = bodyOf(await request("GET", "/v1/events?type=batch.processing"), 200);
  const mine = data.filter((event: { data: { batch_id: string } }) => event.data.batch_id === id);
  expect(mine.map((event: { data: object }) => event.data)).toMatchObject([
    { round: 1, reason: null },
    { round: 2, reason: "Read the second page" },
  ]);
});

test("a slot reserved for a member who leaves, before or after, is open to everybody at once", async () => {
  const batch_id = await givenFailed({ annotators: ["cat", "dan"] });
  const members = await db
    .selectFrom("members")
    .select(["id", "external_id"])
    .where("external_id", "in", ["cat", "dan"])
    .orderBy("external_id")
    .execute();
  const leave = (place: number) => request("PATCH", `/v1/members/${members[place]?.id}`, { active: false });

  bodyOf(await leave(0), 200);
  await rework(batch_id);
  expect(await reservations(batch_id)).toEqual(["dan"]);
  expect(await claim(service, "kim", { batch_id })).toBeDefined();
  expect(await claim(service, "lou", { batch_id })).toBeUndefined();
  bodyOf(await leave(1), 200);

  expect(await reservations(batch_id)).toEqual([]);
  expect(await claim(service, "lou", { batch_id })).toBeDefined();
});

test("a lead offers reserved items to everybody, with their slots and without a second offer", async () => {
  const batch_id = await givenFailed({ texts: 2, annotators: ["ann", "bob"] });
  await rework(batch_id);
  const begun = await claim(service, "ann", { batch_id });
  const release = { filter: { batch_id }, action: "release" };
  expect(bodyOf(await request("POST", "/v1/items/bulk", { ...release, dry_run: true }), 200).count).toBe(2);
  bodyOf(await request("POST", "/v1/items/bulk", release), 202);
  await runJobs();

  expect(await reservations(batch_id)).toEqual([]);
  expect(bodyOf(await request("POST", "/v1/items/bulk", { ...release, dry_run: true }), 200).count).toBe(0);
  for (const name of ["kim", "lou"])
    expect(await claim(service, name, { batch_id })).toMatchObject({ round: 2 });
  const slots = (await itemsOf(batch_id)).map(({ open_slots }) => open_slots);
  expect(slots.reduce((sum, each) => sum + each)).toBe(1); // 4, less those of ann, kim and lou
  bodyOf(await submit(service, begun, "no"), 200);
});

test("a reserved item that its earlier annotator releases is open to everybody", async () => {
  const batch_id = await givenFailed({ annotators: ["ann"] });
  await rework(batch_id);
  const task = await claim(service, "ann", { batch_id });
  expect(await claim(service, "kim", { batch_id })).toBeUndefined();
  bodyOf(await request("POST", `/v1/tasks/${task.id}/release`, {}), 200);

  expect((await claim(service, "kim", { batch_id })).item.id).toBe(task.item.id);
});

test("a member whose reservation has expired may still claim the item like anybody", async () => {
  const batch_id = await givenFailed({ annotators: ["ann"] });
  await rework(batch_id);
  advance(24 * HOUR);
  await expireLeases(deps);

  expect(await reservations(batch_id)).toEqual([]);
  expect(await claim(service, "ann", { batch_id })).toMatchObject({ round: 2, reason: null });
});

test("a disputed item has as many reserved slots as the overlap", async () => {
  const answer = (_: string, annotator: string) => (annotator === "bob" ? "no" : "yes");
  const batch_id = await givenFailed({ annotators: ["ann", "bob", "cyd"], answer });

  await rework(batch_id);

  expect(await reservations(batch_id)).toEqual(["ann", "bob"]);
  expect(await itemsOf(batch_id)).toMatchObject([{ overlap_required: 2, answer_count: 0, open_slots: 0 }]);
});

test("labels with little support go back too; all others stay unchanged, with their answers", async () => {
  const { id } = await givenBatch(service, { texts: 30 });
  const disputed = new Set(["text 1", "text 2"]);
  await annotateAll(service, id, ["ann", "bob", "cyd"], (text, annotator) =>
    annotator === "ann" && disputed.has(text) ? "no" : "yes",
  );
  const wrong = new Set<string>();
  await fail(id, (text) => {
    if (!disputed.has(text) && wrong.size < 12) wrong.add(text);
    return wrong.has(text) ? "no" : "yes";
  });
  const before = await itemsOf(id);
  const back = new Set([...wrong, ...disputed].map((text) => Number(text.slice(5))));
  const announced = async () => bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200).needed.rework;
  expect(await announced()).toEqual({
    ...{ items: back.size, wrong: wrong.size, members: 3 },
    member_ids: [expect.any(String), expect.any(String), expect.any(String)],
  });
  const resize = (item_count: number) =>
    db.updateTable("batches").set({ item_count }).where("id", "=", id).execute();
  await resize(20_001);
  expect(await announced()).toBeNull(); // counting would read every item
  await resize(30);

  const batch = await rework(id);

  expect(await announced()).toBeNull();
  const after = await itemsOf(id);
  expect(after.filter(({ status }) => status === "open").map(({ position }) => position)).toEqual(
    [...back].sort((a, b) => a - b),
  );
  expect(after.filter(({ status }) => status === "accepted")).toEqual(
    before.filter(({ position }) => !back.has(position)),
  );
  expect(batch).toMatchObject({
    status: "processing",
    round: 2,
    annotated_count: 30 - back.size,
    quality_score: null,
    failure_reasons: [],
    failed_at: null,
    completed_at: null,
  });
  const kept = await db
    .selectFrom("annotations")
    .select("id")
    .where("batch_id", "=", id)
    .where("kind", "=", "annotate");
  expect(await kept.where("superseded_at", "is", null).execute()).toHaveLength(62);
});

test("the task shows an earlier annotator why an auditor did not accept the label", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  for (const auditor of ["eve", "joe"]) {
    const audit = await claim(service, auditor, { batch_id: id, kinds: ["audit"] });
    bodyOf(await request("POST", `/v1/tasks/${audit.id}/skip`, { reason: `${auditor} cannot tell` }), 200);
  }
  await runJobs();

  await rework(id);

  expect(await claim(service, "ann", { batch_id: id })).toMatchObject({ reason: "joe cannot tell" });
});

test("an item that first fails in a later round goes back to its annotators of the first round", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });
  bodyOf(await submit(service, await claim(service, "ann", { batch_id: id }), "yes"), 200);
  const bobs = await claim(service, "bob", { batch_id: id });
  bodyOf(await submit(service, bobs, "yes"), 200);
  await fail(id, (text) => (text === bobs.item.text ? "no" : "yes"));
  await rework(id);
  bodyOf(await submit(service, await claim(service, "bob", { batch_id: id }), "yes"), 200);
  await fail(id);

  await rework(id);

  expect(await reservations(id)).toEqual(["ann", "bob"]);
  expect(await itemsOf(id)).toMatchObject([{ round: 3 }, { round: 3 }]);
});

test("an answer that was reopened when its batch failed cannot be changed any more", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });
  const answered = await claim(service, "ann", { batch_id: id });
  bodyOf(await submit(service, answered, "yes"), 200);
  bodyOf(await request("POST", `/v1/tasks/${answered.id}/reopen`, {}), 200);
  await annotateAll(service, id, ["ann"]);
  await fail(id);
  await rework(id);

  expect(await submit(service, answered, "no")).toMatchObject({ status: 409, body: { error: "conflict" } });
  expect(await request("POST", `/v1/tasks/${answered.id}/reopen`, {})).toMatchObject({
    status: 409,
    body: { message: "the item has since been decided or sent to rework, so this answer cannot be reopened" },
  });
  expect((await itemsOf(id)).map(({ answer_count, open_slots }) => [answer_count, open_slots])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test("an answer to an earlier round is refused once the item is in a new one", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const expired = await claim(service, "zed", { batch_id: id });
  advance(LEASE);
  await expireLeases(deps);
  await annotateAll(service, id, ["ned", "ola"]);
  await fail(id);
  await db.updateTable("members").set({ active: false }).where("external_id", "in", ["ned", "ola"]).execute();
  await rework(id);

  expect(await itemsOf(id)).toMatchObject([{ open_slots: 2, round: 2 }]);
  expect(await submit(service, expired, "yes")).toMatchObject({
    status: 409,
    body: { error: "lease_expired" },
  });
});
