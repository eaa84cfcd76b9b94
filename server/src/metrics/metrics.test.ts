import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { sql } from "kysely";
import parse from "parse-prometheus-text-format";
import { expect, onTestFinished, test, vi } from "vitest";
import { deliverDue } from "../../test/deliveries.ts";
import { startReceiver } from "../../test/receiver.ts";
import { startService } from "../../test/service.ts";
import { untilHolds } from "../../test/until.ts";
import type { Deps } from "../deps.ts";
import { emit } from "../events/emit.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { serveMetrics } from "./serve.ts";

const { service, metrics } = await startMeasured();
const { db, deps } = service;

/** Metrics need the database of the service that they measure, which in turn needs the metrics. */
async function startMeasured() {
  let made: Metrics | undefined;
  const forward: Metrics = {
    answered: (answer) => made?.answered(answer),
    attempted: (outcome, ms) => made?.attempted(outcome, ms),
    worked: (name, outcome) => made?.worked(name, outcome),
    text: async () => made?.text() ?? "",
  };
  const service = await startService({ metrics: forward });
  made = createMetrics(service.deps);
  return { service, metrics: forward };
}

/** The scraped samples by name, and the value of one sample; undefined if it is missing. */
async function scrape() {
  const text = await metrics.text();
  const families = parse(text);
  // The parser supports histograms without labels only; without a type it returns their series separately.
  const series = parse(text.replaceAll(/^# TYPE .* histogram$/gm, ""));
  const samples = (name: string) =>
    series.filter((family) => family.name === name).flatMap((family) => family.metrics);
  const value = (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const found = samples(name).find((sample) =>
      Object.entries(labels).every(([label, text]) => sample.labels?.[label] === text),
    );
    return found?.value === undefined ? undefined : Number(found.value);
  };
  return { families, samples, value };
}

async function givenEvent({ now }: Pick<Deps, "now"> = deps) {
  const event = { account_id: service.accountId, type: "batch.created", data: {} } as const;
  await db.transaction().execute((tx) => emit(tx, { ...event, created_at: now() }));
}

test("requests are counted by route pattern, method and class of status, whatever a client sends", async () => {
  const before = (await scrape()).samples("http_request_duration_seconds_count").length;

  for (const id of ["a", "b", "c"]) await service.request("GET", `/v1/batches/batch_${id}`);
  for (const path of ["/x", "/y", "/v1/z"]) await service.request("GET", path);

  await untilHolds(async () => {
    const { samples, value } = await scrape();
    const route = "/v1/batches/:id";
    expect(value("http_request_duration_seconds_count", { method: "GET", route, status: "4xx" })).toBe(3);
    expect(
      value("http_request_duration_seconds_count", { method: "GET", route: "none", status: "4xx" }),
    ).toBe(3);
    expect(samples("http_request_duration_seconds_count")).toHaveLength(before + 2);
  });
});

test("a request beyond its plan counts as rate limited", async () => {
  const starter = await service.givenAccount("starter");

  for (let sent = 0; sent < 63; sent += 1) await starter.request("GET", "/v1/account");

  await untilHolds(async () => {
    const { value } = await scrape();
    expect(value("http_rate_limited_requests_total", { policy: "starter" })).toBe(3);
  });
});

test("a due delivery raises the queue's age, and its outcome is counted", async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const { body: webhook } = await service.request("POST", "/v1/webhooks", { url: receiver.url });
  const outcomes = async () => {
    const { value } = await scrape();
    return ["delivered", "retried", "failed"].map((outcome) =>
      value("webhook_deliveries_total", { outcome }),
    );
  };
  expect(await outcomes()).toEqual([0, 0, 0]);
  await givenEvent();
  service.advance(90_000);
  expect((await scrape()).value("webhook_queue_age_seconds")).toBe(90);

  await deliverDue(deps);
  expect(await outcomes()).toEqual([1, 0, 0]);
  expect((await scrape()).value("webhook_queue_age_seconds")).toBe(0);

  receiver.answer(500);
  await givenEvent();
  for (let tried = 1; tried <= 5; tried += 1) {
    await deliverDue(deps);
    expect(await outcomes()).toEqual([1, tried, 0]);
    service.advance(86_400_000);
  }
  await deliverDue(deps);
  expect(await outcomes()).toEqual([1, 5, 1]);
  const { value } = await scrape();
  expect(value("webhook_attempt_duration_seconds_count")).toBe(7);
  expect(value("webhooks_disabled", { reason: "delivery_failures" })).toBe(1);
  expect(value("webhooks_disabled", { reason: "manual" })).toBe(0);

  await service.request("PATCH", `/v1/webhooks/${webhook.id}`, { enabled: true });
  expect((await scrape()).value("webhooks_disabled", { reason: "delivery_failures" })).toBe(0);
});

test("jobs are counted by name and outcome, and a waiting one has an age", async () => {
  await service.runJobs();
  await addJob(db, "acc_1", "judge_batch", { batch_id: "batch_none" });
  await sql`update graphile_worker._private_jobs set run_at = ${new Date(deps.now().getTime() - 30_000)}`.execute(
    db,
  );
  expect((await scrape()).value("job_queue_age_seconds")).toBe(30);
  const done = (await scrape()).value("jobs_total", { name: "judge_batch", outcome: "done" }) ?? 0;

  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await service.runJobs();

  const { value } = await scrape();
  expect(value("jobs_total", { name: "judge_batch", outcome: "done" })).toBe(done + 1);
  expect(value("job_queue_age_seconds")).toBe(0);
});

test("a scrape does not wait for a database that is delayed, and says so", async () => {
  await db.transaction().execute(async (tx) => {
    await sql`lock table webhooks in access exclusive mode`.execute(tx);
    const started = performance.now();
    const { value } = await scrape();

    expect(performance.now() - started).toBeLessThan(5_000); // Prometheus gives up after 10 s
    expect(value("database_up")).toBe(0);
    expect(value("webhook_queue_age_seconds")).toBeNaN();
    expect(value("database_pool_connections")).toBeGreaterThan(0);
  });
  await untilHolds(async () => expect((await scrape()).value("database_up")).toBe(1));
});

test("a storage that fails, or does not answer, is told apart from the database", async () => {
  expect((await scrape()).value("storage_up")).toBe(1);

  vi.spyOn(deps.blobs, "assertReady").mockRejectedValueOnce(new Error("full"));
  const { value } = await scrape();
  expect([value("storage_up"), value("database_up")]).toEqual([0, 1]);

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  vi.spyOn(deps.blobs, "assertReady").mockReturnValueOnce(answered);
  expect((await scrape()).value("storage_up")).toBe(0);
  answer();
  await untilHolds(async () => expect((await scrape()).value("storage_up")).toBe(1));
});

test("the metrics port serves nothing else, and the service's port serves no metrics", async () => {
  const served = await serveMetrics(metrics, { host: "127.0.0.1", port: 0 });
  onTestFinished(served.close);
  const get = (path: string, method = "GET") => fetch(`http://127.0.0.1:${served.port}${path}`, { method });

  const answer = await get("/metrics");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(parse(await answer.text()).map(({ name }) => name)).toContain("webhook_deliveries_total");
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/v1/account")).status).toBe(404);
  expect((await get("/metrics", "POST")).status).toBe(404);
  expect((await service.request("GET", "/metrics")).status).toBe(404);
});

test("an occupied metrics port is named in the error", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void squatter.close());
  await untilHolds(() => expect(squatter.listening).toBe(true));
  const address = squatter.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  await expect(serveMetrics(metrics, { host: "127.0.0.1", port })).rejects.toThrow(`port ${port}`);
});

test("docs/operating.md names exactly the metrics that exist", async () => {
  const text = await readFile(new URL("../../../docs/operating.md", import.meta.url), "utf8");
  const section = text.split("### Metrics")[1]?.split("\n## ")[0] ?? "";
  const documented = [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name).sort();
  const { families } = await scrape();
  const names = families.map(({ name }) => name);

  expect(documented).toEqual(names.filter((name) => !/^(process|nodejs)_/.test(name)).sort());
  expect(names).toEqual(
    expect.arrayContaining(["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"]),
  );
});
