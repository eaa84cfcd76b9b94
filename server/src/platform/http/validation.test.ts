import Fastify, { type FastifyBaseLogger } from "fastify";
import Type from "typebox";
import { expect, test } from "vitest";
import { recordLog } from "../../../test/recorded-log.ts";
import { handleError, invalidRequest } from "./error-handler.ts";
import { schemaFaults } from "./schema-faults.ts";
import { configureValidation } from "./validation.ts";
import { MetadataBody, nullable } from "./wire.ts";

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    email: Type.Optional(nullable(Type.String({ format: "email" }))),
    at: Type.Optional(Type.String({ format: "date-time" })),
    size: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    level: Type.Optional(Type.Enum(["low", "high"])),
    tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
    box: Type.Optional(Type.Object({ x: Type.Number() }, { additionalProperties: false })),
    metadata: Type.Optional(MetadataBody),
  },
  { additionalProperties: false },
);
const Query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  on: Type.Optional(Type.Boolean()),
});

const recorded = recordLog();
const logger: FastifyBaseLogger = recorded.log;
const app = Fastify({ loggerInstance: logger });
configureValidation(app);
app.setErrorHandler(handleError);
app.post("/body", { schema: { body: Body } }, async ({ body }) => ({ body }));
app.get("/query", { schema: { querystring: Query } }, async ({ query }) => query);
app.delete("/body", async ({ body }) => ({ body: body ?? null }));
const Options = Type.Object({ why: Type.Optional(Type.String()) }, { additionalProperties: false });
app.post("/action", { schema: { body: Options } }, async ({ body }) => ({ body }));
app.get("/throw", async ({ query }) => {
  throw Object.assign(new Error("select secret from accounts"), query);
});
app.get("/throw-wrapped", async ({ query }) => {
  const cause = Object.assign(new Error("select secret from sessions"), query);
  throw Object.assign(new Error("Failed to get session", { cause }), { statusCode: 500 });
});

async function post(payload: string | Buffer, type = "application/json") {
  const response = await app.inject({
    method: "POST",
    url: "/body",
    payload,
    headers: { "content-type": type },
  });
  return { status: response.statusCode, ...response.json() };
}

test.each([
  [{}, "Missing required field: name"],
  [{ name: "a", nmae: "b" }, "Unknown field: nmae"],
  [{ name: 7 }, "name must be a string"],
  [{ name: "" }, "name must not be empty"],
  [{ name: "abcdef" }, "name must have at most 5 characters"],
  [{ name: "a", email: "b" }, "email must be an e-mail address"],
  [{ name: "a", email: 7 }, "email must be a string or null"],
  [{ name: "a", at: "2026-11-21" }, "at must be a time with an offset, such as 2026-11-21T03:00:00Z"],
  [{ name: "a", size: "7" }, "size must be an integer"],
  [{ name: "a", size: 7.5 }, "size must be an integer"],
  [{ name: "a", size: 10 }, "size must be at most 9"],
  [{ name: "a", level: "mid" }, "level must be one of low, high"],
  [{ name: "a", tags: [] }, "tags must not be empty"],
  [{ name: "a", tags: ["b", "b"] }, "tags must not contain duplicates"],
  [{ name: "a", tags: ["b", 1] }, "tags.1 must be a string"],
  [{ name: "a", box: {} }, "Missing required field: box.x"],
  [{ name: "a", box: { x: 1, y: 2 } }, "Unknown field: box.y"],
  [
    { level: "mid", size: -1 },
    "Missing required field: name; size must be at least 0; level must be one of low, high",
  ],
  [[], "the body must be an object"],
  [{ name: "a", metadata: { k: 1 } }, "metadata.k must be a string"],
])("the body %j is refused in words that name the field", async (body, message) => {
  expect(await post(JSON.stringify(body))).toEqual({ status: 400, error: "invalid_request", message });
});

test("a large body is checked up to its first fault, a small one completely", async () => {
  const Lists = Type.Object({
    files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer() }), { maxItems: 100_000 }),
    ids: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
  });
  const validate = app.validatorCompiler?.({ schema: Lists, method: "POST", url: "/", httpPart: "body" });
  const faultsOf = async (data: unknown): Promise<unknown> => (await validate?.(data)) ?? [];
  const wrong = (count: number) => Array.from({ length: count }, () => ({}));

  expect(await faultsOf({ files: wrong(3) })).toMatchObject({ error: { length: 6 } });
  expect(await faultsOf({ files: wrong(100_000) })).toMatchObject({ error: { length: 1 } });
  expect(await faultsOf({ files: [], ids: Array(500_000).fill(1) })).toMatchObject({
    error: [{ keyword: "maxItems" }],
  });
});

test("the cost of phrasing faults grows with the reported faults, not with all faults", () => {
  let reads = 0;
  const fault = (index: number) => ({
    ...{ keyword: "type", params: { type: "string" }, schemaPath: "" },
    get instancePath() {
      reads += 1;
      return `/ids/${index}`;
    },
  });
  const validation = Array.from({ length: 20_000 }, (_, index) => fault(index));

  const faults = schemaFaults({ code: "", name: "", message: "", validation });

  expect(faults[0]).toEqual({ path: "ids.0", message: "ids.0 must be a string" });
  expect(faults).toHaveLength(20);
  expect(reads).toBeLessThan(20_000);
});

test.each([{ "": "v" }, { ["k".repeat(41)]: "v" }, { k: "v".repeat(501) }, { "a\nb": 1 }])(
  "the metadata %j is refused",
  async (metadata) => {
    expect(await post(JSON.stringify({ name: "a", metadata }))).toMatchObject({
      status: 400,
      error: "invalid_request",
    });
  },
);

test("a body keeps its types and all its fields", async () => {
  const body = { name: "a", size: 7, email: null, box: { x: -0.5 }, metadata: { "any key": "é\u2028" } };

  expect(await post(JSON.stringify(body))).toEqual({ status: 200, body });
  expect(await post(`\ufeff${JSON.stringify(body)}`, "application/merge-patch+json; charset=utf-8")).toEqual({
    status: 200,
    body,
  });
});

test.each([
  ["{", "the body is not valid JSON"],
  ["", "the body must be an object"],
  ['{"name":"a\\u0000"}', "text must not contain NUL (\\u0000)"],
  ['{"name":"\\ud800"}', "text must not contain half a surrogate pair"],
  ['{"a\\u0000":1}', "text must not contain NUL (\\u0000)"],
  ['{"size":1e999}', "a number is too large"],
  ['{"__proto__":{"name":"a"}}', "the key __proto__ is not allowed"],
  [`${"[".repeat(65)}${"]".repeat(65)}`, "the JSON is nested more than 64 levels deep"],
  ["[".repeat(1_000_000), "the body is not valid JSON"],
  [`${"[".repeat(500_000)}${"]".repeat(500_000)}`, "the JSON is nested more than 64 levels deep"],
  [Buffer.from([0x22, 0xff, 0x22]), "the body must be UTF-8"],
])("the text %.40s is refused", async (text, message) => {
  expect(await post(text)).toEqual({ status: 400, error: "invalid_request", message });
});

test.each(["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "json", ""])(
  "a body of type %j is refused",
  async (type) => {
    expect(await post("{}", type)).toEqual({
      status: 415,
      error: "unsupported_media_type",
      message: "this endpoint does not read the Content-Type; send Content-Type: application/json",
    });
  },
);

test("an action whose options are all optional needs no body", async () => {
  for (const headers of [{}, { "content-type": "application/json", "content-length": "0" }]) {
    const response = await app.inject({ method: "POST", url: "/action", headers });
    expect([response.statusCode, response.json()]).toEqual([200, { body: {} }]);
  }
});

test("a DELETE may declare a JSON body and send none", async () => {
  for (const headers of [{}, { "content-length": "0" }]) {
    const response = await app.inject({
      method: "DELETE",
      url: "/body",
      headers: { "content-type": "application/json", ...headers },
    });
    expect(response.json()).toEqual({ body: null });
  }
});

test("a query string is coerced to its schema and gets defaults; unknown parameters are not passed on", async () => {
  const query = async (text: string) => (await app.inject({ url: `/query?${text}` })).json();

  expect(await query("")).toEqual({ limit: 20 });
  expect(await query("limit=7&on=true&unknown=x")).toMatchObject({ limit: 7, on: true });
  for (const limit of ["0", "101", "abc", "1.5", "", "1&limit=2"]) {
    expect(await query(`limit=${limit}`)).toMatchObject({
      error: "invalid_request",
      message: expect.stringContaining("query parameter limit"),
    });
  }
});

test.each([
  ["2026-11-21T03:00:00Z", true],
  ["2026-11-21t03:00:00.123456+05:30", true],
  ["2024-02-29T00:00:00-00:00", true],
  ["2026-02-29T00:00:00Z", false],
  ["2026-11-21T03:00:00", false],
  ["2026-11-21 03:00:00Z", false],
  ["2026-11-21T24:00:00Z", false],
  ["2016-12-31T23:59:60Z", false],
  ["0000-01-01T00:00:00Z", false],
  ["9999-12-31T23:59:59-01:00", false],
  ["2026-11-21T03:00:00+05", false],
])("%s as a time: %s", async (at, isTime) => {
  expect((await post(JSON.stringify({ name: "a", at }))).status).toBe(isTime ? 200 : 400);
});

test.each([
  ["code=ECONNREFUSED", 503, "service_unavailable", "5"],
  ["code=57P01", 503, "service_unavailable", "5"],
  ["code=40P01", 503, "service_unavailable", "5"],
  ["code=25006", 503, "service_unavailable", "5"],
  ["code=55P03", 503, "service_unavailable", "5"],
  ["code=08P01", 503, "service_unavailable", "5"],
  ["code=57014", 503, "service_unavailable", "5"],
  ["code=53100", 507, "insufficient_storage", "60"],
  ["code=42P01", 500, "internal_error", undefined],
  ["statusCode=500", 500, "internal_error", undefined],
])("a fault with %s is a %i that tells nothing of its cause", async (query, status, error, retryAfter) => {
  const response = await app.inject({ url: `/throw?${query}` });

  expect([response.statusCode, response.json().error, response.headers["retry-after"]]).toEqual([
    status,
    error,
    retryAfter,
  ]);
  expect(response.body).not.toContain("secret");
});

test("the log names the cause of an outage, and not of a request that asked for too much", async () => {
  const before = recorded.lines("request refused").length;
  await app.inject({ url: "/throw?code=57014" });
  await app.inject({ url: "/throw?code=57P01" });

  expect(recorded.lines("request refused").slice(before)).toMatchObject([{ err: { code: "57P01" } }]);
});

test("a library's fault with an outage of the database as its cause is a 503", async () => {
  const outage = await app.inject({ url: "/throw-wrapped?code=57P03" });
  const defect = await app.inject({ url: "/throw-wrapped?code=42P01" });

  expect([outage.statusCode, outage.headers["retry-after"]]).toEqual([503, "5"]);
  expect(defect.statusCode).toBe(500);
});

test("a client that asks for a problem document gets one, with the two usual fields in it", async () => {
  const response = await app.inject({
    method: "POST",
    url: "/body",
    payload: { box: {} },
    headers: { accept: "application/problem+json, application/json" },
  });

  expect(response.headers).toMatchObject({
    "content-type": "application/problem+json; charset=utf-8",
    vary: "Accept",
  });
  expect(response.json()).toEqual({
    type: "/errors/invalid_request",
    title: "Invalid request",
    status: 400,
    detail: "Missing required field: name; Missing required field: box.x",
    instance: "/body",
    error: "invalid_request",
    message: "Missing required field: name; Missing required field: box.x",
    request_id: expect.any(String),
    errors: [
      { pointer: "#/name", message: "Missing required field: name" },
      { pointer: "#/box/x", message: "Missing required field: box.x" },
    ],
  });
});

test("the message of a fault begins with its path", () => {
  const faults = [
    { path: "x", message: "must not be left of the image (x is below 0)" },
    { path: "", message: "too much at once" },
  ];

  expect(invalidRequest(faults)).toMatchObject({
    code: "invalid_request",
    message: "x must not be left of the image (x is below 0); too much at once",
    faults,
  });
});
