import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { recordLog } from "../test/recorded-log.ts";
import { startService } from "../test/service.ts";
import { untilHolds } from "../test/until.ts";
import { buildApp } from "./app.ts";
import { diskBlobs } from "./platform/blobs/disk.ts";

const service = await startService();

test("a process that can reach its database and its blobs is healthy and ready, without a key", async () => {
  const { anonymous } = service;

  expect(await anonymous("GET", "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(await anonymous("GET", "/readyz")).toMatchObject({
    status: 200,
    body: { status: "ok", checks: { database: "ok", storage: "ok" } },
  });
});

test("OpenAPI is served", async () => {
  const { body, status } = await service.anonymous("GET", "/openapi.json");
  expect(status).toBe(200);
  expect(body.openapi).toBe("3.1.0");
});

test("a process whose storage fails is ready for what needs no files, and the log says why and until when", async () => {
  const blobs = await diskBlobs(await mkdtemp(join(tmpdir(), "assay-broken-")));
  const recorded = recordLog();
  const assertReady = vi.fn(blobs.assertReady);
  const broken = await startService({ blobs: { ...blobs, assertReady }, log: recorded.log });
  const ready = () => broken.anonymous("GET", "/readyz");
  const degraded = { status: "degraded", checks: { database: "ok", storage: "failed" } };

  assertReady.mockRejectedValueOnce(new Error("unmounted")).mockRejectedValueOnce(new Error("unmounted"));
  expect(await ready()).toMatchObject({ status: 200, body: degraded });
  expect(await ready()).toMatchObject({ status: 200, body: degraded });
  expect(await broken.request("GET", "/v1/projects")).toMatchObject({ status: 200 });
  expect(recorded.lines("the storage does not work")).toMatchObject([
    { level: "warn", err: { message: "unmounted" } },
  ]);

  expect(await ready()).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(recorded.lines("the storage works again")).toHaveLength(1);
});

test("a process whose database does not respond is not ready", async () => {
  const { db } = await startService();
  await db.destroy();
  const broken = await buildApp({ ...service.deps, db });

  const { statusCode, headers, body } = await broken.inject("/readyz");

  expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
  expect(JSON.parse(body)).toMatchObject({ status: "failed", checks: { database: "failed", storage: "ok" } });
});

test("requests that arrive during a check share it", async () => {
  const { promise: checked, resolve } = Promise.withResolvers<void>();
  const assertReady = vi.fn(() => checked);
  const watched = await startService({ blobs: { ...service.deps.blobs, assertReady } });
  const asked = Array.from({ length: 5 }, () => watched.anonymous("GET", "/readyz"));
  await untilHolds(() => expect(assertReady).toHaveBeenCalled());
  resolve();

  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(assertReady.mock.calls.length).toBeLessThan(5);
});

test("a storage that never answers is a failed check after a second, and is asked once", async () => {
  const assertReady = vi.fn(() => new Promise<void>(() => undefined));
  const recorded = recordLog();
  const hung = await startService({
    blobs: { ...service.deps.blobs, assertReady },
    log: recorded.log,
  });
  const degraded = { status: "degraded", checks: { database: "ok", storage: "failed" } };

  expect(await hung.anonymous("GET", "/readyz")).toMatchObject({ status: 200, body: degraded });
  expect(await hung.anonymous("GET", "/readyz")).toMatchObject({ status: 200, body: degraded });

  expect(assertReady).toHaveBeenCalledTimes(1);
  expect(recorded.lines("the storage does not work")).toMatchObject([
    { err: { message: "no answer within 1 s" } },
  ]);
});
