import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startService } from "../test/service.ts";
import { untilHolds } from "../test/until.ts";
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

test("a process whose storage does not respond is not ready, and names the cause", async () => {
  const blobs = await diskBlobs(await mkdtemp(join(tmpdir(), "assay-broken-")));
  const broken = await startService({
    blobs: { ...blobs, assertReady: () => Promise.reject(new Error("unmounted")) },
  });

  expect(await broken.anonymous("GET", "/readyz")).toMatchObject({
    status: 503,
    body: { status: "failed", checks: { database: "ok", storage: "failed" } },
  });
});

test("a process whose disk is full is not ready", async () => {
  const blobs = await diskBlobs(await mkdtemp(join(tmpdir(), "assay-full-")));
  const full = await startService({
    blobs: { ...blobs, assertReady: () => Promise.reject(new Error("full")) },
  });

  expect(await full.anonymous("GET", "/readyz")).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: { status: "failed", checks: { database: "ok", storage: "failed" } },
  });
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
