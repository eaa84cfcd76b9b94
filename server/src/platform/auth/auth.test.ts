import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService, untilSomeoneWaits } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { revokeAnyKey } from "../../accounts/revoke-any-key.ts";
import { buildApp } from "../../app.ts";
import { createKeys, KEYS_CHANNEL } from "./auth.ts";

const service = await startService();
const { db, deps, advance } = service;

test.each(["Bearer", "bearer", "BEARER", "Bearer  "])("the scheme may be written as %j", async (scheme) => {
  const caller = await createKeys(db, deps.secrets, deps.now).authenticate(`${scheme} ${service.key}`);

  expect(caller).toMatchObject({ account_id: service.accountId, plan: "enterprise" });
});

test.each([undefined, "", "Bearer", "Bearer ", "Basic eDp5", "Token x", "Bearer a b", "x"])(
  "the header %j authenticates nobody",
  async (header) => {
    expect(await createKeys(db, deps.secrets, deps.now).authenticate(header)).toBeUndefined();
  },
);

test("the key alone, without a scheme, authenticates nobody", async () => {
  expect(await createKeys(db, deps.secrets, deps.now).authenticate(service.key)).toBeUndefined();
});

test("the last use of a key is written once a minute", async () => {
  const { request } = await service.givenAccount();
  const lastUsed = async () => (await request("GET", "/v1/api-keys")).body.data[0].last_used_at;
  const first = deps.now().toISOString();

  expect(await lastUsed()).toBe(first);
  advance(60_000);
  expect(await lastUsed()).toBe(first);
  advance(1_000);
  expect(await lastUsed()).toBe(deps.now().toISOString());
});

test("a changed plan takes effect within a second", async () => {
  const { accountId, request } = await service.givenAccount("starter");
  const policy = async () => (await request("GET", "/v1/account")).headers["ratelimit-policy"];
  expect(await policy()).toBe('"starter";q=60;w=60');

  const plan = { plan: "growth" as const, rate_limit_per_minute: 300 };
  await db.updateTable("accounts").set(plan).where("id", "=", accountId).execute();
  advance(1_000);

  expect(await policy()).toBe('"growth";q=300;w=60');
});

test("ignores scopes that this version does not know", async () => {
  const { accountId, key } = await service.givenAccount();
  await db
    .updateTable("api_keys")
    .set({ scopes: ["keys:read", "future:read"] })
    .where("account_id", "=", accountId)
    .execute();

  const caller = await createKeys(db, deps.secrets, deps.now).authenticate(`Bearer ${key}`);

  expect([...(caller?.scopes ?? [])]).toEqual(["keys:read"]);
});

test("a key with an impossible form is refused without a query", async () => {
  const queried: string[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      queried.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { authenticate } = createKeys(watched, deps.secrets, deps.now);
  const mistyped = service.key.slice(0, -1) + (service.key.endsWith("0") ? "1" : "0");

  for (const key of [mistyped, "assay_live_short", `${service.key}0`, "x".repeat(201)]) {
    expect(await authenticate(`Bearer ${key}`)).toBeUndefined();
  }
  expect(queried).toEqual([]);

  await authenticate(`Bearer ${service.key}`);
  expect(queried[0]).toBe("SelectQueryNode");
});

test("a key lookup that began before a change of keys is not cached after it", async () => {
  const { accountId, key } = await service.givenAccount();
  const { authenticate, forget } = createKeys(db, deps.secrets, deps.now);

  const { looking } = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("api_keys")
      .set({ revoked_at: deps.now() })
      .where("account_id", "=", accountId)
      .execute();
    const looking = authenticate(`Bearer ${key}`);
    await untilSomeoneWaits(db); // it has found the key and is about to write its last use
    return { looking };
  });
  forget();
  expect(await looking).toMatchObject({ account_id: accountId });

  expect(await authenticate(`Bearer ${key}`)).toBeUndefined();
});

test("a key that one process revokes is refused by another process as soon as it is notified", async () => {
  const { request, key: keeper } = await service.givenAccount();
  const other = await buildApp(deps);
  await other.listen({ port: 0, host: "127.0.0.1" });
  const statusOf = async (key: string) =>
    (await other.inject({ url: "/v1/account", headers: { authorization: `Bearer ${key}` } })).statusCode;
  try {
    await untilSomeoneListens();
    for (const revoke of [
      (id: string) => request("DELETE", `/v1/api-keys/${id}`),
      (id: string) => revokeAnyKey(db, id, deps.now()),
    ]) {
      const { body } = await request("POST", "/v1/api-keys", { name: "ci" });
      expect(await statusOf(body.key)).toBe(200);
      await revoke(body.id);
      await untilHolds(async () => expect(await statusOf(body.key)).toBe(401)); // the clock stands still
    }
    expect(await statusOf(keeper)).toBe(200);
  } finally {
    await other.close();
  }
});

async function untilSomeoneListens(): Promise<void> {
  await untilHolds(async () => {
    const listening = await sql`
      select 1 from pg_stat_activity where datname = current_database() and query = ${`listen "${KEYS_CHANNEL}"`}
    `.execute(db);
    expect(listening.rows).toHaveLength(1);
  });
}
