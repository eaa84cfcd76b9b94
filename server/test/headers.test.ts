import { expect, test } from "vitest";
import { startService } from "./service.ts";

const service = await startService();
const { app } = service;
await app.listen({ port: 0, host: "127.0.0.1" });

const starter = await service.givenAccount("starter");
const spent = await service.givenAccount("starter");
for (let count = 0; count < 60; count += 1) await spent.request("GET", "/v1/account");
const { body: reader } = await starter.request("POST", "/v1/api-keys", { name: "r", scopes: ["keys:read"] });
const { body: idle } = await starter.request("POST", "/v1/api-keys", { name: "i", scopes: ["keys:read"] });
const { body: keys } = await starter.request("GET", "/v1/api-keys?sort=created_at");
const { body: upload } = await service.request("POST", "/v1/uploads", "some bytes", {
  "content-type": "text/plain",
  "content-disposition": 'attachment; filename="a.txt"',
});
const content = `/v1/files/${upload.files[0].id}/content`;
const { headers: account } = await service.request("GET", "/v1/account");
await service.request("POST", "/v1/members", { name: "Ada" }, { "idempotency-key": "k" });

const JSON_TYPE = { "content-type": "application/json" };

interface Sent {
  readonly method?: string;
  readonly key?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CASES: readonly (readonly [status: number, path: string, sent: Sent])[] = [
  [200, "/v1/account", {}],
  [200, "/v1/account", { method: "HEAD" }],
  [200, "/healthz", {}],
  [201, "/v1/members", { method: "POST", body: '{"name":"Bob"}', headers: JSON_TYPE }],
  [204, "/v1/account", { method: "OPTIONS" }],
  [201, "/v1/uploads", { method: "POST", headers: { "tus-resumable": "1.0.0", "upload-length": "5" } }],
  [204, "/v1/uploads", { method: "OPTIONS", headers: { "tus-resumable": "1.0.0" } }],
  [204, `/v1/api-keys/${idle.id}`, { method: "DELETE", key: starter.key, headers: JSON_TYPE }],
  [206, content, { headers: { range: "bytes=0-3" } }],
  [304, "/v1/account", { headers: { "if-none-match": String(account.etag) } }],
  [400, "/v1/members", { method: "POST", body: "{", headers: JSON_TYPE }],
  [400, "/v1/%zz", {}],
  [401, "/v1/account", { key: "nonsense" }],
  [403, "/v1/account", { key: reader.key }],
  [404, "/v1/nothing", {}],
  [404, "/v1/members/xyz", {}],
  [405, "/v1/account", { method: "PUT" }],
  [409, `/v1/api-keys/${keys.data[0].id}`, { method: "DELETE", key: starter.key }],
  [412, "/v1/account", { method: "PATCH", body: "{}", headers: { ...JSON_TYPE, "if-match": '"stale"' } }],
  [413, "/v1/members", { method: "POST", body: "x".repeat(1024 * 1024 + 1), headers: JSON_TYPE }],
  [415, "/v1/members", { method: "POST", body: "a,b", headers: { "content-type": "text/csv" } }],
  [416, content, { headers: { range: "bytes=100-200" } }],
  [
    422,
    "/v1/members",
    { method: "POST", body: '{"name":"Eve"}', headers: { ...JSON_TYPE, "idempotency-key": "k" } },
  ],
  [429, "/v1/account", { key: spent.key }],
];

// platform/http/edge.test.ts sends invalid HTTP, a missing Host, an unknown `Expect` and oversized headers.
test.each(CASES)("a %i on %s has the rate limit headers and the request id", async (status, path, sent) => {
  const { method = "GET", key = service.key, body, headers } = sent;
  const response = await fetch(app.listeningOrigin + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const answer = await response.text();

  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-ratelimit-limit": expect.stringMatching(/^\d+$/),
    "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
    "x-ratelimit-reset": expect.stringMatching(/^\d{10}$/),
    "ratelimit-policy": expect.stringMatching(/^"(starter|enterprise|anonymous)";q=\d+;w=60$/),
    ratelimit: expect.stringMatching(/^"(starter|enterprise|anonymous)";r=\d+;t=\d+$/),
    "x-request-id": expect.stringMatching(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
  });
  expect(response.headers.has("retry-after")).toBe(status === 429);
  if (status >= 400) expect(Object.keys(JSON.parse(answer))).toEqual(["error", "message"]);
});
