import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./postgres.ts";

test("each test database is migrated, and its own", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);

  await query(one.connectionString, "create table only_here ()");

  expect(await query(other.connectionString, "select to_regclass('only_here') as found")).toEqual([
    { found: null },
  ]);
  expect(await query(other.connectionString, "select count(*)::int as n from schema_migrations")).not.toEqual(
    [{ n: 0 }],
  );
  await Promise.all([one.drop(), other.drop()]);
});

test("a database is dropped while someone is still connected", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString });
  const lost = new Promise((resolve) => client.on("error", resolve));
  await client.connect();

  await drop();

  expect(await lost).toMatchObject({ code: "57P01" });
});

async function query(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
