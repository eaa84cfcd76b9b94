import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { bodyOf, givenLines } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { givenImage, givenZip, sendRaw } from "../../test/upload-bodies.ts";
import { LIMITS, STORAGE_BYTES } from "../platform/limits.ts";
import { createStaging } from "./formats/part.ts";
import { inspectParts } from "./receiving/inspect.ts";
import { fetchLinks } from "./receiving/links.ts";
import { createSkips } from "./receiving/skips.ts";

const service = await startService();

async function givenStarter(leftBytes: number) {
  const account = await service.givenAccount("starter");
  const id = await givenLines(service, account, [{ text: "a" }]);
  await service.db
    .updateTable("uploads")
    .set({ stored_bytes: STORAGE_BYTES.starter - leftBytes })
    .where("id", "=", id)
    .execute();
  const announce = (size_bytes: number) =>
    account.request("POST", "/v1/uploads", { filename: "a.jpg", size_bytes });
  return { ...account, id, announce };
}

test("announced uploads count against the plan's storage, also concurrent ones, until they are deleted", async () => {
  const { announce, request } = await givenStarter(1_000);

  expect(await announce(1_001)).toMatchObject({
    status: 507,
    body: { error: "insufficient_storage", message: expect.stringMatching(/1001 bytes.*room for 1000/) },
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => announce(400)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 507)).toHaveLength(6);

  expect((await request("DELETE", `/v1/uploads/${made[0]?.body.id}`)).status).toBe(204);
  expect((await announce(400)).status).toBe(201);
});

test("an upload with its bytes is refused past the plan, and at once if nothing is left", async () => {
  const small = await givenStarter(10);
  const full = await givenStarter(0);
  const files = (text: string) => ({ files: [{ filename: "a.txt", text }] });

  expect((await small.request("POST", "/v1/uploads", files("x".repeat(11)))).status).toBe(507);
  expect((await small.request("POST", "/v1/uploads", files("x".repeat(10)))).status).toBe(201);
  expect((await full.request("POST", "/v1/uploads", "x", { "content-type": "text/plain" })).status).toBe(507);
});

test("uploads that arrive with their bytes at the same moment do not exceed the plan together", async () => {
  const { request } = await givenStarter(1_000);
  const send = (name: string) =>
    request("POST", "/v1/uploads", { files: [{ filename: `${name}.txt`, text: name.repeat(400) }] });

  const answers = await Promise.all([..."abcdefgh"].map(send));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 507, 507, 507, 507, 507, 507]);
});

test("the account has the storage limit of its plan", async () => {
  const { request } = await givenStarter(0);

  expect(bodyOf(await request("GET", "/v1/account"), 200).limits.storage_bytes).toBe(STORAGE_BYTES.starter);
  expect(bodyOf(await service.request("GET", "/v1/account"), 200).limits.storage_bytes).toBeNull();
});

test("an upload with too many URLs makes no request, and others a limited number", async () => {
  const lines = Array.from({ length: LIMITS.upload_urls + 1 }, (_, index) =>
    JSON.stringify({ url: `https://data.acme.test/${index}.jpg` }),
  );
  const headers = {
    "content-type": "application/x-ndjson",
    "content-disposition": 'attachment; filename="many.jsonl"',
  };
  const sent = bodyOf(await service.request("POST", "/v1/uploads", lines.join("\n"), headers), 201);
  await service.runJobs();

  const { status, error } = bodyOf(await service.request("GET", `/v1/uploads/${sent.id}`), 200);
  expect([status, error.code]).toEqual(["failed", "invalid_request"]);
  expect(error.message).toBe("many.jsonl: line 10001: an upload fetches at most 10000 URLs; divide the file");
});

test("a small archive whose unpacked files exceed the plan is refused", async () => {
  const { request, announce } = await givenStarter(5_000);
  const zip = givenZip(["a", "b"].map((name) => ({ name: `${name}.txt`, content: name.repeat(5_000) })));
  expect(zip.length).toBeLessThan(1_000);

  expect(await sendRaw(request, "small.zip", zip)).toMatchObject({
    status: 507,
    body: { message: expect.stringMatching(/^the upload has 10000 bytes and .* room for 5000:/) },
  });
  expect((await announce(5_000)).status).toBe(201);
});

test("a large archive whose unpacked files exceed the plan fails and stores nothing", async () => {
  const texts = ["a", "b", "c"].map((name) => ({
    name: `${name}.txt`,
    content: randomBytes(450_000).toString("hex"),
  }));
  const zip = givenZip(texts);
  expect(zip.length).toBeGreaterThan(1024 * 1024); // so that the job unpacks it
  const { request, announce } = await givenStarter(zip.length);

  const { body } = await sendRaw(request, "large.zip", zip);
  await service.runJobs();

  const { status, error } = bodyOf(await request("GET", `/v1/uploads/${body.id}`), 200);
  expect([status, error.code]).toEqual(["failed", "payload_too_large"]);
  expect(error.message).toContain(`has ${3 * 900_000} bytes and`);
  expect(error.message).toContain(`has room for ${zip.length}:`);
  expect((await announce(zip.length)).status).toBe(201);
});

/** The origin of a server that answers each request with `body`. */
async function givenWeb(body: string | Buffer): Promise<string> {
  const server = createServer((_request, response) => {
    response.end(body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("an upload fetches no more bytes by URL than the plan stores", async () => {
  const { request } = await givenStarter(5_000);
  const origin = await givenWeb("x".repeat(3_000));
  const lines = [1, 2].map((index) => JSON.stringify({ url: `${origin}/${index}.txt` }));

  const { body } = await sendRaw(request, "list.jsonl", lines.join("\n"));
  await service.runJobs();

  const { status, error } = bodyOf(await request("GET", `/v1/uploads/${body.id}`), 200);
  expect([status, error.code]).toEqual(["failed", "invalid_request"]);
  expect(error.message).toMatch(/URLs give together has more than \d+ bytes/);
});

test("an upload of any plan fetches 64 GiB by URL at most", async () => {
  const { blobs, outbound } = service.deps;
  const origin = await givenWeb(await givenImage("jpeg"));
  const staging = createStaging(blobs);
  onTestFinished(staging.discard);
  const text = [1, 2].map((index) => JSON.stringify({ url: `${origin}/${index}.jpg` })).join("\n");
  const blob = await staging.stage(Readable.from([Buffer.from(text)]), 1_000);
  const skips = createSkips("fail");
  const files = await inspectParts([{ filename: "list.jsonl", declared: undefined, blob }], staging, skips);
  const size_bytes = LIMITS.upload_url_bytes / 2 + 1; // each fetched file is said to have so many
  const enlarging = {
    ...staging,
    stage: async (...args: Parameters<typeof staging.stage>) => ({
      ...(await staging.stage(...args)),
      size_bytes,
    }),
  };
  const limits = { remaining: Number.POSITIVE_INFINITY, skips, known: new Map(), record: async () => true };

  await expect(fetchLinks(outbound, enlarging, files, limits)).rejects.toThrow("more than 68719476736 bytes");
});
