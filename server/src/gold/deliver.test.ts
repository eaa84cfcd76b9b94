import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch, itemOf, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request } = service;

const PLAIN = { overlap: 2, gold_share: 0 };

async function addGold(batch_id: string, external_id: string, label: string) {
  const gold = [{ external_id, result: { label } }];
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
}

async function statusOf(batch_id: string) {
  return bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200).status;
}

async function countsOf(batch_id: string, external_id: string) {
  const { id } = bodyOf(await request("GET", `/v1/members?external_id=${external_id}`), 200).data[0];
  const { annotators } = bodyOf(await request("GET", `/v1/batches/${batch_id}/quality`), 200);
  const { gold } = annotators.find(({ member_id }: { member_id: string }) => member_id === id);
  return [gold.answered, gold.right];
}

/** A batch of two texts, the first with the known answer `no`. */
async function givenKnown(policy: object = PLAIN) {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: policy } });
  await addGold(id, "1", "no");
  return id;
}

test("a known answer is the label whatever the answers are, without extra answers or adjudication", async () => {
  const agreeing = await givenKnown();
  await annotateAll(service, agreeing, ["ann", "bob"]);
  const tied = await givenKnown();
  await annotateAll(service, tied, ["ann", "bob"], (_, annotator) => (annotator === "ann" ? "no" : "yes"));

  const known = { status: "accepted", result: { label: "no" }, origin: "gold", overlap_required: 2 };
  expect(await itemOf(service, agreeing, "1")).toMatchObject({ ...known, support: 0 });
  expect(await itemOf(service, agreeing, "2")).toMatchObject({
    result: { label: "yes" },
    origin: "consensus",
  });
  expect(await itemOf(service, tied, "1")).toMatchObject({ ...known, support: 0.5 });
  expect(await statusOf(agreeing)).toBe("completed");
  const { id } = await itemOf(service, tied, "1");
  const shown = bodyOf(await request("GET", `/v1/items/${id}/annotations`), 200);
  expect(shown.consensus).toMatchObject({ label: { label: "no" }, origin: "gold" });
});

test("an item with imported answers keeps its known answer as label, which measures them", async () => {
  const id = await givenKnown();
  const annotations = [
    { external_id: "1", annotator: "ivy", result: { label: "yes" } },
    { external_id: "1", annotator: "joe", result: { label: "no" } },
  ];
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);

  expect(await itemOf(service, id, "1")).toMatchObject({
    result: { label: "no" },
    origin: "gold",
    support: 0.5,
  });
  expect(await countsOf(id, "ivy")).toEqual([1, 0]);
  expect(await countsOf(id, "joe")).toEqual([1, 1]);
});

test("two skips of an item with a known answer close it, and complete the batch if it was the last", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: PLAIN } });
  await addGold(id, "1", "no");
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id: id });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "unclear" }), 200);
  }
  expect(await itemOf(service, id, "1")).toMatchObject({ status: "accepted", origin: "gold", support: null });
  expect(await statusOf(id)).toBe("completed");
});

test("gold added after the label replaces it while the batch is in work, and judges the earlier answers", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: PLAIN } });
  const annotations = ["kim", "lea"].map((annotator) => ({
    ...{ external_id: "1", annotator, result: { label: "yes" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  expect((await itemOf(service, id, "1")).origin).toBe("import");

  await addGold(id, "1", "no");
  expect(await itemOf(service, id, "1")).toMatchObject({
    result: { label: "no" },
    origin: "gold",
    support: 0,
  });
  expect(await countsOf(id, "kim")).toEqual([1, 0]);
  await addGold(id, "1", "yes");
  expect(await itemOf(service, id, "1")).toMatchObject({
    result: { label: "yes" },
    origin: "gold",
    support: 1,
  });
  expect(await countsOf(id, "kim")).toEqual([1, 1]);
});

test("gold does not change labels under a verdict, but judges the answers behind them", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: PLAIN } });
  await annotateAll(service, id, ["mia", "noa"]);
  await addGold(id, "1", "no");
  expect(await itemOf(service, id, "1")).toMatchObject({ result: { label: "yes" }, origin: "consensus" });
  expect(await countsOf(id, "mia")).toEqual([1, 0]);
});

test("an accepted label made gold stays delivered, and judges its answers", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 3 } } });
  const labels = { oli: "yes", pia: "yes", quy: "no" };
  const annotations = Object.entries(labels).map(([annotator, label]) => ({
    ...{ external_id: "1", annotator, result: { label } },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  const filter = { batch_id: id, state: "accepted" };
  bodyOf(await request("POST", "/v1/items/bulk", { filter, action: "gold" }), 202);
  await service.runJobs();

  expect(await itemOf(service, id, "1")).toMatchObject({ status: "accepted", result: { label: "yes" } });
  expect([await countsOf(id, "oli"), await countsOf(id, "quy")]).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

test("rework sends back labels with little support, but no known answers", async () => {
  const { id } = await givenBatch(service, {
    texts: 6,
    settings: { quality_policy: { ...PLAIN, min_support: 0 } },
  });
  await addGold(id, "1", "no");
  await annotateAll(service, id, ["ann", "bob"]);
  await service.runJobs();
  await auditAll(service, id, "aud", () => "no");
  await service.runJobs();
  expect(await statusOf(id)).toBe("failed");
  bodyOf(await request("POST", `/v1/batches/${id}/rework`, {}), 200);

  expect(await itemOf(service, id, "1")).toMatchObject({ status: "accepted", round: 1, support: 0 });
  const wrong = await service.db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["items.external_id", "items.round"])
    .where("audits.batch_id", "=", id)
    .where("audits.acceptable", "=", false)
    .execute();
  expect(wrong).not.toHaveLength(0);
  for (const item of wrong) {
    expect(item).toEqual({ external_id: expect.stringMatching(/[2-6]/), round: 2 });
  }
});

test("with feedback in the policy the response to a submit has the right answer, once", async () => {
  const id = await givenKnown({ overlap: 1, gold_share: 1, feedback: true });
  const task = await claim(service, "rob", { batch_id: id });
  const sent = { client_id: "one" };
  const first = bodyOf(await submit(service, task, "yes", sent), 200);
  const feedback = { right: false, wrong: ["result"], result: { label: "no" }, fields: null };
  expect(first).toMatchObject({ kind: "annotate", result: { label: "yes" }, feedback });
  expect(bodyOf(await submit(service, task, "yes", sent), 200)).toEqual(first);
  expect(await request("POST", `/v1/tasks/${task.id}/reopen`, {})).toMatchObject({
    status: 409,
    body: { message: "the known answer was shown, so this answer cannot be reopened" },
  });
  const again = await claim(service, "sue", { batch_id: id });
  const right = bodyOf(await submit(service, again, "no"), 200);
  expect(right.feedback).toEqual({ ...feedback, right: true, wrong: [] });
  const plain = await claim(service, "sue", { batch_id: id });
  expect(bodyOf(await submit(service, plain, "no"), 200)).not.toHaveProperty("feedback");
});

test("known scored fields are judged with the label, and the feedback names the wrong ones", async () => {
  const fields = ["tone", "note"].map((name) => ({ name, type: "choice", options: ["dry", "warm"] }));
  const quality_policy = { overlap: 2, gold_share: 1, feedback: true, scored_fields: ["tone"] };
  const { id } = await givenBatch(service, { texts: 3, settings: { fields, quality_policy } });
  const known = { tone: "dry", note: "dry" };
  const gold = [
    { external_id: "1", result: { label: "no" }, fields: known },
    { external_id: "2", result: { label: "no" }, fields: known },
    { external_id: "3", result: { label: "no" }, fields: { note: "dry" } },
  ];
  const annotations = ["una", "vic"].map((annotator, index) => ({
    ...{ external_id: "2", annotator, result: { label: "no" } },
    fields: { tone: index === 0 ? "warm" : "dry" },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
  expect([await countsOf(id, "una"), await countsOf(id, "vic")]).toEqual([
    [1, 0],
    [1, 1],
  ]);

  const told: Record<string, unknown> = {};
  const next = () => claim(service, "wim", { batch_id: id });
  for (let task = await next(); task; task = await next()) {
    const sent = { client_id: "one", fields: { tone: "warm", note: "warm" } };
    const first = bodyOf(await submit(service, task, "no", sent), 200);
    expect(bodyOf(await submit(service, task, "no", sent), 200)).toEqual(first);
    told[task.item.external_id] = first.feedback;
  }
  const wrong = { right: false, wrong: ["fields.tone"], result: { label: "no" }, fields: known };
  const right = { right: true, wrong: [], result: { label: "no" }, fields: { note: "dry" } };
  expect(told).toEqual({ 1: wrong, 2: wrong, 3: right });
  expect(await countsOf(id, "wim")).toEqual([3, 1]);
});

test("without feedback a submit reveals nothing; a correction changes the answer and not the record", async () => {
  const id = await givenKnown({ overlap: 2, gold_share: 1 });
  const task = await claim(service, "tom", { batch_id: id });
  expect(bodyOf(await submit(service, task, "yes"), 200)).not.toHaveProperty("feedback");
  expect(await countsOf(id, "tom")).toEqual([1, 0]);
  bodyOf(await request("POST", `/v1/tasks/${task.id}/reopen`, {}), 200);
  bodyOf(await submit(service, task, "no"), 200);
  expect(await countsOf(id, "tom")).toEqual([1, 0]);
  await addGold(id, "1", "yes");
  expect(await countsOf(id, "tom")).toEqual([1, 1]);
  await addGold(id, "1", "no");
  expect(await countsOf(id, "tom")).toEqual([1, 0]);
  bodyOf(await submit(service, await claim(service, "uwe", { batch_id: id }), "no"), 200);
  expect(await itemOf(service, id, "1")).toMatchObject({ origin: "gold", support: 0.5 });
});
