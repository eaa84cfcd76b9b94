import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { bodyOf, claim, givenProject } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { sendJson, startModel } from "../../test/stand-in-model.ts";
import { untilHolds } from "../../test/until.ts";
import { givenImage, sendRaw } from "../../test/upload-bodies.ts";
import { buildApp } from "../app.ts";

const service = await startService();
const { request, runJobs, anonymous } = service;
const POINT = { prompt: { points: [{ x: 12, y: 8, positive: true }] } };
const BOX = { label: "cat", bbox: { x: 2, y: 3, width: 10, height: 8 } };
let versions = 0;

/** A leased task on an image of 40 × 20 pixels in a project whose model finds one box. */
async function givenTask(settings: object = {}, annotator = "ann") {
  const server = await startModel();
  server.answers = (_, response) => sendJson(response, { objects: [BOX] });
  versions += 1;
  const model = bodyOf(
    await request("POST", "/v1/models", {
      ...{ name: "boxes", version: String(versions), kind: "http", url: server.url },
      annotation_types: ["object_detection"],
    }),
    201,
  );
  const project = await givenProject(service, {
    ...{ annotation_type: "object_detection", labels: [{ name: "cat" }], assist_model_id: model.id },
    ...settings,
  });
  const upload = bodyOf(await sendRaw(request, "cat.png", await givenImage("png")), 201);
  await runJobs();
  const made = await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] });
  const batch = bodyOf(made, 201);
  const task = await claim(service, annotator, { batch_id: batch.id });
  return { server, model, project, batch, task, url: `/v1/tasks/${task.id}/assist` };
}

test("a person's clicks reach the project's model, signed, with the item and the guideline", async () => {
  const given = await givenTask({ instructions: "Find cats." });
  expect((await request("GET", `/v1/tasks/${given.task.id}/guidelines`)).body.has_assist).toBe(true);

  const answer = await request("POST", given.url, { ...POINT, current: { objects: [] } });

  expect(answer).toMatchObject({ status: 200, body: { objects: [BOX] } });
  const [asked] = given.server.requests;
  expect(asked?.body).toMatchObject({
    ...{ type: "interact", prompt: POINT.prompt, current: { objects: [] } },
    project: { annotation_type: "object_detection", guideline: "Find cats." },
    item: { id: given.task.item.id, width: 40, height: 20, media_url: expect.stringContaining("/v1/files/") },
  });
  expect(asked?.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("without a prompt the model prepares the item", async () => {
  const given = await givenTask();
  given.server.answers = (_, response) => sendJson(response, {});

  expect((await request("POST", given.url, {})).body).toEqual({ objects: [] });

  const [asked] = given.server.requests;
  expect(asked?.body).toMatchObject({ type: "prepare", item: { id: given.task.item.id } });
});

test("a text asks for spans, which come back as a result has them", async () => {
  const server = await startModel();
  const span = { start: 0, end: 3, label: "person" };
  server.answers = (_, response) => sendJson(response, { spans: [span] });
  const kind = { annotation_types: ["named_entity_recognition"], kind: "http", url: server.url };
  const model = bodyOf(await request("POST", "/v1/models", { name: "names", version: "1", ...kind }), 201);
  const project = await givenProject(service, {
    ...{
      annotation_type: "named_entity_recognition",
      labels: [{ name: "person" }],
      assist_model_id: model.id,
    },
  });
  const upload = bodyOf(await sendRaw(request, "note.txt", Buffer.from("Ada met Bo")), 201);
  await runJobs();
  const made = await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] });
  const task = await claim(service, "ann", { batch_id: bodyOf(made, 201).id });
  const prompt = { text: "people", points: [] };

  const answer = await request("POST", `/v1/tasks/${task.id}/assist`, { prompt });

  expect(answer).toMatchObject({ status: 200, body: { objects: [span] } });
  expect(server.requests[0]?.body).toMatchObject({ type: "interact", prompt, item: { text: "Ada met Bo" } });
  server.answers = (_, response) => sendJson(response, { spans: [{ ...span, end: 99 }] });
  expect(await request("POST", `/v1/tasks/${task.id}/assist`, { prompt })).toMatchObject({
    status: 502,
    body: { error: "model_failed", message: expect.stringMatching(/spans/) },
  });
});

const outside = { ...BOX, bbox: { ...BOX.bbox, x: 500 } };
test.each([
  ["a label outside the set", { objects: [{ ...BOX, label: "dog" }] }, /labels \(cat\), not "dog"/],
  ["a box outside the image", { objects: [outside] }, /objects\.0\.bbox/],
  ["another form", { predictions: [] }, /must be {"objects"/],
  ["too many objects", { objects: Array.from({ length: 101 }, () => BOX) }, /more than 100/],
  ["no JSON", "<html>", /not valid JSON/],
] as const)("an answer with %s is refused as a person's would be", async (_, value, message) => {
  const given = await givenTask();
  given.server.answers = (_asked, response) => sendJson(response, value);

  expect(await request("POST", given.url, POINT)).toMatchObject({
    status: 502,
    body: { error: "model_failed", message: expect.stringMatching(message) },
  });
});

test("a model that takes longer than two seconds is not waited for", async () => {
  const given = await givenTask();
  given.server.answers = () => undefined;
  const begun = performance.now();

  const answer = await request("POST", given.url, POINT);

  expect(answer).toMatchObject({ status: 504, body: { error: "model_timeout" } });
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test("a member reaches the items of their own tasks only, and only while they have them", async () => {
  const given = await givenTask();
  const { token } = await givenPerson(service, { role: "annotator" });
  const other = service.requestWith(token);

  expect((await other("POST", given.url, POINT)).status).toBe(404);
  expect((await anonymous("POST", given.url, POINT)).status).toBe(401);
  expect((await request("POST", given.url, { prompt: {} })).status).toBe(400);
  expect((await request("POST", given.url, "x=1")).status).toBe(415);
  bodyOf(await request("POST", `/v1/tasks/${given.task.id}/submit`, { result: { objects: [BOX] } }), 200);
  expect(await request("POST", given.url, POINT)).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: expect.stringMatching(/submitted, not leased/) },
  });
  expect(given.server.requests).toEqual([]);
});

test("requests with an Idempotency-Key hold no connection while they wait for the model", async () => {
  const given = await givenTask({}, "dee");
  const held: ServerResponse[] = [];
  given.server.answers = (_asked, response) => void held.push(response);
  const many = 20; // more than the pool has
  const asked = Array.from({ length: many }, (_, n) =>
    request("POST", given.url, {}, { "idempotency-key": `prepare ${n}` }),
  );

  await untilHolds(async () => expect(held).toHaveLength(many));
  expect((await request("GET", "/v1/account")).status).toBe(200);
  for (const response of held) sendJson(response, {});
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
});

test("a member asks 60 times a minute, all processes together", async () => {
  const given = await givenTask({}, "bob");
  const other = await buildApp(service.deps);
  onTestFinished(() => other.close());
  const elsewhere = () => {
    const headers = { authorization: `Bearer ${service.key}` };
    return other.inject({ method: "POST", url: given.url, headers, payload: POINT });
  };
  for (let count = 0; count < 30; count += 1) {
    bodyOf(await request("POST", given.url, POINT), 200);
    expect((await elsewhere()).statusCode).toBe(200);
  }

  for (const answer of [await request("POST", given.url, POINT), (await elsewhere()).json()])
    expect(answer.body ?? answer).toMatchObject({ error: "rate_limit_exceeded" });
  service.advance(60_000);
  expect((await request("POST", given.url, POINT)).status).toBe(200);
});

test("a project has a model of its type and of the kind http, until that is deleted", async () => {
  const given = await givenTask({}, "cem");
  const url = `/v1/projects/${given.project.id}`;
  const change = (assist_model_id: string | null) => request("PATCH", url, { assist_model_id });
  const other = bodyOf(
    await request("POST", "/v1/models", {
      ...{ name: "texts", version: "1", kind: "http", url: given.server.url },
      annotation_types: ["text_classification"],
    }),
    201,
  );

  expect(await change(other.id)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^assist_model_id: .* text_classification/) },
  });
  expect((await change("model_01JD3W8Q9V6T2R4M5N7P8X0YZC")).status).toBe(400);
  expect((await change(null)).body.assist_model_id).toBeNull();
  expect((await request("POST", given.url, POINT)).status).toBe(409);
  expect((await change(given.model.id)).body.assist_model_id).toBe(given.model.id);
  expect((await request("DELETE", `/v1/models/${given.model.id}`)).status).toBe(204);
  expect((await request("GET", url)).body.assist_model_id).toBeNull();
});
