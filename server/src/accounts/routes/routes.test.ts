import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";

const service = await startService();

test("the account has its plan and its limits", async () => {
  const { accountId, request } = await service.givenAccount("starter");

  const { status, body, headers } = await request("GET", "/v1/account");

  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: accountId,
    name: "Acme",
    owner_email: "owner@acme.test",
    plan: "starter",
  });
  expect(body).toMatchObject({ rate_limit_per_minute: 60, created_at: "2026-11-21T03:00:00.000Z" });
  expect(body.limits).toMatchObject({
    webhooks: 50,
    api_keys: 100,
    page_size: 100,
    json_body_bytes: 1_048_576,
  });
  expect(headers.etag).toMatch(/^"[\w-]+"$/);
});

test("name and owner's e-mail address can be changed, the plan cannot", async () => {
  const { request } = await service.givenAccount();

  const changed = await request("PATCH", "/v1/account", { name: "Acme Vision", owner_email: null });
  const refused = await request("PATCH", "/v1/account", { plan: "enterprise" });

  expect(changed).toMatchObject({ status: 200, body: { name: "Acme Vision", owner_email: null } });
  expect((await request("GET", "/v1/account")).body).toEqual(changed.body);
  expect(refused.body).toEqual({ error: "invalid_request", message: "Unknown field: plan" });
});

test("an account that changed since the ETag in If-Match is not changed", async () => {
  const { request } = await service.givenAccount();
  const { headers } = await request("GET", "/v1/account");
  const etag = String(headers.etag);

  const first = await request("PATCH", "/v1/account", { name: "First" }, { "if-match": etag });
  const second = await request("PATCH", "/v1/account", { name: "Second" }, { "if-match": etag });

  expect([first.status, second.status]).toEqual([200, 412]);
  expect((await request("GET", "/v1/account")).body.name).toBe("First");
});

test.each([{ owner_email: "nobody" }, { name: "" }, { name: "x".repeat(201) }, { name: null }])(
  "%j is refused and names the field",
  async (body) => {
    const response = await service.request("PATCH", "/v1/account", body);

    expect(response.status).toBe(400);
    expect(response.body.message).toContain(Object.keys(body)[0]);
  },
);
