import { givenCertified } from "@assay/server/test/given-dataset.ts";
import { startService } from "@assay/server/test/service.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { expect, test } from "vitest";
import { type Happening, startProxy } from "../test/proxy.ts";
import {
  ApiError,
  Assay,
  ConnectionError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitExceededError,
  TimeoutError,
} from "./index.ts";

const service = await startService();
const origin = await service.app.listen({ port: 0, host: "127.0.0.1" });
const client = new Assay({ baseUrl: `${origin}/`, apiKey: service.key });

/** A client of the service behind a proxy on which these things happen. */
async function behind(...happenings: readonly Happening[]) {
  const proxy = await startProxy(origin, ...happenings);
  return { proxy, client: new Assay({ baseUrl: proxy.url, apiKey: service.key }) };
}

test("a resource is created, read, changed, listed and deleted", async () => {
  const made = await client.members.create({ name: "Ada", external_id: "a/b c?" });

  expect(made).toEqual({ ...(await client.members.get(made.id)), invitation: null });
  expect((await client.members.update(made.id, { name: "Grace" })).name).toBe("Grace");
  const listed: string[] = [];
  for await (const { id } of client.members.list({ role: made.role })) listed.push(id);
  expect(listed).toContain(made.id);
  expect(await client.members.delete(made.id)).toBeUndefined();
  await expect(client.members.get("a/b c?")).rejects.toThrow("there is no member a/b c?");
});

test("a list loads pages only when they are needed", async () => {
  const { proxy, client } = await behind();
  for (let n = 0; n < 5; n += 1) await client.members.create({ name: `paged ${n}`, role: "viewer" });
  const made = proxy.seen.length;
  const list = client.members.list({ role: "viewer", limit: 2, sort: "created_at" });

  expect(proxy.seen).toHaveLength(made);
  const names: string[] = [];
  for await (const { name } of list) {
    names.push(name);
    if (names.length === 3) break;
  }
  expect(names).toEqual(["paged 0", "paged 1", "paged 2"]);
  expect(proxy.seen).toHaveLength(made + 2);
  const { next_cursor, data } = await list.page();
  const rest = await list.page(next_cursor ?? "");
  expect([...data, ...rest.data].map(({ name }) => name)).toEqual([
    "paged 0",
    "paged 1",
    "paged 2",
    "paged 3",
  ]);
});

test("each error code has a class, with the request's id and the single faults", async () => {
  const refused = await client.projects
    .create({ annotation_type: "text_classification", labels: [{ name: "" }] })
    .catch((error) => error);

  expect(refused).toBeInstanceOf(InvalidRequestError);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ name: "InvalidRequestError", status: 400, code: "invalid_request" });
  expect(refused.requestId).toMatch(/^req_/);
  expect(refused.faults).toEqual([{ pointer: "#/labels/0/name", message: expect.any(String) }]);
  await expect(client.batches.get("batch_x")).rejects.toBeInstanceOf(NotFoundError);
});

test("an error of another server is an ApiError without a code", async () => {
  const { client } = await behind({ status: 418 });

  const error = await client.account.get().catch((thrown) => thrown);
  expect(error.constructor).toBe(ApiError);
  expect(error).toMatchObject({ status: 418, code: "code_418", message: "message 418" });
});

test("a POST that fails in every way takes effect once, with one key for all tries", async () => {
  const inProgress = { status: 409, error: "idempotency_in_progress", headers: { "retry-after": "0" } };
  const { proxy, client } = await behind("reset", "lose", inProgress, {
    status: 429,
    headers: { "retry-after": "0" },
  });

  const made = await client.members.create({ name: "once" });

  const sent = proxy.seen.map(({ method, headers }) => [method, headers["idempotency-key"]]);
  expect(sent).toHaveLength(5);
  expect(new Set(sent.map(String)).size).toBe(1);
  const names: string[] = [];
  for await (const { name } of client.members.list()) names.push(name);
  expect(names.filter((name) => name === "once")).toHaveLength(1);
  expect(made.name).toBe("once");
});

test.each([408, 500, 502, 503, 504])("status %d is tried again", async (status) => {
  const { proxy, client } = await behind(status);

  expect((await client.account.get()).id).toBe(service.accountId);
  expect(proxy.seen).toHaveLength(2);
});

test("a body that breaks off is read again", async () => {
  const { proxy, client } = await behind({ cut: 20 });

  expect((await client.account.get()).id).toBe(service.accountId);
  expect(proxy.seen).toHaveLength(2);
});

test.each([
  ["a refusal", 400, {}],
  ["a conflict", 409, {}],
  ["a missing right", 403, {}],
  ["too long a wait", 429, { "retry-after": "3600" }],
])("%s is not tried again", async (_, status, headers) => {
  const { proxy, client } = await behind({ status, headers });

  await expect(client.account.get()).rejects.toMatchObject({ status });
  expect(proxy.seen).toHaveLength(1);
});

test("the last failure is thrown, and `retries` says after how many tries", async () => {
  const refused = { status: 429, error: "rate_limit_exceeded", headers: { "retry-after": "0" } };
  const { proxy, client } = await behind(refused, refused, "reset");

  await expect(client.account.get({ retries: 1 })).rejects.toBeInstanceOf(RateLimitExceededError);
  expect(proxy.seen).toHaveLength(2);
  await expect(client.account.get({ retries: 0 })).rejects.toBeInstanceOf(ConnectionError);
  expect(proxy.seen).toHaveLength(3);
});

test("a response that does not come in time is asked for again, and then a TimeoutError", async () => {
  const { proxy, client } = await behind("hang", "pass", "hang");

  expect((await client.account.get({ timeoutMs: 2_000 })).id).toBe(service.accountId);
  expect(proxy.seen).toHaveLength(2);
  await expect(client.account.get({ timeoutMs: 50, retries: 0 })).rejects.toBeInstanceOf(TimeoutError);
});

test("a signal cancels a request, a wait and an iteration, and its reason is thrown", async () => {
  const { proxy, client } = await behind("hang", { status: 429, headers: { "retry-after": "100" } });
  const asking = new AbortController();
  const waiting = new AbortController();

  const request = client.account.get({ signal: asking.signal });
  request.catch(() => undefined);
  await untilHolds(() => expect(proxy.seen).toHaveLength(1));
  asking.abort(new Error("not needed"));
  await expect(request).rejects.toThrow("not needed");

  const wait = client.account.get({ signal: waiting.signal });
  wait.catch(() => undefined);
  await untilHolds(() => expect(proxy.seen).toHaveLength(2));
  waiting.abort(new Error("nor this"));
  await expect(wait).rejects.toThrow("nor this");

  const iteration = client.members.list({}, { signal: AbortSignal.abort(new Error("over")) });
  await expect(iteration.page()).rejects.toThrow("over");
  expect(proxy.seen).toHaveLength(2);
});

test("a wait for a batch ends when it is certified, is out of time, or is canceled", async () => {
  const batch = await givenCertified(service);
  expect((await client.batches.waitFor(batch.id)).status).toBe("certified");

  const never = { status: ["failed"], intervalMs: 10 } as const;
  await expect(client.batches.waitFor(batch.id, { ...never, timeoutMs: 50 })).rejects.toThrow(
    `waited 50 ms for batch ${batch.id} to be failed`,
  );
  const signal = AbortSignal.timeout(50);
  const canceled = await client.batches.waitFor(batch.id, { ...never, signal }).catch((reason) => reason);
  expect(canceled).toBe(signal.reason);
});

test("the lines of a batch's answers are read one by one", async () => {
  const batch = await givenCertified(service);
  const labels: unknown[] = [];
  for await (const { result } of client.annotations.stream(batch.id)) labels.push(result);

  expect(labels.length).toBeGreaterThanOrEqual(24);
  expect(labels).toContainEqual({ label: "yes" });
});

test("a request that no method has goes through the same client", async () => {
  const response = await client.request({ method: "GET", path: "/healthz" });
  expect(await response.json()).toEqual({ status: "ok" });
});

test("a key without the scope is refused with its class", async () => {
  const { key } = await client.keys.create({ name: "narrow", scopes: ["batches:read"] });
  const narrow = new Assay({ baseUrl: origin, apiKey: key });

  await expect(narrow.members.list().page()).rejects.toBeInstanceOf(ForbiddenError);
});
