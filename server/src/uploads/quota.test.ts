import { expect, test } from "vitest";
import { bodyOf, givenLines } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { LIMITS, STORAGE_BYTES } from "../platform/limits.ts";

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

test("what is announced counts against the plan's storage, also by many at once, until it is deleted", async () => {
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

test("an upload with its bytes is refused past the plan, and at once where nothing is left", async () => {
  const small = await givenStarter(10);
  const full = await givenStarter(0);
  const files = (text: string) => ({ files: [{ filename: "a.txt", text }] });

  expect((await small.request("POST", "/v1/uploads", files("x".repeat(11)))).status).toBe(507);
  expect((await small.request("POST", "/v1/uploads", files("x".repeat(10)))).status).toBe(201);
  expect((await full.request("POST", "/v1/uploads", "x", { "content-type": "text/plain" })).status).toBe(507);
});

test("the account says what its plan stores", async () => {
  const { request } = await givenStarter(0);

  expect(bodyOf(await request("GET", "/v1/account"), 200).limits.storage_bytes).toBe(STORAGE_BYTES.starter);
  expect(bodyOf(await service.request("GET", "/v1/account"), 200).limits.storage_bytes).toBeNull();
});

test("one upload makes a bounded number of requests, and none where it names more URLs", async () => {
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
