import { scopesOf } from "@assay/domain/member.ts";
import { expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { predicateOf } from "../../test/red-team.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

const MODEL = { kind: "model", role: "reviewer" };

async function givenModel(external_id: string, more: object = {}): Promise<{ id: string }> {
  return bodyOf(
    await request("POST", "/v1/members", { name: external_id, external_id, ...MODEL, ...more }),
    201,
  );
}

const change = (id: string, sent: object, by = request) => by("PATCH", `/v1/members/${id}`, sent);
const claimed = (annotator: string, wish: object = {}) =>
  request("POST", "/v1/tasks/claim", { annotator, ...wish });

test("a model gets tasks once an owner lets it annotate, and none again when that is withdrawn", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  expect(await claimed("agent-1", { batch_id, as_model: true })).toMatchObject({
    status: 403,
    body: {
      message: expect.stringMatching(
        /^the model mem_\w+ may not annotate; send predictions, or let an owner/,
      ),
    },
  });
  const [member] = bodyOf(await request("GET", "/v1/members?external_id=agent-1"), 200).data;
  expect(member).toMatchObject({ kind: "model", may_annotate: false });
  const waiting = async () =>
    bodyOf(await request("GET", `/v1/tasks/waiting?annotator=agent-1&batch_id=${batch_id}`), 200).data;
  expect(await waiting()).toEqual([]);

  const manager = { name: "manager", scopes: scopesOf("manager") };
  const { key } = bodyOf(await request("POST", "/v1/api-keys", manager), 201);
  expect(await change(member.id, { may_annotate: true }, service.requestWith(key))).toMatchObject({
    status: 403,
  });
  bodyOf(await change(member.id, { may_annotate: true }), 200);
  expect(await waiting()).toMatchObject([{ annotate: 2 }]);
  const task = await claim(service, "agent-1", { batch_id });
  bodyOf(await submit(service, task, "yes"), 200);
  const next = await claim(service, "agent-1", { batch_id });

  bodyOf(await change(member.id, { may_annotate: false }), 200);
  expect(await claimed("agent-1", { batch_id })).toMatchObject({ status: 403 });
  const { status } = await db
    .selectFrom("tasks")
    .select("status")
    .where("id", "=", next.id)
    .executeTakeFirstOrThrow();
  expect(status).toBe("released");
});

test("who becomes a model loses the tasks that they claimed as a person", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const task = await claim(service, "was-a-person", { batch_id });

  bodyOf(await change(task.member_id, { kind: "model", may_annotate: true }), 200);

  expect(bodyOf(await request("GET", `/v1/tasks/${task.id}`), 200).status).toBe("released");
});

test("a model never audits, adjudicates or works in the name of a person", async () => {
  const { id } = await givenModel("agent-2", { may_annotate: true });
  for (const kinds of [["audit"], ["adjudicate"], ["annotate", "audit"]]) {
    expect(await claimed("agent-2", { kinds })).toMatchObject({
      status: 403,
      body: { message: "a model may not audit or adjudicate; people do" },
    });
  }
  bodyOf(await claimed("rater-2"), 200);
  expect(await claimed("rater-2", { as_model: true })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("a model cannot work in their name") },
  });
  expect(await change(id, { kind: "person" })).toMatchObject({ status: 409 });
  expect(await change(id, { email: "agent@acme.test" })).toMatchObject({ status: 409 });
});

test.each([
  [{ ...MODEL, email: "agent@acme.test" }, 409],
  [{ may_annotate: false }, 400],
])("a member that would be %j is refused", async (sent, status) => {
  expect((await request("POST", "/v1/members", { name: "x", ...sent })).status).toBe(status);
});

test("with a model as the only other member, an annotator works alone", async () => {
  const alone = await service.givenAccount();
  bodyOf(await alone.request("POST", "/v1/members", { name: "agent", ...MODEL, may_annotate: true }), 201);
  const { id } = await givenBatch(service, {
    texts: 2,
    account: alone,
    settings: { quality_policy: { overlap: 1 } },
  });
  await annotateAll(alone, id, ["ann"]);
  await runJobs();
  const audits = async () =>
    bodyOf(
      await alone.request("POST", "/v1/tasks/claim", { annotator: "ann", batch_id: id, kinds: ["audit"] }),
      200,
    ).data;
  expect(await audits()).toHaveLength(1);
});

test("a model gets nothing of a batch while people answer the check sample of an auto-accept", async () => {
  await givenModel("agent-3", { may_annotate: true });
  const { id } = await givenBatch(service, {
    texts: 60,
    settings: { quality_policy: { overlap: 1, gold_share: 0 } },
  });
  const predictions = Array.from({ length: 60 }, (_, index) => ({
    ...{ external_id: String(index + 1), model: "m", version: "1", score: 0.9 },
    result: { label: "yes" },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  const wish = { model: "m", version: "1", max_wrong: 0.1, check: 50 };
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, wish), 202);
  await runJobs();

  expect(await claim(service, "agent-3", { batch_id: id })).toBeUndefined();
  expect(await claim(service, "ann", { batch_id: id })).toBeDefined();
  bodyOf(await request("DELETE", `/v1/batches/${id}/auto-accept`), 202);
  await runJobs();
  expect(await claim(service, "agent-3", { batch_id: id })).toBeDefined();
});

test("the certificate states what a model answered, even if its member was deleted", async () => {
  const { id: member } = await givenModel("agent-4", { may_annotate: true });
  const settings = { quality_level: "basic", quality_policy: { overlap: 2, gold_share: 0 } };
  const { id } = await givenBatch(service, { texts: 40, settings });
  await annotateAll(service, id, ["agent-4", "ann"]);
  await runJobs();
  bodyOf(await request("DELETE", `/v1/members/${member}`), 204);
  await auditToVerdict(service, id, "eve");

  const model = expect.stringMatching(/^Former member /);
  const { model_answers } = await predicateOf(service, id);
  expect(model_answers).toEqual([{ model, answers: 40, items: 40 }]);
});

test("an import gives no answers of a model that may not annotate, and none while people check", async () => {
  const { id } = await givenBatch(service, { texts: 20, settings: { quality_policy: { overlap: 1 } } });
  const { id: member_id } = await givenModel("agent-import");
  const imported = (external_id: string) =>
    request("POST", `/v1/batches/${id}/annotations`, {
      annotations: [{ external_id, annotator: "agent-import", result: { label: "yes" } }],
    });
  expect(await imported("1")).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("the model agent-import may not annotate") },
  });
  bodyOf(await change(member_id, { may_annotate: true }), 200);
  bodyOf(await imported("1"), 200);

  const predictions = Array.from({ length: 20 }, (_, index) => ({
    ...{ external_id: String(index + 1), model: "m", score: 0.9, result: { label: "yes" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { model: "m", check: 18 }), 202);
  await runJobs();
  const { external_id } = await db
    .selectFrom("items")
    .select("external_id")
    .where("batch_id", "=", id)
    .where("auto_accept", "=", "check")
    .executeTakeFirstOrThrow();
  expect(await imported(String(external_id))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("agent-import is a model, and people answer the check items") },
  });
});
