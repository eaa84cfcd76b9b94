import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { createAuthenticate } from "./auth.ts";

const service = await startService();
const { db, deps, advance } = service;

test.each(["Bearer", "bearer", "BEARER", "Bearer  "])("the scheme may be written as %j", async (scheme) => {
  const caller = await createAuthenticate(db, deps.now)(`${scheme} ${service.key}`);

  expect(caller).toMatchObject({ account_id: service.accountId, plan: "enterprise" });
});

test.each([undefined, "", "Bearer", "Bearer ", "Basic eDp5", "Token x", "Bearer a b", "x"])(
  "the header %j names nobody",
  async (header) => {
    expect(await createAuthenticate(db, deps.now)(header)).toBeUndefined();
  },
);

test("the key alone, without a scheme, names nobody", async () => {
  expect(await createAuthenticate(db, deps.now)(service.key)).toBeUndefined();
});

test("when a key was last used is written once a minute", async () => {
  const { request } = await service.givenAccount();
  const lastUsed = async () => (await request("GET", "/v1/api-keys")).body.data[0].last_used_at;
  const first = deps.now().toISOString();

  expect(await lastUsed()).toBe(first);
  advance(60_000);
  expect(await lastUsed()).toBe(first);
  advance(1_000);
  expect(await lastUsed()).toBe(deps.now().toISOString());
});

test("a changed plan holds within a second", async () => {
  const { accountId, request } = await service.givenAccount("starter");
  const policy = async () => (await request("GET", "/v1/account")).headers["ratelimit-policy"];
  expect(await policy()).toBe('"starter";q=60;w=60');

  const plan = { plan: "growth" as const, rate_limit_per_minute: 300 };
  await db.updateTable("accounts").set(plan).where("id", "=", accountId).execute();
  advance(1_000);

  expect(await policy()).toBe('"growth";q=300;w=60');
});

test("scopes that this version does not know are not the caller's", async () => {
  const { accountId, key } = await service.givenAccount();
  await db
    .updateTable("api_keys")
    .set({ scopes: ["keys:read", "future:read"] })
    .where("account_id", "=", accountId)
    .execute();

  const caller = await createAuthenticate(db, deps.now)(`Bearer ${key}`);

  expect([...(caller?.scopes ?? [])]).toEqual(["keys:read"]);
});
