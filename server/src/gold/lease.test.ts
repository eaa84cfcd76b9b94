import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, itemOf, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { expireLeases } from "../queue/expired.ts";

const service = await startService();
const { request, db } = service;

const ALWAYS = { quality_policy: { overlap: 1, gold_share: 1 } };
const NEVER = { quality_policy: { overlap: 1, gold_share: 0 } };

function addGold(batch_id: string, ...external_ids: string[]) {
  const gold = external_ids.map((external_id) => ({ external_id, result: { label: "yes" } }));
  return request("POST", `/v1/batches/${batch_id}/gold`, { gold });
}

async function qualityOf(batch_id: string) {
  return bodyOf(await request("GET", `/v1/batches/${batch_id}/quality`), 200);
}

/** A batch whose text 1 has a known answer and its only answer, from `first`. */
async function givenFullGold(texts = 4) {
  const { id: batch_id } = await givenBatch(service, { texts, settings: ALWAYS });
  bodyOf(await addGold(batch_id, "1"), 200);
  const task = await claim(service, "first", { batch_id });
  bodyOf(await submit(service, task, "no"), 200);
  return batch_id;
}

test("a claim gives gold first if the policy says always, and takes one of its slots", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 30, settings: ALWAYS });
  bodyOf(await addGold(batch_id, "28", "29", "30"), 200);
  const { data } = bodyOf(
    await request("POST", "/v1/tasks/claim", { batch_id, annotator: "ann", count: 3 }),
    200,
  );

  expect(data.map(({ item }: { item: { external_id: string } }) => item.external_id).sort()).toEqual([
    "28",
    "29",
    "30",
  ]);
  expect(await itemOf(service, batch_id, "28")).toMatchObject({ open_slots: 0, answer_count: 0 });
});

test("a claim gives no gold if the policy says never, or if the batch has none", async () => {
  for (const settings of [ALWAYS, NEVER]) {
    const { id: batch_id } = await givenBatch(service, { texts: 3, settings });
    if (settings === NEVER) bodyOf(await addGold(batch_id, "3"), 200);
    const before = await db.selectFrom("items").selectAll().where("batch_id", "=", batch_id).execute();
    const [first] = before.sort((a, b) => a.claim_order - b.claim_order);
    expect((await claim(service, "ann", { batch_id })).item.id).toBe(first?.id);
  }
});

test("about the policy's share of claims gets gold", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 400,
    settings: { quality_policy: { overlap: 1, gold_share: 0.3 } },
  });
  await addGold(batch_id, ...Array.from({ length: 100 }, (_, index) => String(index + 1)));
  await db
    .updateTable("items")
    .set({ priority: -1 })
    .where("batch_id", "=", batch_id)
    .where("position", "<=", 100)
    .execute();
  let gold = 0;
  for (let round = 0; round < 10; round += 1) {
    const { data } = bodyOf(
      await request("POST", "/v1/tasks/claim", { batch_id, annotator: "ann", count: 20 }),
      200,
    );
    gold += data.filter(({ item }: { item: { position: number } }) => item.position <= 100).length;
    for (let at = 1; at < data.length; at += 1) expect(data[at].id > data[at - 1].id).toBe(true);
  }
  // 200 trials: outside 30 to 90 once in five million runs.
  expect(gold).toBeGreaterThan(29);
  expect(gold).toBeLessThan(91);
});

test("nothing in a task reveals that its answer is known", async () => {
  const batch_id = await givenFullGold();
  const gold = await claim(service, "second", { batch_id });
  const plain = await claim(service, "second", { batch_id });

  expect(gold.item.external_id).toBe("1");
  expect(plain.item.external_id).not.toBe("1");
  const told = ["id", "item", "lease_expires_at"];
  for (const [key, value] of Object.entries(plain)) if (!told.includes(key)) expect(gold[key]).toEqual(value);
  expect(Object.keys(gold)).toEqual(Object.keys(plain));
  expect(Object.keys(gold.item)).toEqual(Object.keys(plain.item));
  const differ = Object.keys(plain.item).filter((key) => gold.item[key] !== plain.item[key]);
  expect(differ.filter((key) => typeof plain.item[key] !== "object").sort()).toEqual(
    ["external_id", "id", "line", "position", "text"].sort(),
  );
  expect(gold.lease_expires_at).toBe(plain.lease_expires_at);
  expect(bodyOf(await request("GET", `/v1/tasks/${gold.id}`), 200)).toEqual({
    ...gold,
    item: { ...gold.item, content_url: expect.any(String) },
  });

  const answers = [await submit(service, gold, "yes"), await submit(service, plain, "yes")];
  const [first, second] = answers.map((response) => bodyOf(response, 200));
  expect(Object.keys(first)).toEqual(Object.keys(second));
  expect([first.kind, first.version, first.round]).toEqual([second.kind, second.version, second.round]);
});

test("gold with all its answers is given again, and the new answer counts for nothing else", async () => {
  const batch_id = await givenFullGold();
  const before = await itemOf(service, batch_id, "1");
  const progress = () =>
    db.selectFrom("batch_progress").selectAll().where("batch_id", "=", batch_id).execute();
  const counted = await progress();
  const task = await claim(service, "second", { batch_id });
  expect(task.item.id).toBe(before.id);
  bodyOf(await submit(service, task, "yes"), 200);

  expect(await itemOf(service, batch_id, "1")).toEqual(before);
  expect(await progress()).toEqual(counted);
  const { data } = bodyOf(await request("GET", `/v1/items/${before.id}/annotations`), 200);
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(["annotate", "gold"]);
  const { annotators, agreement } = await qualityOf(batch_id);
  const measured = annotators.map(({ gold, answers }: Record<string, object>) => ({ gold, answers }));
  expect(measured).toContainEqual({
    gold: { answered: 1, right: 0, low: 0, high: expect.closeTo(0.975) },
    answers: 1,
  });
  expect(measured).toContainEqual({
    gold: { answered: 1, right: 1, low: expect.closeTo(0.025), high: 1 },
    answers: 0,
  });
  expect(agreement.items).toBe(0);
});

test("a member never gets gold again that they answered, skipped or hold", async () => {
  const batch_id = await givenFullGold();
  const skipped = await claim(service, "second", { batch_id });
  bodyOf(await request("POST", `/v1/tasks/${skipped.id}/skip`, { reason: "unclear" }), 200);
  for (const annotator of ["first", "second"]) {
    const task = await claim(service, annotator, { batch_id });
    expect(task.item.external_id).not.toBe("1");
  }
  const [held, next] = [
    await claim(service, "third", { batch_id }),
    await claim(service, "third", { batch_id }),
  ];
  expect([held.item.external_id, next.item.external_id === "1"]).toEqual(["1", false]);
  expect(await itemOf(service, batch_id, "1")).toMatchObject({
    skip_count: 0,
    open_slots: 0,
    answer_count: 1,
  });
});

test("a member who skipped gold does not get it again once it has its answers", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings: ALWAYS });
  bodyOf(await addGold(batch_id, "1"), 200);
  const skipped = await claim(service, "skipper", { batch_id });
  bodyOf(await request("POST", `/v1/tasks/${skipped.id}/skip`, { reason: "unclear" }), 200);
  bodyOf(await submit(service, await claim(service, "first", { batch_id }), "yes"), 200);
  expect(await itemOf(service, batch_id, "1")).toMatchObject({ answer_count: 1, skip_count: 1 });
  expect((await claim(service, "skipper", { batch_id })).item.external_id).not.toBe("1");
});

test("leased gold can be released, expire and be answered late like any task, without changing its item", async () => {
  const batch_id = await givenFullGold();
  const before = await itemOf(service, batch_id, "1");
  const released = await claim(service, "second", { batch_id });
  const { status } = bodyOf(await request("POST", `/v1/tasks/${released.id}/release`, {}), 200);
  expect(status).toBe("released");
  const late = await claim(service, "second", { batch_id });
  expect(late.item.id).toBe(before.id);
  service.advance(15 * 60_000 + 1);
  await claim(service, "third", { batch_id, count: 20 });
  await claim(service, "fourth", { batch_id });
  expect(bodyOf(await request("GET", `/v1/tasks/${late.id}`), 200)).toMatchObject({
    status: "expired",
    kind: "annotate",
  });
  bodyOf(await submit(service, late, "yes"), 200);
  expect(await itemOf(service, batch_id, "1")).toEqual(before);
});

test("an expired lease of gold is refused once its member holds the same gold again", async () => {
  const batch_id = await givenFullGold();
  const expired = await claim(service, "second", { batch_id });
  service.advance(15 * 60_000 + 1);
  await expireLeases(service.deps);
  const again = await claim(service, "second", { batch_id });
  expect(again.item.id).toBe(expired.item.id);

  const taken = { status: 409, body: { error: "lease_expired" } };
  const save = () => request("PUT", `/v1/tasks/${expired.id}/draft`, { draft: { label: "no" } });
  expect(await save()).toMatchObject(taken);
  expect(await submit(service, expired, "yes")).toMatchObject(taken);
  bodyOf(await submit(service, again, "yes"), 200);
  expect(await save()).toMatchObject(taken);
  expect(await submit(service, expired, "yes")).toMatchObject(taken);
});

test("gold can be answered after the batch's work, and the first answer counts", async () => {
  const batch_id = await givenFullGold(2);
  const gold = await claim(service, "second", { batch_id });
  bodyOf(await submit(service, gold, "no"), 200);
  bodyOf(await request("POST", `/v1/tasks/${gold.id}/reopen`, {}), 200);
  bodyOf(await submit(service, gold, "yes"), 200);
  const other = await claim(service, "third", { batch_id });
  await annotateAll(service, batch_id, ["fourth"]);
  expect(bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200).status).toBe("completed");
  bodyOf(await submit(service, other, "yes"), 200);

  const { annotators } = await qualityOf(batch_id);
  const counts = annotators.map(({ gold }: { gold: Record<"answered" | "right", number> }) => [
    gold.answered,
    gold.right,
  ]);
  expect(counts.sort()).toEqual([
    [1, 0],
    [1, 0],
    [1, 1],
    [1, 1],
  ]);
});

test("a reopened answer to gold is refused once the batch is completed, like any other", async () => {
  const batch_id = await givenFullGold(3);
  const reopen = (task: { id: string }) => request("POST", `/v1/tasks/${task.id}/reopen`, {});
  const gold = await claim(service, "second", { batch_id });
  bodyOf(await submit(service, gold, "no"), 200);
  const other = await claim(service, "second", { batch_id });
  bodyOf(await submit(service, other, "no"), 200);
  const kinds = await db.selectFrom("tasks").select("kind").where("id", "in", [gold.id, other.id]).execute();
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(["annotate", "gold"]);
  for (const task of [gold, other]) bodyOf(await reopen(task), 200);
  await annotateAll(service, batch_id, ["fourth"]);
  expect(bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200).status).toBe("completed");

  const message = "the batch is completed; its annotate tasks are closed";
  for (const task of [gold, other]) {
    expect(await submit(service, task, "yes")).toMatchObject({ status: 409, body: { message } });
  }
});

test("an answer to gold cannot be reopened once its item is in another round, like any other", async () => {
  const batch_id = await givenFullGold(2);
  const gold = await claim(service, "second", { batch_id });
  bodyOf(await submit(service, gold, "no"), 200);
  await db.updateTable("items").set({ round: 2 }).where("id", "=", gold.item.id).execute();

  expect(await request("POST", `/v1/tasks/${gold.id}/reopen`, {})).toMatchObject({
    status: 409,
    body: {
      message: "the item has since been decided or sent to rework, so this answer cannot be reopened",
    },
  });
});

test("with feedback, an answer given before its item was known can be reopened like any other", async () => {
  const settings = { quality_policy: { overlap: 2, feedback: true } };
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings });
  const task = await claim(service, "ann", { batch_id });
  bodyOf(await submit(service, task, "no"), 200);
  service.advance(1_000);
  const gold = [{ item_id: task.item.id, result: { label: "yes" } }];
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);

  expect((await request("POST", `/v1/tasks/${task.id}/reopen`, {})).status).toBe(200);
});

test("a claim lowers its annotator's waiting count by one, whether it gives gold or not", async () => {
  const batch_id = await givenFullGold();
  const ann = await givenPerson(service, { role: "annotator" });
  const annotate = async () =>
    bodyOf(await ann.request("GET", "/v1/tasks/waiting"), 200).data.find(
      (waiting: { batch_id: string }) => waiting.batch_id === batch_id,
    ).annotate;
  const left = [await annotate()];
  const kinds = [];
  for (let claims = 0; claims < 3; claims += 1) {
    const { id } = bodyOf(await ann.request("POST", "/v1/tasks/claim", { batch_id }), 200).data[0];
    kinds.push((await db.selectFrom("tasks").select("kind").where("id", "=", id).executeTakeFirst())?.kind);
    left.push(await annotate());
  }

  expect(kinds).toEqual(["gold", "annotate", "annotate"]);
  expect(left).toEqual([4, 3, 2, 1]);
});

test("a submitted task looks the same to its annotator, whether its item is gold, accepted or tied", async () => {
  const settings = { quality_policy: { overlap: 2, gold_share: 0 } };
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings });
  const annotations = [
    { external_id: "1", annotator: "ivy", result: { label: "no" } },
    { external_id: "2", annotator: "ivy", result: { label: "yes" } },
    { external_id: "3", annotator: "ivy", result: { label: "no" } },
  ];
  bodyOf(await request("POST", `/v1/batches/${batch_id}/annotations`, { annotations }), 200);
  bodyOf(await addGold(batch_id, "1"), 200);
  const ann = await givenPerson(service, { role: "annotator" });
  const claimed = bodyOf(await ann.request("POST", "/v1/tasks/claim", { batch_id, count: 3 }), 200).data;
  for (const task of claimed)
    bodyOf(await ann.request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }), 200);
  const stored = ["1", "2", "3"].map((external_id) => itemOf(service, batch_id, external_id));
  expect((await Promise.all(stored)).map(({ origin, status }) => [origin, status])).toEqual([
    ["gold", "accepted"],
    ["consensus", "accepted"],
    [null, "open"],
  ]);

  const read = [];
  for (const { id } of claimed) read.push(bodyOf(await ann.request("GET", `/v1/tasks/${id}`), 200));
  const listed = bodyOf(await ann.request("GET", "/v1/tasks?status=submitted"), 200).data;
  const reopened = [];
  for (const { id } of claimed)
    reopened.push(bodyOf(await ann.request("POST", `/v1/tasks/${id}/reopen`, {}), 200));

  const open = { status: "open", label: null, fields: null, support: null, origin: null };
  const counts = { answer_count: 0, skip_count: 0, overlap_required: 2, excluded_reason: null };
  for (const tasks of [read, listed, reopened]) {
    expect(tasks).toHaveLength(3);
    for (const { item } of tasks) expect(item).toMatchObject({ ...open, ...counts });
  }
});
