import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
import { assertDirect } from "./assert-direct.ts";
import { connect } from "./db.ts";

const { connectionString, settings, drop } = await createTestDatabase();
const pooler = settings.DATABASE_URL;
const limits = { statementMs: 1_000, lockMs: 5_000, idleMs: 5_000 };
const { db } = connect(pooler, { max: 2, limits });
afterAll(async () => {
  await db.destroy();
  await drop();
});

/** Takes every server connection that the pooler has for the database; resolves to what frees them. */
async function occupy(): Promise<() => Promise<void>> {
  const clients = Array.from({ length: 41 }, () => new pg.Client({ connectionString: pooler }));
  await Promise.all(clients.map((client) => client.connect()));
  const begun = clients.map((client) => client.query("begin").then(() => "begun"));
  await Promise.all(begun.slice(0, -1)); // the last waits for one of the others
  return async () => {
    await Promise.all(clients.slice(0, -1).map((client) => client.end()));
    await begun.at(-1);
    await clients.at(-1)?.end();
  };
}

test("behind a pooler no statement is prepared and no setting outlives its transaction", async () => {
  for (let n = 0; n < 50; n += 1) await sql`select ${n}::integer`.execute(db);
  const kept = sql`select (select count(*) from pg_prepared_statements) as prepared,
    current_setting('statement_timeout') as limit`;
  const inside = await db.transaction().execute((tx) => kept.execute(tx));

  expect(inside.rows).toEqual([{ prepared: 0, limit: "1s" }]);
  expect((await kept.execute(db)).rows).toEqual([{ prepared: 0, limit: "0" }]);
});

test("a slow statement ends at the limit, inside a transaction and outside, and its connection stays usable", async () => {
  const one = connect(pooler, { max: 1, limits });
  const slow = sql`select pg_sleep(600)`;
  await expect(slow.execute(one.db)).rejects.toMatchObject({ code: "57014" });
  await expect(one.db.transaction().execute((tx) => slow.execute(tx))).rejects.toMatchObject({
    code: "57014",
  });

  expect((await sql`select 1 as n`.execute(one.db)).rows).toEqual([{ n: 1 }]);
  expect(one.pool.totalCount).toBe(1);
  await one.db.destroy();
});

test("a pooler needs a direct URL that names no such pooler", async () => {
  await expect(assertDirect(pooler, undefined, 5_000)).rejects.toThrow(
    "DATABASE_URL: a pooler such as PgBouncer answers there; set DATABASE_DIRECT_URL",
  );
  await expect(assertDirect(pooler, pooler, 5_000)).rejects.toThrow(
    "DATABASE_DIRECT_URL: a pooler answers there that shares sessions between clients",
  );
  await assertDirect(pooler, connectionString, 5_000);
  await assertDirect(connectionString, undefined, 5_000);
});

test("nobody waits for ever behind a pooler whose connections are all in use", async () => {
  const late = connect(pooler, { max: 1, connectMs: 1_000, limits });
  await sql`select 1`.execute(db);
  const free = await occupy();

  await expect(assertDirect(pooler, undefined, 200)).rejects.toThrow(
    "DATABASE_URL: the database did not answer within 0.2 s",
  );
  await expect(sql`select 1`.execute(late.db)).rejects.toThrow("Connection terminated");
  await expect(sql`select 1`.execute(db)).rejects.toThrow("Connection terminated");

  await free();
  expect((await sql`select 1 as n`.execute(late.db)).rows).toEqual([{ n: 1 }]);
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
  await late.db.destroy();
});
