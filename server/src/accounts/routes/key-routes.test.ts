import { SCOPES } from "@assay/domain/member.ts";
import { expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { startService, type TestAccount, untilSomeoneWaits } from "../../../test/service.ts";
import { newApiKey } from "../../platform/auth/keys.ts";
import { newId } from "../../platform/ids.ts";
import { insertKey, lockAccount } from "../store.ts";

const service = await startService();
const { db, advance } = service;

async function givenKey({ request }: TestAccount, body: object = { name: "ci" }) {
  const { body: key } = await request("POST", "/v1/api-keys", body);
  return { ...key, request: service.requestWith(key.key) };
}

async function firstKeyOf({ request }: TestAccount): Promise<string> {
  const { body } = await request("GET", "/v1/api-keys?sort=created_at");
  return body.data[0].id;
}

test("a new key is shown once and works", async () => {
  const account = await service.givenAccount();

  const created = await account.request("POST", "/v1/api-keys", {
    name: "ci",
    scopes: ["projects:read", "keys:read"],
  });

  const { key, ...shown } = created.body;
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe(`/v1/api-keys/${shown.id}`);
  expect(key).toMatch(/^assay_live_[0-9A-Za-z]{36}$/);
  expect(shown).toEqual({
    id: expect.stringMatching(/^key_/),
    name: "ci",
    prefix: key.slice(0, 14),
    last4: key.slice(-4),
    scopes: ["projects:read", "keys:read"],
    created_at: service.deps.now().toISOString(),
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
  });
  const read = await service.requestWith(key)("GET", `/v1/api-keys/${shown.id}`);
  expect(read.status).toBe(200);
  expect(JSON.stringify(read.body)).not.toContain(key.slice(14, -4));
});

test("a repeat with the same Idempotency-Key returns the same key and creates no second one", async () => {
  const { request } = await service.givenAccount();
  const send = (name: string) => request("POST", "/v1/api-keys", { name }, { "idempotency-key": "k1" });

  const [first, again, other] = [await send("ci"), await send("ci"), await send("cd")];

  expect(again.body).toEqual(first.body);
  expect(other.status).toBe(422);
  expect((await request("GET", "/v1/api-keys")).body.data).toHaveLength(2);
});

test("absent scopes default to the caller's, and a key grants no scope that it lacks", async () => {
  const account = await service.givenAccount();
  const narrow = await givenKey(account, { name: "narrow", scopes: ["keys:write", "projects:read"] });

  const same = await narrow.request("POST", "/v1/api-keys", { name: "same" });
  const wider = await narrow.request("POST", "/v1/api-keys", { name: "wider", scopes: ["projects:write"] });
  const widened = await narrow.request("PATCH", `/v1/api-keys/${narrow.id}`, {
    scopes: ["keys:write", "keys:read"],
  });

  expect(same.body.scopes).toEqual(["projects:read", "keys:write"]);
  expect(wider.body).toEqual({ error: "forbidden", message: expect.stringContaining("projects:write") });
  expect(widened.status).toBe(403);
});

test("a key can be renamed, limited and given an expiry, after which it is unknown", async () => {
  const account = await service.givenAccount();
  const { id, request } = await givenKey(account);
  expect((await request("GET", "/v1/account")).status).toBe(200);
  const expires_at = new Date(service.deps.now().getTime() + 5_000).toISOString();

  const changed = await account.request("PATCH", `/v1/api-keys/${id}`, {
    name: "cd",
    scopes: ["keys:read"],
    expires_at,
  });

  expect(changed).toMatchObject({ status: 200, body: { name: "cd", scopes: ["keys:read"], expires_at } });
  expect((await request("GET", "/v1/account")).status).toBe(403);
  advance(4_999);
  expect((await request("GET", "/v1/api-keys")).status).toBe(200);
  advance(1);
  expect((await request("GET", "/v1/api-keys")).status).toBe(401);
});

test("a deleted key is refused at once and not listed", async () => {
  const account = await service.givenAccount();
  const { id, request } = await givenKey(account);
  expect((await request("GET", "/v1/account")).status).toBe(200);

  expect((await account.request("DELETE", `/v1/api-keys/${id}`)).status).toBe(204);

  expect((await request("GET", "/v1/account")).status).toBe(401);
  expect((await account.request("GET", `/v1/api-keys/${id}`)).status).toBe(404);
  expect((await account.request("DELETE", `/v1/api-keys/${id}`)).status).toBe(404);
  const list = await account.request("GET", "/v1/api-keys");
  expect(list.body.data.map((key: { id: string }) => key.id)).toEqual([await firstKeyOf(account)]);
});

test("the last key that can create keys cannot be deleted", async () => {
  const account = await service.givenAccount();
  const id = await firstKeyOf(account);
  const expires_at = new Date(service.deps.now().getTime() + 1_000).toISOString();
  await givenKey(account, { name: "reader", scopes: ["keys:read"] });
  await givenKey(account, { name: "brief", expires_at });
  advance(1_000);

  const deleted = await account.request("DELETE", `/v1/api-keys/${id}`);
  const narrowed = await account.request("PATCH", `/v1/api-keys/${id}`, { scopes: ["keys:read"] });
  const renamed = await account.request("PATCH", `/v1/api-keys/${id}`, { name: "main" });

  expect([deleted.status, narrowed.status, renamed.status]).toEqual([409, 409, 200]);
  expect(deleted.body.error).toBe("conflict");
  await givenKey(account);
  expect((await account.request("DELETE", `/v1/api-keys/${id}`)).status).toBe(204);
});

test("of two keys that delete each other at the same time, one stays", async () => {
  const account = await service.givenAccount();
  const [first, second] = [await firstKeyOf(account), (await givenKey(account)).id];

  const sent = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.accountId);
    const sent = [first, second].map((id) => account.request("DELETE", `/v1/api-keys/${id}`));
    await untilSomeoneWaits(db, 2);
    return { responses: Promise.all(sent) };
  });

  expect((await sent.responses).map(({ status }) => status).sort()).toEqual([204, 409]);
});

test("an account has at most 100 keys", async () => {
  const account = await service.givenAccount();
  const more = { account_id: account.accountId, scopes: [...SCOPES], created_at: service.deps.now() };
  for (let count = 1; count < 100; count += 1)
    await insertKey(db, { ...more, key: newApiKey(), name: `key ${count}` });

  const refused = await account.request("POST", "/v1/api-keys", { name: "101st" });

  expect(refused).toMatchObject({ status: 403, body: { error: "limit_exceeded" } });
  await account.request("DELETE", `/v1/api-keys/${await firstKeyOf(account)}`);
});

test("a key that has changed since the ETag in If-Match is neither changed nor deleted", async () => {
  const account = await service.givenAccount();
  const { id } = await givenKey(account);
  const stale = { "if-match": '"stale"' };

  expect((await account.request("PATCH", `/v1/api-keys/${id}`, { name: "x" }, stale)).status).toBe(412);
  expect((await account.request("DELETE", `/v1/api-keys/${id}`, undefined, stale)).status).toBe(412);
  const etag = String((await account.request("GET", `/v1/api-keys/${id}`)).headers.etag);
  expect(
    (await account.request("DELETE", `/v1/api-keys/${id}`, undefined, { "if-match": etag })).status,
  ).toBe(204);
});

test.each([
  [{}, "Missing required field: name"],
  [{ name: "x", scopes: [] }, "scopes"],
  [{ name: "x", scopes: ["everything"] }, "must be one of account:read"],
  [{ name: "x", scopes: ["keys:read", "keys:read"] }, "scopes"],
  [{ name: "x", expires_at: "2020-01-01T00:00:00Z" }, "expires_at must be in the future"],
  [{ name: "x", expires_at: "2027-01-01T00:00:00" }, "expires_at"],
  [{ name: "x", expires_at: "9999-12-31T23:59:60Z" }, "expires_at"],
])("%j is refused", async (body, message) => {
  const response = await service.request("POST", "/v1/api-keys", body);

  expect(response.status).toBe(400);
  expect(response.body.message).toContain(message);
});

test("a key of another account and an unknown key get the same 404", async () => {
  const foreign = await givenKey(await service.givenAccount());
  for (const id of [foreign.id, newId("key"), "xyz"]) {
    for (const method of ["GET", "PATCH", "DELETE"] as const) {
      const response = await service.request(
        method,
        `/v1/api-keys/${id}`,
        method === "PATCH" ? {} : undefined,
      );
      expect(response).toMatchObject({ status: 404, body: { message: `there is no API key ${id}` } });
    }
  }
});

test("a key cannot create or change a key that expires after its own expires_at", async () => {
  const account = await service.givenAccount();
  const expires_at = new Date(service.deps.now().getTime() + 3_600_000).toISOString();
  const later = new Date(service.deps.now().getTime() + 7_200_000).toISOString();
  const brief = bodyOf(await account.request("POST", "/v1/api-keys", { name: "brief", expires_at }), 201);
  const request = service.requestWith(brief.key);

  const made = bodyOf(await request("POST", "/v1/api-keys", { name: "heir" }), 201);

  expect(made.expires_at).toBe(expires_at);
  const message = `expires_at: must be at most ${expires_at}, when the calling key expires`;
  const longer = { status: 403, body: { error: "forbidden", message } };
  for (const sent of [later, null]) {
    expect(await request("POST", "/v1/api-keys", { name: "heir", expires_at: sent })).toMatchObject(longer);
    for (const id of [made.id, brief.id]) {
      expect(await request("PATCH", `/v1/api-keys/${id}`, { expires_at: sent })).toMatchObject(longer);
    }
  }
  expect((await account.request("PATCH", `/v1/api-keys/${brief.id}`, { expires_at: null })).status).toBe(200);
});
