import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { bodyOf, givenBatch, givenProject } from "../../test/given.ts";
import { givenOriented, seenAsStored, UPRIGHT, uprightSides } from "../../test/oriented.ts";
import { startService } from "../../test/service.ts";
import { type Asked, completing, sendJson, startModel } from "../../test/stand-in-model.ts";
import { givenWav, sendRaw } from "../../test/upload-bodies.ts";
import { runModel } from "./run.ts";

const service = await startService();
const { db, deps, request, runJobs } = service;
const YES = { result: { label: "yes" } };
const PRICE = { per_million_input_tokens: 1_000, per_million_output_tokens: 10_000 }; // 0.2 for an answer of `completing`
let versions = 0;
afterAll(() => void vi.unstubAllEnvs());

async function givenChat({
  texts = 1,
  model: sent = {},
  settings = {},
  ask = {},
}: {
  texts?: number;
  model?: object;
  settings?: object;
  ask?: object;
} = {}) {
  const server = await startModel();
  server.answers = completing(YES);
  versions += 1;
  const model = bodyOf(
    await request("POST", "/v1/models", {
      ...{
        name: "stand-in",
        version: String(versions),
        kind: "openai",
        url: new URL("/v1", server.url).href,
      },
      ...{ annotation_types: ["text_classification", "named_entity_recognition"], price: PRICE, ...sent },
    }),
    201,
  );
  const batch = await givenBatch(service, { texts, settings: { instructions: "Say yes.", ...settings } });
  const asked = await request("POST", `/v1/batches/${batch.id}/predict`, { model_id: model.id, ...ask });
  const run = bodyOf(asked, 202);
  const url = `/v1/batches/${batch.id}/runs/${run.id}`;
  return {
    ...{ server, model, batch, run, url },
    read: async () => bodyOf(await request("GET", url), 200),
    reasons: async () =>
      bodyOf(await request("GET", `${url}/errors`), 200).data.map(({ reason }: { reason: string }) => reason),
    health: async () => bodyOf(await request("GET", `/v1/models/${model.id}`), 200),
    predictions: () => db.selectFrom("predictions").selectAll().where("batch_id", "=", batch.id).execute(),
    async retry() {
      await runModel(deps, { account_id: service.accountId, run_id: run.id });
      service.advance(60_000);
    },
  };
}

/** Says one content after the other. */
function sayInTurn(server: Awaited<ReturnType<typeof startModel>>, contents: readonly unknown[]): void {
  let turn = 0;
  server.answers = (asked, response) => completing(contents[turn++])(asked, response);
}

const NER = { annotation_type: "named_entity_recognition", labels: [{ name: "animal" }] };

test("a chat tells guideline, labels, fields and examples, and asks for JSON of the project's schema", async () => {
  const given = await givenChat({
    model: {
      secret: "sk-test-0123456789abcdef",
      prompt: {
        model: "served/name",
        instructions: "Doubt nothing.",
        examples: [{ text: "It works.", result: { label: "yes" }, fields: { why: "works" } }],
        parameters: { max_completion_tokens: 50, logprobs: null },
      },
    },
    settings: { fields: [{ name: "why", type: "text", description: "Your reason" }] },
  });
  given.server.answers = completing({ ...YES, fields: { why: "so" } });

  await runJobs();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1, errors: 0 });
  const [asked] = given.server.requests;
  expect(asked?.path).toBe("/v1/chat/completions");
  expect(asked?.headers.authorization).toBe("Bearer sk-test-0123456789abcdef");
  const { messages, response_format, ...others } = asked?.body ?? {};
  expect(others).toEqual({ model: "served/name", temperature: 0, max_completion_tokens: 50 });
  const [system, ...rest] = messages;
  for (const told of [
    "# Guideline\nSay yes.",
    '{"name":"yes"},{"name":"no"}',
    "Your reason",
    "Doubt nothing.",
  ])
    expect(system.content).toContain(told);
  expect(rest).toEqual([
    { role: "user", content: "It works." },
    { role: "assistant", content: '{"fields":{"why":"works"},"result":{"label":"yes"}}' },
    { role: "user", content: "text 1" },
  ]);
  expect(response_format.json_schema).toMatchObject({
    strict: true,
    schema: {
      required: ["result", "fields"],
      properties: { result: { properties: { label: { type: "string", enum: ["yes", "no"] } } } },
    },
  });
  const [prediction] = await given.predictions();
  expect(prediction).toMatchObject({
    ...{ result: { label: "yes" }, fields: { why: "so" }, score: null },
    prompt_version: given.model.prompt_version,
    usage: { input_tokens: 100, output_tokens: 10, ms: expect.any(Number) },
  });
  expect(prediction?.usage?.cost).toBeCloseTo(0.2, 9);
});

test("nothing of this process's environment reaches the model's server", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-operator");
  vi.stubEnv("OPENAI_ORG_ID", "org-operator");
  vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-operator: secret");
  const given = await givenChat();

  await runJobs();

  const [asked] = given.server.requests;
  expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual(
    ["accept", "connection", "content-length", "content-type", "host", "user-agent"].toSorted(),
  );
  expect(await given.read()).toMatchObject({ predicted: 1 });
});

test("the score is the probability of the answer's tokens, where the server tells it", async () => {
  const given = await givenChat();
  const content = [0.9, 0.5].map((share) => ({ token: "x", logprob: Math.log(share), bytes: null }));
  given.server.answers = completing(YES, { logprobs: { content } });

  await runJobs();

  expect((await given.predictions())[0]?.score).toBeCloseTo(0.45, 6);
});

test("of several samples the most frequent answer counts, with its share and the cost of all", async () => {
  const given = await givenChat({ model: { prompt: { samples: 5 } } });
  const no = { result: { label: "no" } };
  sayInTurn(given.server, [
    ...[no, { ...YES, fields: {} }, "no JSON", { fields: {}, ...YES }],
    { result: { label: "yes" }, fields: {} },
  ]);

  await runJobs();

  expect(await given.predictions()).toMatchObject([{ result: { label: "yes" } }]);
  expect((await given.predictions())[0]?.score).toBeCloseTo(0.6, 6);
  expect((await given.read()).cost).toBeCloseTo(5 * 0.2, 9);
  expect(given.server.requests[0]?.body).not.toHaveProperty("temperature");
});

test("spans are found by their words, counted in code points", async () => {
  const given = await givenChat({ settings: NER });
  await db.updateTable("file_lines").set({ text: "🐈 cat, cat" }).where("text", "=", "text 1").execute();
  const spans = [
    { quote: "cat", occurrence: 2, label: "animal" },
    { quote: "🐈", occurrence: 1, label: "animal" },
  ];
  given.server.answers = completing({ result: { spans, relations: [{ from: 0, to: 1, label: "animal" }] } });

  await runJobs();

  expect((await given.predictions())[0]?.result).toEqual({
    spans: [
      { start: 7, end: 10, label: "animal" },
      { start: 0, end: 1, label: "animal" },
    ],
    relations: [{ from: 0, to: 1, label: "animal" }],
  });
});

async function givenImages(name: string, bytes: Buffer, annotation_type = "image_classification") {
  const upload = bodyOf(await sendRaw(request, name, bytes), 201);
  await runJobs();
  const project = await givenProject(service, { annotation_type });
  return bodyOf(
    await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] }),
    201,
  );
}

async function askAbout(batch: { id: string }) {
  const server = await startModel();
  server.answers = completing(YES);
  const model = bodyOf(
    await request("POST", "/v1/models", {
      ...{ name: `about ${batch.id}`, version: "1", kind: "openai", url: new URL("/v1", server.url).href },
      annotation_types: ["image_classification", "transcription"],
    }),
    201,
  );
  const run = bodyOf(await request("POST", `/v1/batches/${batch.id}/predict`, { model_id: model.id }), 202);
  await runJobs();
  const url = `/v1/batches/${batch.id}/runs/${run.id}`;
  return { server, run: bodyOf(await request("GET", url), 200), url };
}

test("an image is sent as a data URL, upright, with its size", async () => {
  const batch = await givenImages("turned.jpg", await givenOriented("jpeg", 6));

  const { server, run } = await askAbout(batch);

  expect(run).toMatchObject({ status: "finished", predicted: 1 });
  const [asked] = server.requests;
  const [told, sent] = asked?.body.messages.at(-1).content ?? [];
  const { width, height } = uprightSides(6);
  expect(told.text).toBe(`The image is ${width} pixels wide and ${height} high.`);
  const [head, data] = sent.image_url.url.split(",");
  expect(head).toBe("data:image/jpeg;base64");
  const corners = new Map(UPRIGHT).get(6);
  expect(await seenAsStored(Buffer.from(data, "base64"))).toEqual({ width, height, corners });
});

test("a recording is the fault of its item, and nothing is sent", async () => {
  const batch = await givenImages("said.wav", givenWav(1), "transcription");

  const { server, run, url } = await askAbout(batch);

  expect(run).toMatchObject({ status: "finished", errors: 1, cost: 0 });
  expect(server.requests).toEqual([]);
  const { data } = bodyOf(await request("GET", `${url}/errors`), 200);
  expect(data[0].reason).toMatch(/^models of the kind openai get texts, conversations and images/);
});

const span = (quote: string, occurrence = 1) => ({
  result: { spans: [{ quote, occurrence, label: "animal" }], relations: [] },
});
test.each([
  [
    "refuses",
    completing(null, { message: { content: null, refusal: "I cannot" } }),
    {},
    "the model refused: I cannot",
  ],
  ["is cut off", completing('{"result": {"la', { finish_reason: "length" }), {}, /cut off/],
  ["is filtered", completing("", { finish_reason: "content_filter" }), {}, /filter/],
  ["says nothing", completing(""), {}, "the model gave no answer"],
  ["says no JSON", completing("yes, of course"), {}, "the answer of the model is not valid JSON"],
  ["says another form", completing({ label: "yes" }), {}, 'the answer of the model is not {"result": …}'],
  ["invents a label", completing({ result: { label: "maybe" } }), {}, /labels \(yes, no\), not "maybe"/],
  ["adds a field", completing({ ...YES, confidence: 1 }), {}, /unknown field "confidence"/],
  ["quotes what is not there", completing(span("dog")), NER, 'the text does not have the quote "dog"'],
  ["quotes too often", completing(span("t", 3)), NER, 'the text does not have the quote "t" 3 times'],
  [
    "counts characters",
    completing({ result: { spans: [{ start: 0, end: 1, label: "animal" }] } }),
    NER,
    /quote/,
  ],
] as const)(
  "a model that %s leaves the item with an error and no prediction, is paid and not asked again",
  async (_, answers, settings, reason) => {
    const given = await givenChat({ settings });
    given.server.answers = answers;

    await runJobs();

    expect(await given.read()).toMatchObject({ status: "finished", predicted: 0, errors: 1 });
    expect((await given.read()).cost).toBeCloseTo(0.2, 9);
    expect(await given.reasons()).toEqual([expect.stringMatching(reason)]);
    expect(await given.predictions()).toEqual([]);
    expect(given.server.requests).toHaveLength(1);
  },
);

const status = (code: number, body: string, headers: object = {}) =>
  ((_: Asked, response) =>
    response.writeHead(code, { "content-type": "application/json", ...headers }).end(body)) as ReturnType<
    typeof completing
  >;
test.each([
  ["is busy", status(429, '{"error": {"message": "slow down"}}'), "the model answered 429: slow down"],
  [
    "does not know the key",
    status(401, '{"error": {"message": "no key"}}'),
    "the model answered 401: no key",
  ],
  ["redirects", status(307, "", { location: "http://10.0.0.1/" }), /307.*no redirect/],
  ["answers nothing", status(204, ""), "the answer of the model is not a chat completion"],
  ["answers a page", status(200, "<html>", { "content-type": "text/html" }), /not a chat completion/],
  ["answers broken JSON", status(200, '{"choices": ['), "the answer of the model is not valid JSON"],
  ["answers no choice", status(200, '{"choices": []}'), /not a chat completion/],
  ["answers 9 MiB", status(200, `"${"x".repeat(9 << 20)}"`), /larger than 8 MiB/],
] as const)("a server that %s is asked again later", async (_, answers, reason) => {
  const given = await givenChat();
  given.server.answers = answers;
  await given.retry();
  expect((await given.health()).last_error.reason).toMatch(reason);
  expect(await given.read()).toMatchObject({ status: "running", predicted: 0, errors: 0, cost: 0 });
  given.server.answers = completing(YES);

  await given.retry();

  expect(await given.read()).toMatchObject({ status: "finished", predicted: 1, errors: 0 });
  expect(given.server.requests).toHaveLength(2);
});

test("samples that were paid for count although the request is sent again", async () => {
  const given = await givenChat({ model: { prompt: { samples: 2 } } });
  given.server.answers = (asked, response) =>
    given.server.requests.length === 1 ? completing(YES)(asked, response) : sendJson(response, "{");
  await given.retry();
  expect((await given.read()).cost).toBeCloseTo(0.2, 9);
  given.server.answers = completing(YES);

  await given.retry();

  expect((await given.read()).cost).toBeCloseTo(0.6, 9);
});

test("a run stops at its limit of cost, also where no answer is valid", async () => {
  const given = await givenChat({ texts: 12, ask: { max_cost: 0.5 } });
  given.server.answers = completing("no JSON");

  await runJobs();

  const { status, cost } = await given.read();
  expect(status).toBe("stopped");
  expect(given.server.requests.length).toBeLessThanOrEqual(3 + 1); // 0.6, and one in flight beside it
  expect(cost).toBeCloseTo(given.server.requests.length * 0.2, 9);
});

test("each prompt has a version, which predictions and the report on models name", async () => {
  const given = await givenChat({ model: { prompt: { instructions: "First." } } });
  await runJobs();
  service.advance(1_000);

  const changed = bodyOf(
    await request("PATCH", `/v1/models/${given.model.id}`, { prompt: { instructions: "Second." } }),
    200,
  );

  const { data } = bodyOf(await request("GET", `/v1/models/${given.model.id}/prompts`), 200);
  expect(data.map(({ version, prompt }: { version: string; prompt: object }) => [version, prompt])).toEqual([
    [changed.prompt_version, { instructions: "Second." }],
    [given.model.prompt_version, { instructions: "First." }],
  ]);
  const report = bodyOf(await request("GET", `/v1/batches/${given.batch.id}/models`), 200);
  expect(report.models[0].prompt_versions).toEqual([given.model.prompt_version]);
  const back = await request("PATCH", `/v1/models/${given.model.id}`, { prompt: { instructions: "First." } });
  expect(back.body.prompt_version).toBe(given.model.prompt_version);
  expect((await request("GET", "/v1/models/model_01JD3W8Q9V6T2R4M5N7P8X0YZC/prompts")).status).toBe(404);
});

test.each([
  [{ batch_size: 2 }, /^batch_size must be 1/],
  [{ secret: "a b" }, /^secret must be visible/],
  [{ url: undefined }, "url is required for the kind openai"],
  [{ url: "https://10.0.0.1/v1" }, /private network/],
  [{ prompt: { parameters: { stream: true } } }, /^prompt.parameters.stream cannot be chosen/],
  [{ prompt: { samples: 10 } }, /^prompt.samples/],
  [{ kind: "http", prompt: {} }, "prompt must be absent for the kind http"],
] as const)("registering %j is refused", async (change, message) => {
  const model = { name: "refused", version: "1", kind: "openai", url: "https://models.acme.test/v1" };
  const { status, body } = await request("POST", "/v1/models", {
    ...{ ...model, annotation_types: ["text_classification"], ...change },
  });

  expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_request" });
  expect(body.message).toMatch(message);
});

test("a key goes to no other address than the one that it was sent for", async () => {
  const { model } = await givenChat({ model: { secret: "sk-test-0123456789abcdef" } });
  const move = { url: "https://models.other.test/v1" };

  expect(await request("PATCH", `/v1/models/${model.id}`, move)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^secret must be sent/) },
  });
  expect((await request("PATCH", `/v1/models/${model.id}`, { ...move, secret: "sk-other" })).status).toBe(
    200,
  );
});

const refusing =
  (message: string): ReturnType<typeof completing> =>
  (_asked, response) =>
    response
      .writeHead(401, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { message } }));
test.each([
  ["has NUL", "bad\0thing", "the model answered 401: bad\ufffdthing"],
  [
    "is long and has an emoji where it is cut",
    `${"x".repeat(223)}😀${"y".repeat(80)}`,
    `the model answered 401: ${"x".repeat(223)}…${"y".repeat(75)}`,
  ],
  ["repeats the key", "unknown key sk-secret-1234", "the model answered 401: unknown key …"],
])(
  "an error whose message %s is shown as far as it can be, and the request is sent again",
  async (_, message, reason) => {
    const given = await givenChat({ model: { secret: "sk-secret-1234" } });
    given.server.answers = refusing(message);

    await given.retry();

    expect(await given.health()).toMatchObject({ last_error: { reason } });
    for (let attempt = 2; attempt <= 4; attempt += 1) await given.retry();
    expect(given.server.requests).toHaveLength(4);
    expect(await given.reasons()).toEqual([reason]);
  },
);

test("a model that counts more tokens than there can be gives no answer, and the cost stays a number", async () => {
  const given = await givenChat();
  given.server.answers = completing(YES, {}, { prompt_tokens: 1e308, completion_tokens: 1 });

  await given.retry();

  expect(await given.health()).toMatchObject({
    last_error: { reason: "the answer of the model is not a chat completion" },
  });
  expect(await given.read()).toMatchObject({ cost: 0 });
});

test("a list of prompts ends at 8 MB", async () => {
  const { model } = await givenChat();
  const examples = Array.from({ length: 50 }, () => ({ text: "x".repeat(19_000), ...YES }));
  for (let version = 0; version < 10; version += 1) {
    const prompt = { instructions: String(version), examples };
    bodyOf(await request("PATCH", `/v1/models/${model.id}`, { prompt }), 200);
    service.advance(1);
  }

  const { data } = bodyOf(await request("GET", `/v1/models/${model.id}/prompts`), 200);

  const told = data.map(({ prompt }: { prompt: { instructions: string } }) => prompt.instructions);
  expect(told).toEqual(["9", "8", "7", "6", "5", "4", "3", "2"]);
});

test("a model keeps 100 prompts, and goes back to an earlier one beyond", async () => {
  const { model } = await givenChat({ model: { prompt: { instructions: "First." } } });
  await sql`insert into model_prompts (account_id, model_id, version, prompt, created_at)
    select account_id, id, 'version ' || n, prompt, created_at from models, generate_series(1, 99) as n
    where id = ${model.id}`.execute(db);
  const change = (prompt: object) => request("PATCH", `/v1/models/${model.id}`, { prompt });

  expect(await change({ instructions: "Once more." })).toMatchObject({
    status: 403,
    body: {
      error: "limit_exceeded",
      message: expect.stringMatching(/100 prompts; register another version/),
    },
  });
  expect((await change({ instructions: "First." })).status).toBe(200);
});
