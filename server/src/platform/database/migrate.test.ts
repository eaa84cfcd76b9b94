import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "../../../test/postgres.ts";
import { migrate } from "./migrate.ts";

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
