import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { answersOf, importAnswers } from "../../test/import-answers.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;
const send = (batch_id: string, lines: readonly object[], query = "") =>
  importAnswers(service, batch_id, lines, query);

async function itemsOf(batch_id: string) {
  return db.selectFrom("items").selectAll().where("batch_id", "=", batch_id).orderBy("position").execute();
}

test("imported answers close their items and complete the batch, with one event per step", async () => {
  const { id } = await givenBatch(service, { texts: 4 });

  const imported = await send(id, answersOf(4, ["ann", "bob"]));

  expect(imported).toMatchObject({ status: 200, body: { imported: 8, items_accepted: 4 } });
  const batch = await request("GET", `/v1/batches/${id}`);
  expect(batch.body).toMatchObject({ status: "completed", annotated_count: 4, progress: 1 });
  const events = await db.selectFrom("events").select(["type", "body"]).orderBy("id").execute();
  const types = events.filter(({ body }) => body?.includes(id)).map(({ type }) => type);
  expect(types).toEqual(["batch.created", "batch.processing", "batch.completed"]);
  expect(events.at(-1)?.body).toContain('"annotation_count":8');
});

test("the first imported answer starts the batch", async () => {
  const { id } = await givenBatch(service, { texts: 2 });

  await send(id, answersOf(1, ["ann"]));

  expect((await request("GET", `/v1/batches/${id}`)).body).toMatchObject({
    status: "processing",
    annotated_count: 0,
  });
});

test("a JSON body works like JSON lines, and an absent annotator is the member of the key", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const [item] = await itemsOf(id);

  const annotations = [{ item_id: item?.id, result: { label: "no" } }];
  const imported = await request("POST", `/v1/batches/${id}/annotations`, { annotations });

  expect(imported).toMatchObject({ status: 200, body: { imported: 1, items_accepted: 0 } });
  const [answer] = await db.selectFrom("annotations").selectAll().where("batch_id", "=", id).execute();
  const member = await db
    .selectFrom("members")
    .select("origin")
    .where("id", "=", answer?.member_id ?? "")
    .executeTakeFirst();
  expect(member).toEqual({ origin: "key" });
});

test("tied answers ask for one more, which an import can give", async () => {
  const { id } = await givenBatch(service, { texts: 2 });

  const tied = [...answersOf(2, ["ann"], "yes"), ...answersOf(2, ["bob"], "no")];
  expect((await send(id, tied)).body).toEqual({ imported: 4, items_accepted: 0 });
  const open = { status: "open", overlap_required: 3, answer_count: 2, open_slots: 1 };
  expect(await itemsOf(id)).toMatchObject([open, open]);

  await send(id, answersOf(1, ["cyd"]));
  expect((await itemsOf(id))[0]).toMatchObject({
    status: "accepted",
    result: { label: "yes" },
    origin: "import",
  });
});

test("an item with tied imported answers is offered to a member who is past its position", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const { item } = await claim(service, "ann", { batch_id: id });
  await claim(service, "bob", { batch_id: id });
  expect((await claim(service, "far", { batch_id: id })).item.id).not.toBe(item.id);

  const line = (annotator: string, label: string) => ({ item_id: item.id, annotator, result: { label } });
  expect((await send(id, [line("ann", "yes"), line("bob", "no")])).body).toMatchObject({ imported: 2 });

  expect((await claim(service, "far", { batch_id: id })).item.id).toBe(item.id);
});

test("a dispute among imported answers opens one adjudication", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { labels: [] } });

  const lines = ["a", "b", "c"].map((label) => ({ external_id: "1", annotator: label, result: { label } }));
  await send(id, lines);

  const tasks = await db.selectFrom("tasks").select(["kind", "status"]).where("batch_id", "=", id).execute();
  expect(tasks).toEqual([{ kind: "adjudicate", status: "open" }]);
  expect((await itemsOf(id))[0]).toMatchObject({ status: "open", open_slots: 0, answer_count: 3 });
});

test("an item takes exactly its overlap: an extra line is a fault, and nothing is imported", async () => {
  const { id } = await givenBatch(service, { texts: 2 });

  const refused = await send(id, answersOf(2, ["ann", "bob", "cyd"]));

  expect(refused.status).toBe(400);
  expect(refused.body.message).toBe(
    "line 3: the item already has its label; line 6: the item already has its label",
  );
  expect(await db.selectFrom("annotations").selectAll().where("batch_id", "=", id).execute()).toEqual([]);
  expect((await request("GET", `/v1/batches/${id}`)).body.status).toBe("created");
});

test("of two concurrent imports for the same items the later one finds no slot", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });

  const both = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("batch_id", "=", id).forUpdate().execute();
    const sent = [send(id, answersOf(1, ["ann"])), send(id, answersOf(1, ["bob"]))];
    await untilSomeoneWaits(db, 2);
    return { sent };
  });

  const statuses = (await Promise.all(both.sent)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 400]);
  expect((await itemsOf(id))[0]).toMatchObject({ answer_count: 1, open_slots: 0 });
});

test("an import that waits for a submit to the same item counts it", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 2 } } });
  const task = await claim(service, "ann", { batch_id: id });

  const waiting = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("batch_id", "=", id).forUpdate().execute();
    const submitted = submit(service, task, "yes");
    await untilSomeoneWaits(db);
    const imported = send(id, answersOf(1, ["bob", "cyd"]));
    await untilSomeoneWaits(db, 2);
    return { submitted, imported };
  });

  expect((await waiting.submitted).status).toBe(200);
  expect((await waiting.imported).body.message).toBe("line 2: the item already has its label");
});

test("a slot of a leased task is not free, but its holder's imported answer takes it", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 1 } } });
  const task = await claim(service, "ann", { batch_id: id });

  const refused = await send(id, answersOf(1, ["bob"]));
  const taken = await send(id, answersOf(1, ["ann"]));

  expect(refused.body.message).toMatch(
    /^line 1: the item takes 1 answers: it has 0, and the others are leased/,
  );
  expect(taken.body).toEqual({ imported: 1, items_accepted: 1 });
  expect((await request("GET", `/v1/tasks/${task.id}`)).body.status).toBe("submitted");
});

test("after rework the earlier annotators' answers can be imported again, although their slots are reserved", async () => {
  const { id } = await givenBatch(service, { texts: 3 });
  await send(id, answersOf(3, ["ann", "bob"]));
  await runJobs();
  const wish = { batch_id: id, kinds: ["audit"] };
  for (let audit = await claim(service, "eve", wish); audit; audit = await claim(service, "eve", wish)) {
    await submit(service, audit, "no");
  }
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);

  expect((await send(id, answersOf(3, ["cyd"]))).status).toBe(400);
  const again = await send(id, answersOf(3, ["ann", "bob"], "no"));

  expect(again).toMatchObject({ status: 200, body: { imported: 6, items_accepted: 3 } });
  const open = await db
    .selectFrom("tasks")
    .select("id")
    .where("batch_id", "=", id)
    .where("status", "=", "open");
  expect(await open.execute()).toEqual([]);
});

test("nobody answers an item twice: within an import, by a second one, or after a submit", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 3 } } });
  await annotateAll(service, id, ["ann"]);

  expect((await send(id, answersOf(1, ["ann"]))).body.message).toBe(
    "line 1: the annotator has already answered the item",
  );
  expect((await send(id, answersOf(1, ["bob", "bob"]))).body.message).toBe(
    "line 2: the annotator has already answered the item",
  );
  expect((await send(id, answersOf(1, ["bob"]))).status).toBe(200);
  expect((await send(id, answersOf(1, ["bob"]))).status).toBe(400);
});

test("a dry run reports what would be imported and stores nothing, not even members", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const members = await db.selectFrom("members").select("id").execute();

  const dry = await send(id, answersOf(2, ["never seen", "nor me"]), "?dry_run=true");
  const faulty = await send(id, answersOf(2, ["never seen", "never seen"]), "?dry_run=true");

  expect(dry).toMatchObject({ status: 200, body: { imported: 0, would_import: 4, items_accepted: 2 } });
  expect(faulty).toMatchObject({ status: 400 });
  expect(await db.selectFrom("members").select("id").execute()).toHaveLength(members.length);
  expect((await itemsOf(id)).map(({ answer_count }) => answer_count)).toEqual([0, 0]);
  expect((await request("GET", `/v1/batches/${id}`)).body.status).toBe("created");
});

test("a large import is stored step by step and closes every item", async () => {
  const { id } = await givenBatch(service, { texts: 5_000 });
  await runJobs();
  const lines = [...answersOf(5_000, ["ann"]), ...answersOf(5_000, ["bob"])];

  const start = performance.now();
  const imported = await send(id, lines);
  const seconds = (performance.now() - start) / 1000;

  expect(imported.body).toEqual({ imported: 10_000, items_accepted: 5_000 });
  console.info(`imported ${Math.round(10_000 / seconds)} answers/s`); // logged, not asserted: 10,000 to 18,000 on 2 cores
});
