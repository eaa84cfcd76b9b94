import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, givenBatch, itemOf } from "../../test/given.ts";
import { isSigned } from "../../test/receiver.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { labeling, sendJson, startModel } from "../../test/stand-in-model.ts";
import { untilHolds } from "../../test/until.ts";
import { findAndLockBatch } from "../batches/store.ts";
import { newId } from "../platform/ids.ts";
import { predictionKey } from "../queue/predictions.ts";
import { runModel } from "./run.ts";

const service = await startService();
const { db, deps, request, runJobs } = service;
const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
let versions = 0;

/** A batch, a model with a server of its own, and the run of one over the other. */
async function givenRun({
  texts = 3,
  model: sent = {},
  ask = {},
}: {
  texts?: number;
  model?: object;
  ask?: object;
} = {}) {
  const server = await startModel();
  versions += 1;
  const model = bodyOf(
    await request("POST", "/v1/models", {
      ...{ name: "sentiment", version: String(versions), kind: "http", url: server.url, secret: SECRET },
      ...{ annotation_types: ["text_classification"], batch_size: 2, concurrency: 2, timeout_ms: 5_000 },
      ...sent,
    }),
    201,
  );
  const batch = await givenBatch(service, { texts, settings: { instructions: "Say yes." } });
  const asked = await request("POST", `/v1/batches/${batch.id}/predict`, { model_id: model.id, ...ask });
  const run = bodyOf(asked, 202);
  const url = `/v1/batches/${batch.id}/runs/${run.id}`;
  return {
    ...{ server, model, batch, run, url, asked },
    read: async () => bodyOf(await request("GET", url), 200),
    errors: async () => bodyOf(await request("GET", `${url}/errors`), 200).data,
    health: async () => bodyOf(await request("GET", `/v1/models/${model.id}`), 200),
    predictions: () =>
      db.selectFrom("predictions").selectAll().where("batch_id", "=", batch.id).orderBy("item_id").execute(),
    /** Sends what is due again, and makes the next attempt due. */
    async retry() {
      await runModel(deps, { account_id: service.accountId, run_id: run.id });
      service.advance(60_000);
    },
  };
}

test("each item gets the model's prediction, by signed requests that tell the guideline", async () => {
  const given = await givenRun({ model: { price: { per_1000_items: 100 } } });
  expect(given.asked.headers.location).toBe(given.url);
  expect(given.run).toMatchObject({ status: "running", count: 3, predicted: 0, errors: 0, cost: 0 });

  await runJobs();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 3, errors: 0 });
  expect((await given.read()).cost).toBeCloseTo(0.3, 9);
  expect(await given.predictions()).toMatchObject(
    [1, 2, 3].map(() => ({ name: "sentiment", result: { label: "yes" }, score: 0.75, usage: { cost: 0.1 } })),
  );
  const [first] = given.server.requests;
  expect(given.server.requests.map(({ body }) => body.items.length)).toEqual([2, 1]);
  expect(first?.body).toMatchObject({
    type: "predict",
    project: { annotation_type: "text_classification", guideline: "Say yes.", guideline_version: 1 },
    items: [
      { text: "text 1", metadata: {} },
      { text: "text 2", metadata: {} },
    ],
    reply_url: expect.stringContaining("/reply?account="),
  });
  expect(first && isSigned({ path: "", headers: first.headers, body: first.text }, SECRET)).toBe(true);
  expect(await given.health()).toMatchObject({ last_success_at: deps.now().toISOString(), last_error: null });
  const { data } = bodyOf(await request("GET", `/v1/batches/${given.batch.id}/runs`), 200);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([given.run.id]);
});

test("items with a prediction, and those that the filter leaves out, are not asked for", async () => {
  const given = await givenRun({ ask: { filter: { external_ids: ["1", "2"] } } });
  await runJobs();
  const again = await request("POST", `/v1/batches/${given.batch.id}/predict`, { model_id: given.model.id });

  await runJobs();

  expect(again.body.count).toBe(1);
  expect(
    given.server.requests.map(({ body }) => body.items.map(({ text }: { text: string }) => text)),
  ).toEqual([["text 1", "text 2"], ["text 3"]]);
});

const LINE = { result: { label: "yes" } };
test.each([
  ["no result for it", [], "the model gave no result for this item"],
  ["two results for it", [LINE, LINE], "the model gave more than one result for this item"],
  ["a label outside the set", [{ result: { label: "maybe" } }], /maybe/],
  ["a score beyond 1", [{ ...LINE, score: 1.5 }], "score must be a number from 0 to 1"],
  ["a score that is a text", [{ ...LINE, score: "NaN" }], "score must be a number from 0 to 1"],
  ["a result of another shape", [{ result: [1] }], /result/],
  ["another model's name", [{ ...LINE, model: "other" }], "unknown field model"],
  ["an unknown field", [{ ...LINE, confidence: 1 }], /unknown field "confidence"/],
] as const)("an item with %s gets an error and no prediction", async (_, lines, reason) => {
  const given = await givenRun();
  given.server.answers = ({ body }, response) => {
    const [{ id: first }, ...others] = body.items;
    const sound = others.map(({ id }: { id: string }) => ({ item_id: id, ...LINE }));
    const stray = { item_id: "item_01JD3W8Q9V6T2R4M5N7P8X0YZC", ...LINE };
    const faulty =
      body.items.length === 1
        ? [{ item_id: first, ...LINE }]
        : lines.map((line) => ({ item_id: first, ...line }));
    sendJson(response, { predictions: [...faulty, ...sound, stray] });
  };

  await runJobs();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 2, errors: 1 });
  expect(await given.errors()).toEqual([
    {
      ...{ item_id: expect.any(String), reason: expect.stringMatching(reason) },
      item: {
        external_id: expect.stringMatching(/^[123]$/),
        line: expect.any(Number),
        file: { filename: "lines.jsonl" },
      },
      created_at: expect.any(String),
    },
  ]);
  expect(await given.predictions()).toHaveLength(2);
});

test("a result for an item of the batch that was not asked for is left out", async () => {
  const given = await givenRun({ ask: { filter: { external_ids: ["1"] } } });
  const other = await itemOf(service, given.batch.id, "2");
  given.server.answers = ({ body }, response) =>
    sendJson(response, {
      predictions: [body.items[0].id, other.id].map((item_id) => ({ item_id, ...LINE })),
    });

  await runJobs();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1, errors: 0 });
  expect((await given.predictions()).map(({ item_id }) => item_id)).not.toContain(other.id);
});

test.each([
  ["NaN", '{"predictions": [{"item_id": "x", "result": {"label": "yes"}, "score": NaN}]}', /not valid JSON/],
  ["a page", "<html>busy</html>", /not valid JSON/],
  ["another form", '{"results": []}', /must be {"predictions"/],
] as const)("an answer with %s is asked for again, under the same id", async (_, text, reason) => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_asked, response) => sendJson(response, text);
  await given.retry();
  expect((await given.health()).last_error).toEqual({
    at: expect.any(String),
    reason: expect.stringMatching(reason),
  });
  given.server.answers = labeling("no");

  await given.retry();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1, errors: 0 });
  const ids = given.server.requests.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test("a redirect is not followed, and an answer without end is not read", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(302, { location: given.server.url }).end();
  await given.retry();
  expect((await given.health()).last_error.reason).toMatch(/302.*no redirect/);
  let sent = 0;
  given.server.answers = (_, response) => {
    const chunk = Buffer.alloc(1 << 20, " ");
    const more = () => {
      while (!response.destroyed && sent < 1 << 30) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on("drain", more);
    more();
  };

  await given.retry();

  expect((await given.health()).last_error.reason).toBe("the answer of the model is larger than 8 MiB");
  expect(sent).toBeLessThan(64 << 20);
});

test("a model that does not answer in time is asked four times; then its items have an error", async () => {
  const given = await givenRun({ texts: 1, model: { timeout_ms: 1_000 } }); // so long that each request arrives
  given.server.answers = () => undefined;

  for (let attempt = 0; attempt < 4; attempt += 1) await given.retry();

  expect(given.server.requests).toHaveLength(4);
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 0, errors: 1 });
  expect((await given.errors())[0].reason).toBe("the model did not answer in time");
});

test("a run fails once three requests in a row are lost, and goes on when it is told to", async () => {
  const given = await givenRun({ texts: 5, model: { batch_size: 1, concurrency: 1 } });
  given.server.answers = (_, response) => response.writeHead(500).end();
  for (let attempt = 0; attempt < 12; attempt += 1) await given.retry();
  expect(await given.read()).toMatchObject({ status: "failed", errors: 3, reason: "the model answered 500" });
  bodyOf(await request("PATCH", given.url, { status: "running" }), 200);
  for (let attempt = 0; attempt < 4; attempt += 1) await given.retry();
  expect(await given.read()).toMatchObject({ status: "running", errors: 4 });
  given.server.answers = labeling("yes");

  await given.retry();

  const run = await given.read();
  expect(run.status).toBe("finished");
  expect([run.predicted + run.errors, run.predicted > 0]).toEqual([5, true]);
});

test("a server that names a time is asked again no sooner", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(429, { "retry-after": "90" }).end();
  await given.retry();
  await given.retry(); // a minute later
  expect(given.server.requests).toHaveLength(1);

  await given.retry();

  expect(given.server.requests).toHaveLength(2);
});

test("a run stops at its limit of cost, exceeded by no more than what was in flight, and goes on beyond it", async () => {
  const given = await givenRun({
    texts: 12,
    model: { batch_size: 1, timeout_ms: 60_000 },
    ask: { max_cost: 3 },
  });
  given.server.answers = labeling("yes", { usage: { cost: 1 } });
  await runJobs();
  const stopped = await given.read();
  expect(stopped).toMatchObject({ status: "stopped", reason: expect.stringMatching(/^max_cost/) });
  expect(stopped.cost).toBeLessThanOrEqual(3 + 1);
  expect(given.server.requests).toHaveLength(stopped.cost);

  bodyOf(await request("PATCH", given.url, { status: "running", max_cost: null }), 200);
  await runJobs();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 12, cost: 12 });
  expect(given.server.requests).toHaveLength(12);
});

test("the request that waits for the model is not sent once the limit of cost is reached", async () => {
  const given = await givenRun({
    texts: 6,
    model: { batch_size: 1, concurrency: 1 },
    ask: { max_cost: 2 },
  });
  given.server.answers = labeling("yes", { usage: { cost: 1 } });
  await runJobs();
  expect(await given.read()).toMatchObject({ status: "stopped", cost: 2 });
  expect(given.server.requests).toHaveLength(2);

  bodyOf(await request("PATCH", given.url, { status: "running", max_cost: null }), 200);
  await runJobs();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 6, cost: 6 });
  expect(given.server.requests).toHaveLength(6);
});

test("a model gets its next request before its last answer is stored", async () => {
  const given = await givenRun({ texts: 4, model: { batch_size: 1, concurrency: 1 } });

  const running = await db.transaction().execute(async (tx) => {
    await findAndLockBatch(tx, service.accountId, given.batch.id);
    const job = runModel(deps, { account_id: service.accountId, run_id: given.run.id });
    await untilHolds(async () => expect(given.server.requests).toHaveLength(2));
    await untilSomeoneWaits(db, 2); // both answers, and no third request before one is stored
    expect(given.server.requests).toHaveLength(2);
    expect(await given.predictions()).toEqual([]);
    return { job };
  });

  await running.job;
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 4 });
});

test("a model that begins to promise replies gets no more requests than it takes", async () => {
  const given = await givenRun({ texts: 3, model: { batch_size: 1, concurrency: 1 } });
  given.server.answers = (asked, response) => {
    if (given.server.requests.length === 1) labeling("yes")(asked, response);
    else response.writeHead(202).end();
  };
  await given.retry();
  expect(given.server.requests).toHaveLength(2);
  const [, promised] = given.server.requests;
  const { pathname, search } = new URL(promised?.body.reply_url);
  given.server.answers = labeling("yes");

  const predictions = [{ item_id: promised?.body.items[0].id, ...LINE }];
  expect((await service.anonymous("POST", pathname + search, { predictions })).status).toBe(204);
  await given.retry();

  expect(given.server.requests).toHaveLength(3);
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 3 });
});

test("a paused run asks for nothing, goes on later, and cannot be changed once it has ended", async () => {
  const given = await givenRun();
  expect((await request("PATCH", given.url, { status: "paused" })).body.status).toBe("paused");
  await runJobs();
  expect(given.server.requests).toEqual([]);
  const open = await request("POST", `/v1/batches/${given.batch.id}/predict`, { model_id: given.model.id });
  expect(open).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  bodyOf(await request("PATCH", given.url, { status: "running" }), 200);
  await runJobs();
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 3 });
  expect((await request("PATCH", given.url, { status: "paused" })).status).toBe(409);
});

test("a run after a crash asks again only for items that have no answer, under the same ids", async () => {
  const given = await givenRun({ texts: 6 });
  const dead = await startModel();
  dead.answers = () => undefined;
  let answered = 0;
  given.server.answers = (asked, response) => {
    answered += 1;
    if (answered === 1) labeling("yes")(asked, response);
  };
  // A process that dies while two requests have no answer: nothing after these is stored.
  const crash = {
    ...deps,
    outbound: {
      ...deps.outbound,
      ask: (...[url, headers, body]: Parameters<typeof deps.outbound.ask>) =>
        deps.outbound
          .ask(url, headers, body, { timeout_ms: 5_000, max_bytes: 1e6 })
          .catch(() => new Promise<never>(() => undefined)),
    },
  };
  void runModel(crash, { account_id: service.accountId, run_id: given.run.id });
  await untilHolds(async () => {
    if (given.server.requests.length < 3) throw new Error("not yet");
  });
  given.server.answers = labeling("no");
  service.advance(60_000);

  await runModel(deps, { account_id: service.accountId, run_id: given.run.id });

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 6, errors: 0 });
  const ids = given.server.requests.map(({ headers }) => String(headers["webhook-id"]));
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(3);
  expect(ids.filter((id) => id === ids[0]).length).toBeLessThanOrEqual(2);
  expect(await given.predictions()).toHaveLength(6);
});

test("a model that answers 202 replies once, with its URL alone", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(202).end();
  await given.retry();
  const [asked] = given.server.requests;
  const { pathname, search } = new URL(asked?.body.reply_url);
  const reply = (query: string, body: unknown) => service.anonymous("POST", pathname + query, body);
  const item_id = asked?.body.items[0].id;
  const good = { predictions: [{ item_id, result: { label: "yes" } }] };

  expect((await reply(search.replace(/signature=./, "signature=~"), good)).status).toBe(403);
  expect((await reply(search, { results: [] })).status).toBe(400);
  expect((await reply(search, "x=1")).status).toBe(415);
  expect((await reply(search, { predictions: ["x".repeat(9 << 20)] })).status).toBe(413);
  expect((await reply(search, good)).status).toBe(204);
  expect((await reply(search, good)).status).toBe(409);
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1 });
  service.advance(3_600_000);
  expect((await reply(search, good)).status).toBe(403);
});

test("of two replies at the same time one counts", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(202).end();
  await given.retry();
  const [asked] = given.server.requests;
  const { pathname, search } = new URL(asked?.body.reply_url);
  const body = { predictions: [{ item_id: asked?.body.items[0].id, ...LINE }] };

  const replies = await db.transaction().execute(async (tx) => {
    await findAndLockBatch(tx, service.accountId, given.batch.id);
    const both = [1, 2].map(() => service.anonymous("POST", pathname + search, body));
    await untilSomeoneWaits(db, 2); // with the request read, for the batch
    return both;
  });

  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([204, 409]);
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1 });
});

test("a model that promised a reply and never sent it is asked again an hour later", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(202).end();
  await given.retry();
  await given.retry();
  expect(given.server.requests).toHaveLength(1);
  service.advance(3_600_000);
  given.server.answers = labeling("yes");

  await given.retry();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1 });
});

test("the reply to a canceled run, and to one of a deleted model, is refused", async () => {
  for (const end of ["cancel", "delete"]) {
    const given = await givenRun({ texts: 1 });
    given.server.answers = (_, response) => response.writeHead(202).end();
    await given.retry();
    const { pathname, search } = new URL(given.server.requests[0]?.body.reply_url);

    if (end === "cancel") await request("PATCH", given.url, { status: "canceled" });
    else await request("DELETE", `/v1/models/${given.model.id}`);

    expect((await service.anonymous("POST", pathname + search, { predictions: [] })).status).toBe(409);
    expect(await given.read()).toMatchObject({ status: "canceled" });
  }
});

test("a model can be deleted while an answer of it is stored", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(202).end();
  await given.retry();
  const [asked] = given.server.requests;
  const { pathname, search } = new URL(asked?.body.reply_url);
  const item_id = asked?.body.items[0].id;
  const { name, version } = given.model;

  const both = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("predictions")
      .values({
        ...{ id: newId("prediction"), account_id: service.accountId, batch_id: given.batch.id, item_id },
        ...{ model: predictionKey({ model: name, version }), name, version, guideline_version: 1 },
        ...{ result: JSON.stringify(LINE.result), created_at: deps.now() },
      })
      .execute();
    const reply = service.anonymous("POST", pathname + search, { predictions: [{ item_id, ...LINE }] });
    await untilSomeoneWaits(db); // with its run locked, for the prediction
    const deleting = request("DELETE", `/v1/models/${given.model.id}`);
    await untilSomeoneWaits(db, 2);
    return [reply, deleting];
  });

  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([204, 204]);
});

test("all jobs of a run together send no more requests at once than the model takes", async () => {
  const given = await givenRun({ texts: 8, model: { batch_size: 1, concurrency: 3 } });
  const held: (() => void)[] = [];
  const release = () => {
    given.server.answers = labeling("yes");
    for (const answer of held.splice(0)) answer();
  };
  given.server.answers = (asked, response) => {
    held.push(() => labeling("yes")(asked, response));
    if (held.length > 3) release(); // so that the test fails at once
  };
  const key = { account_id: service.accountId, run_id: given.run.id };
  const first = runModel(deps, key);
  await untilHolds(async () => expect(held).toHaveLength(3));

  await runModel(deps, key); // ends at once, because three requests wait

  expect(given.server.requests).toHaveLength(3);
  release();
  await first;
  expect(await given.read()).toMatchObject({ status: "finished", predicted: 8 });
});

test("a request whose last process died before its answer is given up, not sent a fifth time", async () => {
  const given = await givenRun({ texts: 1 });
  given.server.answers = (_, response) => response.writeHead(202).end();
  await given.retry();
  const due_at = deps.now();
  await db
    .updateTable("model_requests")
    .set({ attempt: 4, due_at, reason: null })
    .where("run_id", "=", given.run.id)
    .execute();

  await given.retry();

  expect(given.server.requests).toHaveLength(1);
  expect(await given.read()).toMatchObject({ status: "finished", errors: 1 });
  expect((await given.errors())[0].reason).toBe("the model did not answer in time");
});

test.each([
  [{ kind: "pushed", url: undefined, secret: undefined }, /of the kind pushed/],
  [{ annotation_types: ["ranking"] }, /gives results of ranking/],
])("a model %j cannot be asked", async (sent, message) => {
  const batch = await givenBatch(service);
  versions += 1;
  const body = { name: "other", version: String(versions), kind: "http", url: "https://models.acme.test/" };
  const model = bodyOf(
    await request("POST", "/v1/models", { ...body, annotation_types: ["text_classification"], ...sent }),
    201,
  );

  const asked = await request("POST", `/v1/batches/${batch.id}/predict`, { model_id: model.id });

  expect(asked).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
});

test("a run with the maximum of errors fails, and does not go on", async () => {
  const given = await givenRun({ texts: 9, model: { batch_size: 1, concurrency: 1 } });
  given.server.answers = (_, response) => sendJson(response, { predictions: [] });
  await db.updateTable("model_runs").set({ error_count: 99_999 }).where("id", "=", given.run.id).execute();

  await runJobs();

  const reason = expect.stringMatching(/^10000\d items have no valid result; cancel the run/);
  expect(await given.read()).toMatchObject({ status: "failed", reason });
  expect(given.server.requests.length).toBeLessThan(9); // those in flight, and one more
  const message = expect.stringMatching(/10000\d errors; cancel it/);
  expect(await request("PATCH", given.url, { status: "running" })).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message },
  });
  expect((await request("PATCH", given.url, { status: "canceled" })).status).toBe(200);
});

test("a batch has at most 1,000 runs", async () => {
  const { batch, model, run } = await givenRun();
  await request("PATCH", `/v1/batches/${batch.id}/runs/${run.id}`, { status: "canceled" });
  await sql`insert into model_runs (account_id, id, batch_id, model_id, model_name, model_version, status, filter, item_count, created_at, updated_at)
    select account_id, id || n, batch_id, model_id, model_name, model_version, status, filter, item_count, created_at, updated_at
    from model_runs, generate_series(1, 999) as n where id = ${run.id}`.execute(db);

  expect(await request("POST", `/v1/batches/${batch.id}/predict`, { model_id: model.id })).toMatchObject({
    status: 403,
    body: { error: "limit_exceeded", message: expect.stringMatching(/at most 1000 runs; send further/) },
  });
});

test("lists of runs and errors refuse foreign cursors", async () => {
  const { batch, url } = await givenRun();
  for (const list of [`/v1/batches/${batch.id}/runs`, `${url}/errors`])
    expect((await request("GET", `${list}?cursor=garbage`)).status).toBe(400);
});
