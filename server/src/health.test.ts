import { expect, test } from "vitest";
import { startService } from "../test/service.ts";

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
