import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Span, startCollector } from "@assay/server/test/collector.ts";
import { createTestDatabase } from "@assay/server/test/postgres.ts";
import { startReceiver } from "@assay/server/test/receiver.ts";
import { ownStorage } from "@assay/server/test/s3.ts";
import type { Response } from "@assay/server/test/service.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../server/test/free-port.ts";

const KEY = "a-key-of-the-operator-0123456789abcdef";
/** Prints every module of OpenTelemetry that is loaded, by import or require. */
const TELL_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ resolve(specifier, context, next) {
    if (specifier.startsWith("@opentelemetry/")) process.stdout.write("loaded " + specifier + "\\n");
    return next(specifier, context);
  } });`)}`;

/** Starts the service on a new database; `stop` returns its output. */
async function startProcess(env: Readonly<Record<string, string>>) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "assay-traces-"));
  const port = await freePort();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const settings = {
    PORT: String(port),
    ...database.settings,
    ...ownStorage(),
    ASSAY_DATA_DIR: folder,
    ASSAY_BOOTSTRAP_API_KEY: KEY,
    ASSAY_LOG_LEVEL: "warn",
  };
  const main = join(import.meta.dirname, "../server/src/main.ts");
  const child = spawn(process.execPath, ["--import", TELL_LOADED, main], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const printed = text(child.stdout);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 60_000 });
  return {
    async request(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Pick<Response, "status" | "body">> {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async stop() {
      child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      return printed;
    },
  };
}

test("a collector gets requests, statements, jobs and deliveries with their parents, and no secrets", async () => {
  const collector = await startCollector();
  const receiver = await startReceiver();
  onTestFinished(async () => void (await Promise.all([collector.close(), receiver.close()])));
  const { request, stop } = await startProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=acme",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  });
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const caller = "b7ad6b7169203331";

  const project = await request(
    "POST",
    "/v1/projects",
    {
      name: "hidden-in-the-body",
      annotation_type: "text_classification",
      labels: [{ name: "a" }, { name: "b" }],
    },
    {
      traceparent: `00-${trace}-${caller}-01`,
      "x-request-id": "req-of-the-caller",
      cookie: "hidden-in-a-header",
    },
  );
  expect(project.status).toBe(201);
  await request("GET", "/v1/batches/batch_hidden-in-the-path");
  await request("GET", "/v1/items?q=hidden-in-the-query&batch_id=batch_hidden-in-the-path");
  const { body: webhook } = await request("POST", "/v1/webhooks", { url: `${receiver.url}/hidden-in-a-url` });
  const tried = await request("POST", `/v1/webhooks/${webhook.id}/test`, { type: "batch.certified" });
  expect(tried.status).toBe(200);
  const { body: upload } = await request("POST", "/v1/uploads", { url: `${receiver.url}?hidden=too` });
  const isFetched = async () =>
    expect((await request("GET", `/v1/uploads/${upload.id}`)).body.status).toBe("ready");
  await vi.waitFor(isFetched, { timeout: 60_000 }); // the worker's first job, beside other processes that start
  const printed = await stop();

  const spans = collector.spans();
  const find = (name: string) => {
    const found = spans.filter((span) => span.name === name);
    expect(found, `${name} among ${[...new Set(spans.map((span) => span.name))]}`).not.toEqual([]);
    return found[0];
  };
  const below = (parent: Span | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  const created = find("POST /v1/projects");
  expect(created).toMatchObject({
    kind: 2,
    traceId: trace,
    parentSpanId: caller,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/projects",
      "http.response.status_code": 201,
      "assay.request_id": "req-of-the-caller",
      "assay.account_id": expect.stringMatching(/^acct_/),
    },
  });
  const statements = below(created);
  expect(statements.map(({ attributes }) => attributes["db.query.text"])).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`from "api_keys"`), // before the body is read
      expect.stringContaining(`insert into "projects"`), // after it
      "commit",
    ]),
  );
  for (const { traceId, kind } of statements) expect({ traceId, kind }).toEqual({ traceId: trace, kind: 3 });
  expect(find("INSERT")?.attributes["db.system.name"]).toBe("postgresql");

  const missed = find("GET /v1/batches/:id");
  expect(missed?.attributes["http.response.status_code"]).toBe(404);
  expect(missed?.parentSpanId ?? "").toBe("");

  const sent = find("POST");
  expect(sent).toMatchObject({ kind: 3, parentSpanId: find("POST /v1/webhooks/:id/test")?.spanId });
  expect(sent?.attributes).toEqual({
    "http.request.method": "POST",
    "server.address": "127.0.0.1",
    "http.response.status_code": 200,
  });
  const job = find("fetch_urls");
  expect(job).toMatchObject({
    kind: 5,
    attributes: { "assay.job_id": expect.any(String), "assay.attempt": 1 },
  });
  expect(below(job).map(({ name }) => name)).toEqual(expect.arrayContaining(["SELECT", "GET"]));
  expect(receiver.requests).toHaveLength(2);
  for (const { headers } of receiver.requests) expect(Object.keys(headers)).not.toContain("traceparent");

  const arrived = collector.requests.map(({ body }) => body).join();
  for (const secret of [KEY, "hidden", webhook.secret]) expect(arrived).not.toContain(secret);
  expect(collector.requests[0]).toMatchObject({ path: "/v1/traces", headers: { "x-tenant": "acme" } });
  expect(arrived).toContain(`{"key":"service.name","value":{"stringValue":"assay"}}`);
  expect(arrived).toContain(`{"key":"deployment.environment.name","value":{"stringValue":"test"}}`);
  expect(printed).toContain("loaded @opentelemetry/sdk-trace");
});

test("without a collector no module of OpenTelemetry is loaded", async () => {
  const { request, stop } = await startProcess({});

  expect((await request("GET", "/v1/account")).status).toBe(200);

  expect(await stop()).not.toContain("loaded");
});
