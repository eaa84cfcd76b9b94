import { startService } from "@assay/server/test/service.ts";
import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { listAll } from "./list-all.ts";

const service = await startService();
await service.app.listen({ port: 0, host: "127.0.0.1" });
const baseUrl = service.app.listeningOrigin;
const client = createClient({ baseUrl, apiKey: service.key });
afterEach(() => vi.useRealTimers());

/** A `fetch` that returns these responses in turn, repeats the last one, and records the requests. */
function answering(...answers: readonly [status: number, headers?: Record<string, string>][]) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(input, init));
    const [status = 200, headers = {}] = answers[requests.length - 1] ?? answers.at(-1) ?? [];
    const body = JSON.stringify({ error: `code_${status}`, message: `message ${status}` });
    return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
  };
  return { requests, client: createClient({ baseUrl: "http://assay.test", apiKey: "key", fetch }) };
}

/** Advances fake timers until `promise` settles. */
async function hurry<T>(promise: Promise<T>): Promise<T> {
  const settled = promise.then(
    () => undefined,
    () => undefined,
  );
  const done = { yet: false };
  void settled.then(() => {
    done.yet = true;
  });
  while (!done.yet) await vi.advanceTimersToNextTimerAsync();
  return promise;
}

test("a resource is created, read, changed and deleted", async () => {
  const { data: made, response } = await client.POST("/v1/members", { body: { name: "Ada" } });
  const at = { params: { path: { id: made.id } } };

  expect(response.headers.get("location")).toBe(`/v1/members/${made.id}`);
  expect(made).toEqual({ ...(await client.GET("/v1/members/{id}", at)).data, invitation: null });
  expect((await client.PATCH("/v1/members/{id}", { ...at, body: { name: "Grace" } })).data.name).toBe(
    "Grace",
  );
  expect((await client.DELETE("/v1/members/{id}", at)).response.status).toBe(204);
});

test("a request that a page sends as it closes may outlive the page", async () => {
  const { requests, client } = answering([200]);
  const sent = { params: { path: { id: "tsk_1" } }, body: {} };
  await client.POST("/v1/tasks/{id}/release", { ...sent, keepalive: true });
  await client.POST("/v1/tasks/{id}/release", sent);

  expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});

test("an error response is thrown with its code and request id", async () => {
  const reading = client.GET("/v1/members/{id}", { params: { path: { id: "xyz" } } });

  await expect(reading).rejects.toMatchObject({
    name: "NotFoundError",
    status: 404,
    code: "not_found",
    message: "there is no member xyz",
    requestId: expect.stringMatching(/^req_/),
  });
});

test("an error response of a proxy is thrown too", async () => {
  const client = createClient({
    baseUrl: "http://assay.test",
    apiKey: "key",
    fetch: async () => new Response("<html>", { status: 502 }),
  });

  await expect(client.GET("/v1/account")).rejects.toMatchObject({
    status: 502,
    code: "unknown",
    requestId: null,
  });
});

test("a list returns every entry once, page by page", async () => {
  const account = await service.givenAccount();
  const names = Array.from({ length: 250 }, (_, index) => `member ${index}`);
  for (const name of names) await account.request("POST", "/v1/members", { name });
  const client = createClient({ baseUrl, apiKey: account.key });

  const found: string[] = [];
  for await (const { name } of listAll(client, "/v1/members", {
    query: { role: "annotator", sort: "created_at" },
  }))
    found.push(name);

  expect(found.toSorted()).toEqual(names.toSorted());
});

test("the list of events ends although its last page has a cursor", async () => {
  const account = await service.givenAccount();
  const client = createClient({ baseUrl, apiKey: account.key });
  const body = { annotation_type: "text_classification", labels: [{ name: "yes" }] };
  const { data: project } = await client.POST("/v1/projects", { body });
  for (const name of ["a", "b", "c"]) {
    await client.PATCH("/v1/projects/{id}", { params: { path: { id: project.id } }, body: { name } });
  }

  const found: string[] = [];
  for await (const { type } of listAll(client, "/v1/events", { query: { limit: 2 } })) found.push(type);

  expect(found).toEqual(["project.updated", "project.updated", "project.updated"]);
});

test("after a 429 or 503 the client waits as long as the response says", async () => {
  vi.useFakeTimers();
  const { client, requests } = answering(
    [429, { "retry-after": "17" }],
    [503, { "retry-after": "5" }],
    [200],
  );
  const begun = Date.now();

  await hurry(client.GET("/v1/account"));

  expect(requests).toHaveLength(3);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(22_000);
  expect(Date.now() - begun).toBeLessThan(22_000 * 1.11);
});

test.each([
  ["without an end in sight", 429, { "retry-after": "3600" }, 1],
  ["without Retry-After", 503, {}, 1],
  ["that does not end", 429, { "retry-after": "1" }, 5],
  ["of another kind", 500, { "retry-after": "1" }, 1],
])("an answer %s is thrown", async (_, status, headers, requestCount) => {
  vi.useFakeTimers();
  const { client, requests } = answering([status, headers]);

  await expect(hurry(client.GET("/v1/account"))).rejects.toMatchObject({ status, code: `code_${status}` });
  expect(requests).toHaveLength(requestCount);
});

test("retries of a POST share one Idempotency-Key and send the body again; two POSTs have different keys", async () => {
  vi.useFakeTimers();
  const { client, requests } = answering([503, { "retry-after": "1" }], [201]);

  await hurry(client.POST("/v1/members", { body: { name: "Ada" } }));
  await client.POST("/v1/members", { body: { name: "Ada" } });
  await client.GET("/v1/account");

  const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(String(keys[0])), null]);
  expect(await Promise.all(requests.slice(0, 2).map((request) => request.json()))).toEqual([
    { name: "Ada" },
    { name: "Ada" },
  ]);
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer key");
});

test("a submit carries an Idempotency-Key only without a client_id, which makes its retries harmless", async () => {
  const { client, requests } = answering([200]);
  const params = { path: { id: "task_1" } };
  const result = { label: "cat" };

  await client.POST("/v1/tasks/{id}/submit", { params, body: { result, client_id: "one" } });
  await client.POST("/v1/tasks/{id}/submit", { params, body: { result } });

  const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toEqual([null, expect.stringMatching(/^[\w-]{36}$/)]);
});

test("an Idempotency-Key of the caller is kept", async () => {
  const { client, requests } = answering([201]);

  await client.POST("/v1/members", { body: { name: "Ada" }, headers: { "idempotency-key": "mine" } });

  expect(requests[0]?.headers.get("idempotency-key")).toBe("mine");
});
