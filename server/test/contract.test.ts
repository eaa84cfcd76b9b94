import { createHash } from "node:crypto";
import { SCOPES } from "@assay/domain/member.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { insertKey } from "../src/accounts/store.ts";
import { newApiKey } from "../src/platform/auth/keys.ts";
import { givenEveryResource } from "./every-resource.ts";
import { type ApiDocument, bodyOf, type Operation, operationsOf, unknownId, urlOf } from "./operations.ts";
import { type Request, type Response, startService, type TestAccount } from "./service.ts";

const service = await startService();
const { app, anonymous, deps } = service;
const document: ApiDocument = (await anonymous("GET", "/openapi.json")).body;

const all = operationsOf(document);
const guarded = all.filter((operation) => operation["x-scope"] !== undefined);
const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const onOne = guarded.filter(({ path }) => path.includes("{"));
/** Streams are read line by line once it is clear whose they are. */
const isStream = ({ media }: Operation) => media.includes("application/x-ndjson");
const withJson = guarded.filter(
  (operation) => operation.media.includes("application/json") && !isStream(operation),
);
const withJsonOnly = withJson.filter(({ media }) => media.length === 1);

/** Sends the operation's smallest request, and checks what holds for every response. */
async function ask(
  request: Request,
  operation: Operation,
  idOf = unknownId,
  change: object = {},
): Promise<Response> {
  const body = bodyOf(document, operation);
  const sent = typeof body === "object" ? { ...body, ...change } : body;
  return checked(await request(operation.method, urlOf(operation, idOf), sent));
}

function checked(response: Response): Response {
  expect(Object.keys(response.headers)).toEqual(
    expect.arrayContaining([
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "ratelimit-policy",
      "ratelimit",
      "x-request-id",
      "x-content-type-options",
    ]),
  );
  if (response.status >= 400) {
    expect(response.body).toEqual({
      error: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    });
  }
  return response;
}

test.each(named(guarded))(
  "%s requires a key, and refuses everybody without one in the same way",
  async (_, operation) => {
    const absent = await ask(anonymous, operation);
    const garbage = await ask(service.requestWith("garbage"), operation);
    const mistyped = await ask(service.requestWith(`${service.key.slice(0, -1)}!`), operation);

    expect(absent).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    for (const other of [garbage, mistyped]) expect([other.status, other.body]).toEqual([401, absent.body]);
    service.advance(60_000); // callers without a key have a small rate limit
  },
);

describe("with a key of every scope but one", () => {
  const keys = new Map<string, string>();
  beforeAll(async () => {
    for (const scope of SCOPES) {
      const key = newApiKey();
      const scopes = SCOPES.filter((other) => other !== scope);
      await insertKey(service.db, {
        key,
        account_id: service.accountId,
        name: scope,
        scopes,
        created_at: deps.now(),
      });
      keys.set(scope, key);
    }
  });

  test.each(named(guarded))("%s requires its scope", async (_, operation) => {
    const scope = String(operation["x-scope"]);

    const response = await ask(service.requestWith(keys.get(scope) ?? ""), operation);

    expect(response).toMatchObject({
      status: 403,
      body: { error: "forbidden", message: expect.stringContaining(scope) },
    });
    expect(response.headers["www-authenticate"]).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
  });
});

describe("with unknown ids", () => {
  let foreign: Record<string, string>;
  let owner: TestAccount;
  beforeAll(async () => {
    owner = await service.givenAccount();
    foreign = await givenEveryResource(service, owner);
  });
  const foreignId = (collection: string): string =>
    foreign[collection] ?? `no ${collection} in every-resource.ts`;

  test.each(named(onOne))("%s returns 404 for an unknown id of any form", async (_, operation) => {
    for (const idOf of [unknownId, () => "xyz", () => "%00", () => "%F0%9F%98%80", () => "x".repeat(1_000)]) {
      const response = await ask(service.request, operation, idOf);
      expect(response).toMatchObject({ status: 404, body: { error: "not_found" } });
    }
  });

  test.each(named(onOne))("%s returns the same 404 for an id of another account", async (_, operation) => {
    const never = await ask(service.request, operation);
    const others = await ask(service.request, operation, foreignId);

    expect(others.status).toBe(404);
    const words = ({ body }: Response) => body.message.replace(/[a-z]+_[0-9A-Z]{26}/g, "ID");
    expect(words(others)).toBe(words(never));
  });

  test.each(named(onOne.filter(({ method, statuses }) => method !== "GET" && statuses.includes(412))))(
    "%s leaves what changed meanwhile",
    async (_, operation) => {
      const url = urlOf(operation, foreignId);
      const stale = { "if-match": '"stale"' };
      const response = await owner.request(operation.method, url, bodyOf(document, operation), stale);

      expect(checked(response)).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
    },
  );

  test.each(named(onOne.filter(({ method }) => method === "GET")))(
    "%s knows it for its owner",
    async (_, operation) => {
      expect((await ask(owner.request, operation, foreignId)).status).not.toBe(404);
    },
  );
});

describe("with a used-up rate limit", () => {
  let starter: TestAccount;
  beforeAll(async () => {
    starter = await service.givenAccount("starter");
    for (let count = 0; count < 60; count += 1) await starter.request("GET", "/v1/account");
  });

  test.each(named(guarded))("%s is refused until later", async (_, operation) => {
    const response = await ask(starter.request, operation);

    expect(response).toMatchObject({ status: 429, body: { error: "rate_limit_exceeded" } });
    expect(response.headers["retry-after"]).toBe("60");
  });
});

test.each(Object.keys(document.paths))("%s names its methods and refuses the others", async (path) => {
  service.advance(60_000); // every path sends several requests against one limit
  const url = urlOf({ path }, unknownId);
  const documented = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase());
  const methods = [...documented, "OPTIONS", ...(documented.includes("GET") ? ["HEAD"] : [])].sort();

  const options = checked(await service.request("OPTIONS", url));
  expect([options.status, options.headers.allow]).toEqual([204, methods.join(", ")]);
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const) {
    if (methods.includes(method)) continue;
    const refused = await service.request(
      method,
      url,
      method === "GET" || method === "HEAD" ? undefined : {},
    );
    expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, methods.join(", ")]);
  }
  expect((await app.inject({ method: "TRACE" as "GET", url })).statusCode).toBe(405);
  service.advance(60_000); // callers without a key have a small rate limit
});

test.each(named(withJson))("%s refuses unknown fields", async (_, operation) => {
  const response = await ask(service.request, operation, unknownId, { qualityLevel: "gold" });

  expect(response).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: expect.stringContaining("qualityLevel") },
  });
});

test.each(named(withJson))("%s refuses invalid JSON, and JSON of another type", async (_, operation) => {
  const send = (text: string) =>
    service.request(operation.method, urlOf(operation, unknownId), text, {
      "content-type": "application/json",
    });

  const wrong = ["{", "[7]", '"text"', "null", '{"name":"\\u0000"}'];
  for (const text of needsBody(operation) ? [...wrong, ""] : wrong) {
    expect(checked(await send(text)), text).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  }
});

/** Whether an operation has a field that must be sent, or changes nothing without one. */
function needsBody({ method, requestBody }: Operation): boolean {
  const { $ref = "" } = requestBody?.content["application/json"]?.schema ?? {};
  const { required = [] } = document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {};
  return method !== "POST" || required.length > 0;
}

test.each(named(withJsonOnly))("%s accepts only JSON", async (_, operation) => {
  for (const type of ["text/csv", "application/xml", "multipart/form-data; boundary=x"]) {
    const response = await service.request(operation.method, urlOf(operation, unknownId), "x", {
      "content-type": type,
    });
    expect(checked(response)).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
  }
});

test.each(named(guarded.filter(({ method }) => method === "DELETE")))(
  "%s may name a content type and send nothing",
  async (_, operation) => {
    const response = await service.request("DELETE", urlOf(operation, unknownId), undefined, {
      "content-type": "application/json",
    });

    expect(checked(response).status).toBe(404);
  },
);

const posts = guarded.filter((operation) => operation.method === "POST" && !isStream(operation));

test.each(named(posts))("%s refuses an invalid Idempotency-Key", async (_, operation) => {
  const response = await send(operation, "x".repeat(256));

  expect(response).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Idempotency-Key") },
  });
});

test.each(named(posts.filter(({ media }) => media.length < 2)))(
  "%s answers an Idempotency-Key once, for the request that it was first sent with",
  async (_, operation) => {
    const body = JSON.stringify(bodyOf(document, operation)) ?? "";
    await givenKeyInUse(operation, "another", "of another request");
    await givenKeyInUse(operation, "running", createHash("sha256").update(`\n${body}`).digest("hex"));

    const reused = await send(operation, "another");
    const running = await send(operation, "running");

    expect(reused).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
    expect(running).toMatchObject({ status: 409, body: { error: "idempotency_in_progress" } });
    expect(running.headers["retry-after"]).toBe("1");
  },
);

const NOWHERE = "01JD3W8Q9V6T2R4M5N7P8X0YZC";

async function send(operation: Operation, key: string): Promise<Response> {
  const url = urlOf(operation, () => NOWHERE);
  return checked(await service.request("POST", url, bodyOf(document, operation), { "idempotency-key": key }));
}

async function givenKeyInUse(operation: Operation, key: string, fingerprint: string): Promise<void> {
  const later = new Date(deps.now().getTime() + 60_000);
  await service.db
    .insertInto("idempotency_keys")
    .values({
      account_id: service.accountId,
      method: "POST",
      path: urlOf(operation, () => NOWHERE),
      key,
      fingerprint,
      lease_expires_at: later,
      created_at: deps.now(),
      expires_at: later,
    })
    .execute();
}
