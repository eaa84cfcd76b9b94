import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { buildApp } from "../../app.ts";

const service = await startService();

test.each([
  { host: "assay.example.com" },
  { host: "192.168.1.7:8080" },
  { host: "localhost.evil.test" },
  { host: "127.0.0.1.evil.test:8080" },
  { "x-forwarded-for": "203.0.113.9" },
  { "x-forwarded-proto": "https" },
  { "x-forwarded-host": "assay.example.com" },
  { "x-real-ip": "203.0.113.9" },
  { forwarded: "for=203.0.113.9" },
  { via: "1.1 proxy" },
  { origin: "https://assay.example.com" },
  { origin: "null" },
])("a local service refuses a request with %j", async (headers) => {
  const { status, body } = await service.request("GET", "/v1/account", undefined, headers);

  expect([status, body.error]).toEqual([403, "forbidden"]);
  expect(body.message).toContain(`(got the header ${Object.keys(headers)[0]})`);
});

test.each([
  { host: "localhost:8080" },
  { host: "127.0.0.1:9000" },
  { host: "[::1]:8080" },
  { origin: "http://localhost:5173" },
])("a local service answers a request with %j", async (headers) => {
  expect((await service.request("GET", "/v1/account", undefined, headers)).status).toBe(200);
});

test("a service with a public base URL answers behind any proxy", async () => {
  const config = { ...service.deps.config, isLocal: false };
  const shared = await buildApp({ ...service.deps, config });
  const headers = { "x-forwarded-for": "203.0.113.9", host: "assay.example.com" };

  expect((await shared.inject({ url: "/healthz", headers })).statusCode).toBe(200);
  await shared.close();
});
