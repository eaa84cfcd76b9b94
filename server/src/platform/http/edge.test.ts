import { once } from "node:events";
import net from "node:net";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { buildApp } from "../../app.ts";

const service = await startService();
const { app, anonymous, request, advance } = service;
await app.listen({ port: 0, host: "127.0.0.1" });
const port = Number(app.listeningOrigin.split(":").at(-1));

const ALWAYS = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit-policy",
  "ratelimit",
  "x-request-id",
  "x-content-type-options",
];

/** Sends raw bytes and returns the server's response; the connection must end. */
async function raw(
  bytes: string,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = net.connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  const [status = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 2),
  ]);
  return { status: Number(status.split(" ")[1]), headers: Object.fromEntries(headers), body };
}

const big = JSON.stringify({ name: "x".repeat(1024 * 1024) });
const etag = String((await request("GET", "/v1/account")).headers.etag);

test.each([
  [200, "GET", "/v1/account", undefined, {}],
  [200, "GET", "/v1/account/", undefined, {}],
  [400, "GET", "/v1/account?nobody=%00", undefined, {}],
  [200, "HEAD", "/v1/account", undefined, {}],
  [204, "OPTIONS", "/v1/account", undefined, {}],
  [304, "GET", "/v1/account", undefined, { "if-none-match": etag }],
  [400, "PATCH", "/v1/account", "{", { "content-type": "application/json" }],
  [400, "GET", "/v1/%zz", undefined, {}],
  [400, "GET", "/v1/members?limit=0", undefined, {}],
  [400, "GET", "/v1/members?external_id=%00", undefined, {}],
  [401, "GET", "/v1/account", undefined, { authorization: "Bearer nonsense" }],
  [404, "GET", "/v1/nothing", undefined, {}],
  [404, "GET", "/v1/members/xyz", undefined, {}],
  [404, "GET", "/v1/members/%00", undefined, {}],
  [404, "GET", `/v1/members/${"x".repeat(5_000)}`, undefined, {}],
  [404, "HEAD", "/v1/members/xyz", undefined, {}],
  [405, "PUT", "/v1/account", undefined, {}],
  [405, "DELETE", "/v1/account", undefined, { "content-type": "application/json" }],
  [412, "PATCH", "/v1/account", {}, { "if-match": '"stale"' }],
  [413, "PATCH", "/v1/account", big, { "content-type": "application/json" }],
  [415, "PATCH", "/v1/account", "a,b", { "content-type": "text/csv" }],
  [200, "GET", "/healthz", undefined, {}],
  [200, "GET", "/openapi.json", undefined, {}],
  [200, "GET", "/docs/json", undefined, {}],
] as const)(
  "%i %s %s carries the rate headers and a request id",
  async (status, method, url, body, headers) => {
    const response = await request(method, url, body, headers);

    expect(response.status).toBe(status);
    expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(ALWAYS));
    if (status < 400) return;
    if (method === "HEAD") expect(response.bytes).toHaveLength(0);
    else
      expect(response.body).toEqual({
        error: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/./),
      });
  },
);

test.each([
  ["/v1/projects?page=2", 'query: there is no parameter "page"; the parameters are limit, cursor, '],
  [
    "/v1/items?lable=zzz",
    'query: there is no parameter "lable"; the parameters are limit, cursor, project_id, ',
  ],
  ["/v1/account?verbose=1", 'query: there is no parameter "verbose"; this operation takes none'],
])("a parameter that %s does not have is refused by name", async (url, message) => {
  const { status, body } = await request("GET", url);

  expect([status, body.error]).toEqual([400, "invalid_request"]);
  expect(body.message).toContain(message);
});

test("refuses dry_run in the query of a change that takes it in the body, and changes nothing", async () => {
  const sent = { filter: { project_id: "proj_none" }, action: "exclude", reason: "blurred" };
  const { status, body } = await request("POST", "/v1/items/bulk?dry_run=true", sent);

  expect([status, body.message]).toEqual([
    400,
    'query: there is no parameter "dry_run"; this operation takes none',
  ]);
});

test.each([
  [400, "invalid_request", "no HTTP at all\r\n\r\n"],
  [
    400,
    "invalid_request",
    "POST /v1/api-keys HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ],
  [400, "invalid_request", "GET /v1/account HTTP/1.1\r\nConnection: close\r\n\r\n"],
  [400, "invalid_request", "GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n"],
  [401, "unauthorized", "GET /v1/account HTTP/1.0\r\n\r\n"],
  [404, "not_found", "QUERY /v1/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  [
    417,
    "expectation_failed",
    "POST /v1/api-keys HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\nContent-Length: 2\r\n\r\n{}",
  ],
  [431, "headers_too_large", `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`],
])("%i %s is answered to raw bytes, with all headers", async (status, error, bytes) => {
  const response = await raw(bytes);

  expect(response.status).toBe(status);
  expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(ALWAYS));
  expect(JSON.parse(response.body)).toEqual({ error, message: expect.stringMatching(/./) });
});

test("a plain request id from the client is returned, any other is replaced", async () => {
  const echoed = await request("GET", "/v1/nothing", undefined, { "x-request-id": "trace-1.a_B" });
  const replaced = await request("GET", "/v1/nothing", undefined, { "x-request-id": "two words" });

  expect(echoed.headers["x-request-id"]).toBe("trace-1.a_B");
  expect(replaced.headers["x-request-id"]).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test("checks the path before the key, and the key before the body", async () => {
  const text = { "content-type": "text/plain" };
  const { key } = await service.givenAccount();
  const { body: reader } = await service.requestWith(key)("POST", "/v1/api-keys", {
    name: "r",
    scopes: ["keys:read"],
  });

  expect((await anonymous("POST", "/v1/nothing", "x", text)).status).toBe(404);
  expect((await anonymous("PUT", "/v1/account", "x", text)).status).toBe(405);
  expect((await anonymous("PATCH", "/v1/account", "x", text)).status).toBe(401);
  expect((await anonymous("PATCH", "/v1/members/xyz", "x", text)).status).toBe(401);
  expect((await service.requestWith(reader.key)("PATCH", "/v1/account", "x", text)).status).toBe(403);
});

test("the refusal of a key says what is wrong with it, and nothing else", async () => {
  const absent = await anonymous("GET", "/v1/account");
  const wrong = await service.requestWith("nonsense")("GET", "/v1/account");

  expect(absent.headers["www-authenticate"]).toBe('Bearer realm="assay"');
  expect(wrong.headers["www-authenticate"]).toBe('Bearer realm="assay", error="invalid_token"');
  expect(wrong.body).toEqual(absent.body);
});

test("a starter account makes 60 requests a minute, with a countdown, and succeeds after the announced wait", async () => {
  const { request } = await service.givenAccount("starter");
  const get = () => request("GET", "/v1/account");

  for (let left = 59; left >= 0; left -= 1) {
    const { status, headers } = await get();
    expect([status, headers["x-ratelimit-remaining"]]).toEqual([200, String(left)]);
    expect(headers["ratelimit-policy"]).toBe('"starter";q=60;w=60');
    advance(100);
  }
  const refused = await get();
  const wait = Number(refused.headers["retry-after"]);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    error: "rate_limit_exceeded",
    message: `Rate limit of 60 requests per minute exceeded. Retry in ${wait} seconds.`,
  });
  expect(refused.headers.ratelimit).toBe(`"starter";r=0;t=${wait}`);
  expect((await request("GET", "/v1/nothing")).status).toBe(429);
  expect((await request("GET", "/healthz")).headers["x-ratelimit-remaining"]).toBe("0");
  advance(wait * 1_000 - 1_000);
  expect((await get()).status).toBe(429);
  advance(1_000);
  expect((await get()).status).toBe(200);
});

test("exactly the plan's 60 of 200 concurrent requests pass", async () => {
  const { request } = await service.givenAccount("starter");

  const responses = await Promise.all(Array.from({ length: 200 }, () => request("GET", "/v1/account")));

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(140);
});

test("all keys of an account share its limit, and no other account does", async () => {
  const account = await service.givenAccount("starter");
  const other = await service.givenAccount("starter");
  const { body } = await account.request("POST", "/v1/api-keys", { name: "second" });

  const { headers } = await service.requestWith(body.key)("GET", "/v1/account");

  expect(headers["x-ratelimit-remaining"]).toBe("58");
  expect((await other.request("GET", "/v1/account")).headers["x-ratelimit-remaining"]).toBe("59");
});

test("requests to the API count however the path is written; pages and health checks do not", async () => {
  const { key, request } = await service.givenAccount("starter");
  const authorization = `Authorization: Bearer ${key}\r\nConnection: close`;
  const left = (await request("GET", "/healthz")).headers["x-ratelimit-remaining"];

  const absolute = await raw(
    `GET http://elsewhere.test/v1/account HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n\r\n`,
  );
  const encoded = await request("GET", "/%76%31/account");

  expect(left).toBe("60");
  expect([absolute.status, absolute.headers["x-ratelimit-remaining"]]).toEqual([200, "59"]);
  expect([encoded.status, encoded.headers["x-ratelimit-remaining"]]).toEqual([200, "58"]);
  for (const url of ["/docs/json", "/openapi.json", "/readyz"]) {
    expect((await request("GET", url)).headers["x-ratelimit-remaining"]).toBe("58");
  }
});

test.each([
  ["2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8:0:1::1"],
  ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"],
])(
  "callers without a key share 60 requests a minute by network: %s with %s, not with %s",
  async (one, same, other) => {
    const from = async (remoteAddress: string) => {
      const response = await app.inject({ method: "GET", url: "/v1/account", remoteAddress });
      return [response.statusCode, response.headers["x-ratelimit-remaining"]];
    };

    expect(await from(one)).toEqual([401, "59"]);
    expect(await from(same)).toEqual([401, "58"]);
    expect(await from(other)).toEqual([401, "59"]);
  },
);

test("a flood of bad keys uses up no account's limit", async () => {
  const { request } = await service.givenAccount("starter");
  const flood = async (key: string) =>
    app.inject({
      method: "GET",
      url: "/v1/account",
      remoteAddress: "198.51.100.7",
      headers: { authorization: `Bearer ${key}` },
    });

  for (let count = 0; count < 60; count += 1) expect((await flood(`bad${count}`)).statusCode).toBe(401);

  expect((await flood("bad")).statusCode).toBe(429);
  expect((await request("GET", "/v1/account")).headers["x-ratelimit-remaining"]).toBe("59");
});

test("unknown keys cause at most 300 database queries a minute and network, on every route", async () => {
  const { key } = await service.givenAccount("starter");
  let lookUps = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === "SelectQueryNode" && JSON.stringify(node).includes('"api_keys"')) lookUps += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const counted = await buildApp({ ...service.deps, db: service.db.withPlugin(counting) });
  const ask = async (url: string, bearer: string, remoteAddress = "198.51.100.20") => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await counted.inject({ url, remoteAddress, headers })).statusCode;
  };
  const flood = (url: string) =>
    Promise.all(Array.from({ length: 400 }, (_, index) => ask(url, `made-up-${url}-${index}`)));

  const known = await Promise.all(Array.from({ length: 20 }, () => ask("/v1/account", key)));
  expect([new Set(known), lookUps]).toEqual([new Set([200]), 1]);
  expect(new Set(await flood("/healthz"))).toEqual(new Set([200]));
  expect(new Set(await flood("/v1/account"))).toEqual(new Set([429]));
  expect(lookUps).toBe(300);

  advance(2_000);
  const { key: other } = await service.givenAccount("starter");
  expect(await ask("/v1/account", key)).toBe(200); // was valid within ten minutes
  expect(await ask("/v1/account", other)).toBe(429);
  expect(await ask("/v1/account", other, "198.51.100.22")).toBe(200);
  await counted.close();
});

test("only a trusted proxy may set the client's address and the https scheme", async () => {
  const { config } = service.deps;
  const behindProxy = await buildApp({
    ...service.deps,
    config: { ...config, isLocal: false, trustProxy: ["10.0.0.0/8"] },
  });
  const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const from = async (remoteAddress: string, client: string) => {
    const sent = { ...headers, "x-forwarded-for": client };
    return (await behindProxy.inject({ url: "/v1/account", remoteAddress, headers: sent })).headers;
  };

  const proxied = [await from("10.0.0.1", "203.0.113.9"), await from("10.0.0.1", "203.0.113.10")];
  const spoofed = [await from("192.0.2.77", "203.0.113.11"), await from("192.0.2.77", "203.0.113.12")];
  await behindProxy.close();

  expect(proxied.map((answer) => answer["x-ratelimit-remaining"])).toEqual(["59", "59"]);
  expect(proxied[0]?.["strict-transport-security"]).toBe("max-age=31536000");
  expect(spoofed.map((answer) => answer["x-ratelimit-remaining"])).toEqual(["59", "58"]);
  expect(spoofed[0]).not.toHaveProperty("strict-transport-security");
});
