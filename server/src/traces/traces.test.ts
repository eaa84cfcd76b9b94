import { once } from "node:events";
import { request } from "node:http";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { CompiledQuery } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Collector, startCollector } from "../../test/collector.ts";
import { recordLog } from "../../test/recorded-log.ts";
import { createOutbound } from "../platform/network/outbound.ts";
import { createTraces } from "./traces.ts";

async function givenCollector() {
  const collector = await startCollector();
  onTestFinished(collector.close);
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint);
  onTestFinished(() => void vi.unstubAllEnvs());
  return collector;
}

test.each<[string, (collector: Collector) => unknown]>([
  ["refuses connections", ({ close }) => close()],
  ["does not answer", ({ answer }) => answer("hang")],
  ["answers that it failed", ({ answer }) => answer(500)],
])("a collector that %s costs one line of log, and two seconds at the end at most", async (_, spoil) => {
  await spoil(await givenCollector());
  const { log, lines, text } = recordLog();
  const traces = createTraces(log);
  const job = { name: "judge_batch", id: "1", attempt: 1 };

  for (let ran = 0; ran < 1_000; ran += 1) expect(await traces.inJob(job, async () => ran)).toBe(ran);
  const started = performance.now();
  await traces.close();

  expect(performance.now() - started).toBeLessThan(8_000); // without the limit of 2 s the exporter waits for 10 s
  expect(lines("traces are lost: the collector does not accept them")).toHaveLength(1);
  expect(text().trim().split("\n")).toHaveLength(1);
});

test("a job is a span with its name and its statements below it; a statement outside jobs and requests is none", async () => {
  const collector = await givenCollector();
  const traces = createTraces(recordLog().log);
  const fault = Object.assign(new Error("Key (email)=(hidden) exists"), { code: "23505" });
  const statement = { query: CompiledQuery.raw("select $1", ["hidden"]), queryDurationMillis: 3 };
  const query = () => traces.queried({ level: "error", error: fault, ...statement });

  query();
  const failed = traces.inJob({ name: "judge_batch", id: "7", attempt: 2 }, async () => {
    await Promise.resolve();
    query();
    throw fault;
  });
  await expect(failed).rejects.toBe(fault);
  await traces.close();

  const [failedStatement, job] = collector.spans();
  expect(collector.spans()).toHaveLength(2);
  expect(job).toMatchObject({ name: "judge_batch", status: { code: 2 } });
  expect(job?.attributes).toEqual({ "assay.job_id": "7", "assay.attempt": 2, "error.type": "23505" });
  expect(failedStatement).toMatchObject({ name: "SELECT", parentSpanId: job?.spanId, status: { code: 2 } });
  expect(JSON.stringify(collector.requests)).not.toContain("hidden");
});

test("a statement is below its request even if the body arrives late", async () => {
  const collector = await givenCollector();
  const traces = createTraces(recordLog().log);
  const app = Fastify();
  traces.watchRequests(app);
  app.post("/", async () => {
    const query = CompiledQuery.raw("select 1");
    traces.queried({ level: "query", isStream: false, query, queryDurationMillis: 1 });
    return {};
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const headers = { "content-type": "application/json", "content-length": 2 };

  const asked = request(url, { method: "POST", headers });
  asked.flushHeaders();
  await once(app.server, "request");
  asked.end("{}");
  const [answer] = await once(asked, "response");
  await once(answer.resume(), "end");
  await app.close();
  await traces.close();

  const [statement, served] = collector.spans();
  expect(served?.name).toBe("POST /");
  expect(statement).toMatchObject({ name: "SELECT", parentSpanId: served?.spanId });
});

test("a request to elsewhere has the same headers and body with traces as without", async () => {
  await givenCollector();
  const traces = createTraces(recordLog().log);
  onTestFinished(traces.close);
  const asked: unknown[][] = [];
  const watched = traces.watchOutbound({
    ...createOutbound([]),
    get: async (...given) => {
      asked.push(given);
      return { status: 200, headers: {}, contentType: undefined, body: Readable.from([]) };
    },
  });
  const signal = AbortSignal.timeout(1_000);

  await watched.get("http://127.0.0.1/", signal, { authorization: "Bearer token" });

  expect(asked).toEqual([["http://127.0.0.1/", signal, { authorization: "Bearer token" }]]);
});
