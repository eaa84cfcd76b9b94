import { expect, test } from "vitest";
import { bodyOf, claim } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

const TWO = [
  { id: "a", text: "A dog." },
  { id: "b", text: "A cat." },
];

/** A batch of one conversation with the responses `a` and `b`, or the given ones. */
async function givenConversation(settings: object, responses: readonly object[] = TWO) {
  const project = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const line = {
    external_id: "one",
    messages: [{ role: "user", content: "What is it?" }],
    responses,
  };
  const file = { filename: "items.jsonl", text: JSON.stringify(line) };
  const upload = bodyOf(await request("POST", "/v1/uploads", { files: [file] }), 201);
  const upload_ids = [upload.id];
  return bodyOf(await request("POST", "/v1/batches", { project_id: project.id, upload_ids }), 201);
}

async function exportAs(batch_id: string, format: string, include = "accepted"): Promise<string> {
  const asked = bodyOf(await request("POST", "/v1/exports", { batch_id, format, include }), 202);
  await runJobs();
  return (await request("GET", `/v1/exports/${asked.id}/download`)).bytes.toString();
}

test("a ranking must name the item's responses, and is exported as a preference", async () => {
  const batch = await givenConversation({ annotation_type: "ranking", quality_level: "none" });
  const task = await claim(service, "ann", { batch_id: batch.id });
  expect(task.item.conversation.responses).toHaveLength(2);
  const submit = `/v1/tasks/${task.id}/submit`;

  const refused = await request("POST", submit, { result: { ranking: ["b", "c"] } });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain(`must be one of the item's responses (a, b), not "c"`);
  bodyOf(await request("POST", submit, { result: { ranking: ["b", "a"] } }), 200);

  expect(JSON.parse(await exportAs(batch.id, "trl_preference"))).toEqual({
    prompt: [{ role: "user", content: "What is it?" }],
    chosen: [{ role: "assistant", content: "A cat." }],
    rejected: [{ role: "assistant", content: "A dog." }],
  });
  const record = JSON.parse(await exportAs(batch.id, "jsonl"));
  expect(record.conversation.messages).toEqual([{ role: "user", content: "What is it?" }]);
});

test("ratings are validated against the project's scales, in imported answers too", async () => {
  const scales = [{ name: "helpfulness", min: 1, max: 7 }];
  const settings = { annotation_type: "rating", type_options: { scales }, quality_level: "none" };
  const batch = await givenConversation(settings);
  const { result_schema, options_schema } = bodyOf(
    await request("GET", "/v1/annotation-types"),
    200,
  ).data.find(({ name }: { name: string }) => name === "rating");
  expect([result_schema.properties.ratings, options_schema.properties.scales]).toMatchObject([{}, {}]);

  const path = `/v1/batches/${batch.id}/annotations`;
  const given = (helpfulness: number) => ({
    annotations: [{ external_id: "one", annotator: "ann", result: { ratings: { helpfulness } } }],
  });
  expect((await request("POST", path, given(8))).body.message).toContain("must be from 1 to 7");
  bodyOf(await request("POST", path, given(7)), 200);
  expect(await exportAs(batch.id, "csv")).toContain(",helpfulness,7\n");
});

test("unknown options of the type are refused when a project is created or changed", async () => {
  const scales = [{ name: "a", min: 2, max: 1 }];
  const made = await request("POST", "/v1/projects", { annotation_type: "rating", type_options: { scales } });
  expect([made.status, made.body.message]).toEqual([
    400,
    "type_options.scales.0.max must be greater than min",
  ]);
  const project = bodyOf(await request("POST", "/v1/projects", { annotation_type: "rating" }), 201);
  const changed = await request("PATCH", `/v1/projects/${project.id}`, { type_options: { scale: [] } });
  expect(changed.status).toBe(400);
  const text = { annotation_type: "text_classification", type_options: { scale: [] } };
  const other = bodyOf(await request("POST", "/v1/projects", text), 201);
  const retyped = await request("PATCH", `/v1/projects/${other.id}`, { annotation_type: "rating" });
  expect(retyped.status).toBe(400); // also needs another format
});

test("each item takes one written text", async () => {
  const batch = await givenConversation({ annotation_type: "text_generation", quality_level: "standard" });
  const task = await claim(service, "ann", { batch_id: batch.id });
  bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { text: "A bear." } }), 200);
  expect(bodyOf(await request("GET", `/v1/batches/${batch.id}`), 200)).toMatchObject({
    status: "completed",
    export_format: "sft_messages",
  });
});

test("a batch of conversations is refused for an image type", async () => {
  const batch = givenConversation({ annotation_type: "object_detection" });
  await expect(batch).rejects.toThrow("these lines do not suit object_detection: items.jsonl line 1");
});

test("each member sees the responses in their own order, without the models, and the answer records the order", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
  const responses = ids.map((id) => ({ id, text: `I am ${id}.`, model: `model-of-${id}` }));
  const settings = { annotation_type: "ranking", quality_level: "none", quality_policy: { overlap: 2 } };
  const batch = await givenConversation(settings, responses);
  const idsOf = (shown: typeof responses): string[] => shown.map(({ id }) => id);
  const orders: string[][] = [];
  for (const annotator of ["ann", "ben"]) {
    const task = await claim(service, annotator, { batch_id: batch.id });
    const order = idsOf(task.item.conversation.responses);
    orders.push(order);
    expect(order.toSorted()).toEqual(ids.toSorted());
    expect(JSON.stringify(task)).not.toContain("model-of");
    expect(task.item.conversation.responses[0].text).toBe(`I am ${order[0]}.`);
    const again = bodyOf(await request("GET", `/v1/tasks/${task.id}`), 200);
    expect(idsOf(again.item.conversation.responses)).toEqual(order);
    const submit = { result: { ranking: ids } };
    const answer = bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, submit), 200);
    expect(answer.response_order).toEqual(order);
  }
  expect(orders[0]).not.toEqual(orders[1]);
  expect(orders).not.toContainEqual(ids);

  const record = JSON.parse(await exportAs(batch.id, "jsonl", "all_answers"));
  const exported = record.answers.map(({ response_order }: { response_order: string[] }) => response_order);
  expect(exported).toEqual(orders);
  expect(idsOf(record.conversation.responses)).toEqual(ids);
});

test("an auditor has their own order; an imported answer records none", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
  const responses = ids.map((id) => ({ id, text: id }));
  const settings = { annotation_type: "ranking", quality_level: "basic", quality_policy: { overlap: 1 } };
  const { id } = await givenConversation(settings, responses);
  const annotations = [{ external_id: "one", annotator: "ann", result: { ranking: ids } }];
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  await runJobs();
  const audit = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  const order = audit.item.conversation.responses.map((response: { id: string }) => response.id);
  const submit = { result: { ranking: ids } };
  const judged = bodyOf(await request("POST", `/v1/tasks/${audit.id}/submit`, submit), 200);

  expect([judged.kind, judged.response_order]).toEqual(["audit", order]);
  const { data } = bodyOf(await request("GET", `/v1/items/${audit.item.id}/annotations`), 200);
  expect(data.map((answer: { response_order: unknown }) => answer.response_order)).toEqual([null]);
});

test("steps of an agent carry labels, which are checked, decided by step and exported", async () => {
  const step = { name: "step", type: "choice", options: ["correct", "wrong tool"], per: "message" };
  const fields = [{ ...step, roles: ["assistant"], required: true }];
  const settings = {
    annotation_type: "text_classification",
    labels: [{ name: "solved" }, { name: "failed" }],
    fields,
  };
  const overlap = { quality_level: "none", quality_policy: { overlap: 3 } };
  const project = bodyOf(await request("POST", "/v1/projects", { ...settings, ...overlap }), 201);
  const call = { id: "c", type: "function", function: { name: "search", arguments: "{}" } };
  const messages = [
    { role: "user", content: "Why is the sky blue?" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c", content: "[]" },
    { role: "assistant", content: "It mirrors the sea." },
  ];
  const file = { filename: "items.jsonl", text: JSON.stringify({ external_id: "one", messages }) };
  const upload = bodyOf(await request("POST", "/v1/uploads", { files: [file] }), 201);
  const batch = bodyOf(
    await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] }),
    201,
  );
  const answered = (one: string, three: string) => ({
    result: { label: "failed" },
    fields: { step: { 1: one, 3: three } },
  });
  const task = await claim(service, "ann", { batch_id: batch.id });
  const wrong = { result: { label: "failed" }, fields: { step: { 0: "correct" } } };
  expect((await request("POST", `/v1/tasks/${task.id}/submit`, wrong)).body.message).toContain(
    'fields.step has an answer for "0", which is not the number of a message that is asked about',
  );
  bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, answered("correct", "wrong tool")), 200);
  for (const annotator of ["bo", "cy"]) {
    const next = await claim(service, annotator, { batch_id: batch.id });
    bodyOf(await request("POST", `/v1/tasks/${next.id}/submit`, answered("wrong tool", "wrong tool")), 200);
  }
  const record = JSON.parse(await exportAs(batch.id, "jsonl"));

  expect(record.fields).toEqual({ step: { 1: "wrong tool", 3: "wrong tool" } });
  expect(record.conversation.messages).toEqual(messages);
  const { fields: agreement } = bodyOf(await request("GET", `/v1/batches/${batch.id}/quality`), 200);
  expect(agreement).toMatchObject([{ name: "step", per: "message", answered: 2, pairs: 6 }]);
});
