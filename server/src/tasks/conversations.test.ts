import { readFileSync } from "node:fs";
import type { Conversation, Message } from "@assay/domain/formats/format.ts";
import { expect, test } from "vitest";
import { bodyOf, claim } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

/** Files that `tools/readers/chats.py` reads with the packages of who made the formats. */
const CHATS = new URL("../../../tools/readers/chats/", import.meta.url);

const TWO = [
  { id: "a", text: "A dog." },
  { id: "b", text: "A cat." },
];

/** A batch of one conversation with the responses `a` and `b`, or the given ones. */
async function givenConversation(settings: object, responses: readonly object[] = TWO) {
  const line = {
    external_id: "one",
    messages: [{ role: "user", content: "What is it?" }],
    responses,
  };
  return batchOf(settings, [{ filename: "items.jsonl", text: JSON.stringify(line) }]);
}

/** A batch of the items of some files. */
async function batchOf(settings: object, files: readonly { filename: string; text: string }[]) {
  const project = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  await runJobs(); // reads lines with images, among which there may be files to fetch
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

const MARKED = {
  annotation_type: "ranking",
  fields: [{ name: "marks", type: "highlight", per: "response", options: ["hallucination", "unsafe"] }],
};

test("highlights must be within their response, have a consensus, and are exported", async () => {
  const batch = await givenConversation({
    ...MARKED,
    ...{ quality_level: "none", quality_policy: { overlap: 2, scored_fields: ["marks"] } },
  });
  const ranking = { ranking: ["b", "a"] };
  const task = await claim(service, "ann", { batch_id: batch.id });
  const path = `/v1/tasks/${task.id}/submit`;
  const answer = (marks: unknown) => ({ result: ranking, fields: { marks } });
  const dog = { start: 2, end: 5, label: "hallucination", note: "It is a wolf 🐺." };
  for (const [marks, message] of [
    [
      { a: [{ ...dog, end: 8 }] },
      "fields.marks.a has a highlight, at index 0, whose end, 8, is after the end of the response, which has 6 code points",
    ],
    [{ a: [{ ...dog, label: "lie" }] }, "is none of the field's options (hallucination, unsafe)"],
    [{ c: [dog] }, `fields.marks has an answer for "c", which is no response's id`],
    [[dog], "fields.marks must be an object with an answer for each response's id"],
  ] as const) {
    const refused = await request("POST", path, answer(marks));
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
    expect(refused.body.message).toContain(message);
  }
  bodyOf(await request("POST", path, answer({ a: [dog] })), 200);

  const imported = (marks: unknown) => ({
    annotations: [{ external_id: "one", annotator: "ben", ...answer(marks) }],
  });
  const late = await request(
    "POST",
    `/v1/batches/${batch.id}/annotations`,
    imported({ b: [{ ...dog, end: 9 }] }),
  );
  expect(late.body.message).toContain("which has 6 code points");
  const marks = {
    a: [{ start: 2, end: 5, label: "hallucination" }],
    b: [{ start: 0, end: 1, label: "unsafe" }],
  };
  bodyOf(await request("POST", `/v1/batches/${batch.id}/annotations`, imported(marks)), 200);

  const delivered = { marks: { a: [dog], b: [{ start: 0, end: 1, label: "unsafe" }] } };
  expect(JSON.parse(await exportAs(batch.id, "jsonl"))).toMatchObject({ fields: delivered });
  expect(await exportAs(batch.id, "csv")).toContain('""note"":""It is a wolf 🐺.""');
  const { fields } = bodyOf(await request("GET", `/v1/batches/${batch.id}/quality`), 200);
  // response a is marked alike by both; b by one of them
  expect(fields).toMatchObject([{ name: "marks", metric: "f1", answered: 2, pairs: 2, raw: 0.5 }]);
});

test("a field of highlights is of responses and has labels", async () => {
  const fields = [{ name: "marks", type: "highlight", per: "item" }];
  const refused = await request("POST", "/v1/projects", { annotation_type: "ranking", fields });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("fields.0.options are missing for a highlight");
  expect(refused.body.message).toContain('fields.0.per must be "response" for a highlight');
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

test("chats of OpenAI, Anthropic and OpenTelemetry are uploaded, their steps labeled, and their exports read again with all their parts", async () => {
  const names = ["openai.jsonl", "anthropic.jsonl", "otel.json"];
  const files = names.map((filename) => ({ filename, text: readFileSync(new URL(filename, CHATS), "utf8") }));
  const settings = {
    ...{ annotation_type: "text_generation", quality_level: "none" },
    fields: [{ name: "step", type: "choice", options: ["right", "wrong"], per: "message", roles: ["tool"] }],
  };
  const batch = await batchOf(settings, files);
  const sent: Conversation[] = [];
  for (const [place] of names.entries()) {
    const task = await claim(service, "ann", { batch_id: batch.id });
    const { messages } = task.item.conversation;
    sent.push({ messages });
    const step = Object.fromEntries(
      messages.flatMap(({ role }: Message, index: number) => (role === "tool" ? [[index, "right"]] : [])),
    );
    const answer = { result: { text: `Answer ${place}` }, fields: { step } };
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, answer), 200);
  }
  const shapes = sent.map(({ messages }) => ({
    called: messages.filter(({ tool_calls }) => (tool_calls ?? []).length > 0).length,
    results: messages.filter(({ tool_call_id }) => typeof tool_call_id === "string").length,
  }));
  expect(shapes).toEqual([
    { called: 1, results: 1 },
    { called: 1, results: 1 },
    { called: 1, results: 1 },
  ]);
  expect(JSON.stringify(sent)).toContain("data:image/png;base64,iVBORw0KGgo=");

  const records = (await exportAs(batch.id, "jsonl")).trim().split("\n");
  const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  const kept = records.map((record) => JSON.parse(record));
  expect(kept.map(({ conversation }) => conversation).sort(byText)).toEqual(sent.toSorted(byText));
  expect(kept.every(({ fields }) => Object.values(fields.step).includes("right"))).toBe(true);

  const text = await exportAs(batch.id, "sft_messages");
  const again = await batchOf(settings, [{ filename: "dataset.sft.jsonl", text }]);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${again.id}`), 200);
  const read: Conversation[] = [];
  for (const { id } of data) {
    const { conversation } = bodyOf(await request("GET", `/v1/items/${id}`), 200);
    expect(conversation.messages.at(-1).content).toMatch(/^Answer \d$/);
    read.push({ messages: conversation.messages.slice(0, -1) });
  }
  expect(read.sort(byText)).toEqual(sent.toSorted(byText));
});

test("broken lines of a chat are named by their number, and the others become items", async () => {
  const good = { model: "gpt", messages: [{ role: "user", content: "Hi" }] };
  const bad = { model: "gpt", messages: [{ role: "user", content: 7 }] };
  const many = { model: "gpt", messages: Array.from({ length: 10_001 }, () => good.messages[0]) };
  const text = [good, bad, many].map((line) => JSON.stringify(line)).join("\n");
  const body = { files: [{ filename: "chats.jsonl", text: `${text}\n{"messages"` }] };

  const refused = await request("POST", "/v1/uploads", body);
  expect(refused).toMatchObject({
    status: 400,
    body: { message: "chats.jsonl: line 2: messages.0.content must be a string or an array of parts" },
  });
  const upload = bodyOf(await request("POST", "/v1/uploads?on_error=skip", body), 201);
  const skipped = (await request("GET", `/v1/uploads/${upload.id}/skipped`)).bytes.toString();
  expect(
    skipped
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { line: 2 },
    { line: 3, reason: expect.stringContaining("messages must be an array of 1 to 10000 entries") },
    { line: 4, reason: expect.stringContaining("the line is not valid JSON") },
  ]);
});
