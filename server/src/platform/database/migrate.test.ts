import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "../../../test/postgres.ts";
import { untilHolds } from "../../../test/until.ts";
import {
  applyMigration,
  createMigrationsTable,
  listMigrations,
  migrate,
  runMigration,
  underMigrationLock,
  whenUnlocked,
} from "./migrate.ts";

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

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

test("a user who may not create tables is told to own the database", async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const owner = await open(connectionString);
  const user = `guest_${randomBytes(6).toString("hex")}`;
  await owner.query(`create role ${user} login password 'guest'; revoke create on schema public from public`);
  const guest = new URL(connectionString);
  [guest.username, guest.password] = [user, "guest"];

  await expect(migrate(guest.href)).rejects.toThrow(
    "permission denied for schema public: make the user of DATABASE_URL the owner of the database",
  );

  await owner.query(`drop role ${user}`);
  await owner.end();
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

/** Modes that a request which writes in the table would wait for. */
const STRONG = ["AccessExclusiveLock", "ExclusiveLock", "ShareRowExclusiveLock", "ShareLock"];

/** The migrations that a version of today may meet while it serves requests (ADR 0073). */
const FIRST_UNDER_LOAD = "0083";

test("a migration locks one table, or a request that uses two could lose a deadlock with it", async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const client = await open(connectionString);
  await createMigrationsTable(client);
  const locked: Record<string, string[]> = {};
  const lists = async (text: string, values: readonly unknown[]) =>
    (await client.query<{ relname: string }>(text, [...values])).rows.map(({ relname }) => relname);

  for (const name of await listMigrations()) {
    const tables = await lists("select relname from pg_class where relkind = 'r'", []);
    await client.query("begin");
    await applyMigration(client, name);
    const held = await lists(
      `select distinct relname from pg_locks join pg_class on pg_class.oid = relation
       where pid = pg_backend_pid() and relkind = 'r' and mode = any($1) and relname = any($2) order by relname`,
      // Requests write in `accounts` in transactions of one statement, which hold no other lock.
      [STRONG, tables.filter((table) => table !== "accounts")],
    );
    await client.query("commit");
    if (name >= FIRST_UNDER_LOAD && held.length > 1) locked[name] = held;
  }

  expect(locked).toEqual({});
  await client.end();
  await drop();
});

test("a version works with the schema of a newer one, until that one leaves it behind", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const client = await open(connectionString);
  const newer = (name: string, needs: string | null) =>
    client.query("insert into schema_migrations (name, needs) values ($1, $2)", [name, needs]);

  await newer("9001_expand.sql", null);
  await newer("9002_contract.sql", "0001_first.sql");
  await migrate(connectionString);
  await newer("9003_contract.sql", "9001_expand.sql");

  await expect(migrate(connectionString)).rejects.toThrow(
    "the database was migrated by a newer Assay (9003_contract.sql), and this version does not work with it any more",
  );
  await client.end();
  await drop();
});

test("an index is created concurrently while another process waits its turn, and again after it failed", async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const client = await open(connectionString);
  await createMigrationsTable(client);
  await client.query("create table listed as select 1 as id from generate_series(1, 2)");
  const statements = "-- needs 0001_first.sql\ncreate unique index concurrently listed_once on listed (id);";
  const migration = { name: "9001_index.sql", statements };
  const state = () =>
    client.query(
      "select indisvalid, name, needs from pg_index left join schema_migrations on true where indexrelid = to_regclass('listed_once')",
    );

  let waiting: Promise<unknown> | undefined;
  await underMigrationLock(connectionString, async (owner) => {
    waiting = underMigrationLock(connectionString, async () => undefined);
    await untilHolds(async () => {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where datname = current_database() and query ~ 'advisory' and pid <> pg_backend_pid()",
      );
      expect(rowCount).toBe(2);
    });
    await expect(runMigration(owner, migration)).rejects.toThrow("could not create unique index");
    expect((await state()).rows).toEqual([{ indisvalid: false, name: null, needs: null }]);
    await client.query("truncate listed");
    await runMigration(owner, migration);
  });
  await waiting;

  expect((await state()).rows).toEqual([
    { indisvalid: true, name: "9001_index.sql", needs: "0001_first.sql" },
  ]);
  await client.end();
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
