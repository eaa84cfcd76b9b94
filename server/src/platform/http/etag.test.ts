import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";

const { request } = await startService();

async function etagNow(): Promise<string> {
  return String((await request("GET", "/v1/account")).headers.etag);
}

test("a resource keeps one strong ETag until it changes", async () => {
  const before = await etagNow();
  expect(before).toMatch(/^"[\w-]{27}"$/);
  expect(await etagNow()).toBe(before);
  expect((await request("HEAD", "/v1/account")).headers.etag).toBe(before);

  await request("PATCH", "/v1/account", { name: "Changed" });

  expect(await etagNow()).not.toBe(before);
});

test("a client with the current version gets 304 and no body", async () => {
  const etag = await etagNow();
  for (const names of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    for (const method of ["GET", "HEAD"] as const) {
      const response = await request(method, "/v1/account", undefined, { "if-none-match": names });
      expect([response.status, response.bytes.length, response.headers.etag]).toEqual([304, 0, etag]);
    }
  }
  expect((await request("GET", "/v1/account", undefined, { "if-none-match": '"other"' })).status).toBe(200);
  expect((await request("GET", "/v1/members", undefined, { "if-none-match": "*" })).status).toBe(304);
  expect((await request("GET", "/v1/members/xyz", undefined, { "if-none-match": "*" })).status).toBe(404);
});

test("a change requires If-Match to name the current version strongly", async () => {
  const change = (names: string) => request("PATCH", "/v1/account", { name: "Acme" }, { "if-match": names });
  const etag = await etagNow();

  for (const names of ['"other"', `W/${etag}`, ""]) {
    expect(await change(names)).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
  }
  expect((await change("*")).status).toBe(200);
  expect((await change(`"other", ${await etagNow()}`)).status).toBe(200);
});
