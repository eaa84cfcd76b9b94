import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "../../../test/postgres.ts";
import { migrate, whenUnlocked } from "./migrate.ts";

test("refuses a database that does not store texts as UTF-8, and says what to do", async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const ascii = new URL(connectionString);
  ascii.pathname += "_ascii";
  const name = ascii.pathname.slice(1);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );

  await expect(migrate(ascii.href)).rejects.toThrow(
    "the database's encoding must be UTF8 (got SQL_ASCII); create it with: createdb --encoding=UTF8",
  );

  await client.query(`drop database ${name}`);
  await client.end();
  await drop();
});

test("a migration that waits for a lock lets requests through, and is tried again", async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const connect = async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  };
  const [migration, report, request] = [await connect(), await connect(), await connect()];
  await report.query("create table listed (id integer)");
  await report.query("begin");
  await report.query("select from listed");

  const migrating = whenUnlocked(migration, () => migration.query("alter table listed add column name text"));
  await untilOneWaits(request);
  await request.query("select from listed"); // waits behind the migration until that gives up
  const before = await request.query(
    "select from pg_attribute where attname = 'name' and attrelid = 'listed'::regclass",
  );
  await report.query("commit");
  await migrating;

  const after = await request.query("select name from listed");
  expect([before.rowCount, after.fields.length]).toEqual([0, 1]);
  for (const client of [migration, report, request]) await client.end();
  await drop();
});

async function untilOneWaits(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rowCount === 1) return;
  }
}
