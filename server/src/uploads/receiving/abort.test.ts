import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { stagedNames } from "../../../test/stored.ts";
import { untilHolds } from "../../../test/until.ts";
import { givenForm, traces } from "../../../test/upload-bodies.ts";

const service = await startService();
const { app, key, deps } = service;
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;

const form = givenForm([
  { name: "file", filename: "whole.txt", content: "whole" },
  { name: "file", filename: "half.txt", content: "x".repeat(500_000) },
]);
const staged = () => stagedNames(deps);

function send(headers: Readonly<Record<string, string>>) {
  return httpRequest({
    port,
    method: "POST",
    path: "/v1/uploads",
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
}

/** Of which an object store has the first part before the second has arrived. */
const large = Buffer.alloc(20 * 1024 * 1024, "x");

test.each([
  ["a form", form.headers, form.body, 300_000],
  ["a raw body", { "content-type": "text/plain" }, large, 17 * 1024 * 1024],
] as const)("a client that goes away in the middle of %s leaves nothing", async (...given) => {
  const [, headers, body, bytes] = given;
  const client = send({ ...headers, "content-length": String(body.length) });
  const failed = once(client, "error");
  client.write(body.subarray(0, bytes));
  await untilHolds(async () => expect(await staged()).not.toEqual([]));

  client.destroy(new Error("gone"));
  await failed;

  await untilHolds(async () => expect(await staged()).toEqual([]));
  expect(await traces(service)).toMatchObject({ uploads: 0, files: 0, lines: 0, blobs: 0 });
});

test("a refusal in the middle of a form is sent at once, not after the rest has arrived", async () => {
  const bad = givenForm([
    { name: "color", content: "red" },
    { name: "file", filename: "a.txt", content: "x".repeat(500_000) },
  ]);
  const client = send({ ...bad.headers, "content-length": String(bad.body.length) });
  client.write(bad.body.subarray(0, 300_000));

  const [response] = await once(client, "response");

  expect(response).toMatchObject({ statusCode: 400, headers: { connection: "close" } });
  client.destroy();
});

test("a form of more than 256 MiB without a Content-Length is refused at the limit, not truncated", async () => {
  const client = send({ ...form.headers, "transfer-encoding": "chunked" });
  const answered = once(client, "response");
  client.write(form.body.subarray(0, 300_000));
  const chunk = Buffer.alloc(1024 * 1024, "x");
  for (let sent = 0; sent < 257; sent += 1) {
    if (!client.write(chunk)) await Promise.race([once(client, "drain"), answered]);
  }
  client.end(form.body.subarray(-30));

  const [response] = await answered;

  expect(response).toMatchObject({ statusCode: 413, headers: { connection: "close" } });
  await untilHolds(async () => expect(await staged()).toEqual([]));
});
