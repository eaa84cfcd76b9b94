import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
import { connect, type Db, inSnapshot } from "./db.ts";

const { connectionString } = await createTestDatabase();

/** One connection, so that the test inspects the one that prepares. */
function givenConnection() {
  const { db } = connect(connectionString, { max: 1 });
  const prepared = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    );
    return rows.map(({ statement }) => statement);
  };
  const times = async (count: number, query: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < count; n += 1) await query(n);
  };
  return { db, prepared, times };
}

test("a frequent statement is prepared once and returns the same rows", async () => {
  const { db, prepared, times } = givenConnection();
  const plusOne = (n: number) => sql<{ sum: number }>`select ${n}::integer + 1 as sum`.execute(db);

  await times(19, plusOne);
  expect(await prepared()).toEqual([]);
  await times(30, async (n) => expect((await plusOne(n)).rows).toEqual([{ sum: n + 1 }]));

  expect(await prepared()).toEqual(["select $1::integer + 1 as sum"]);
});

test("statements without values and statements that vary are not prepared", async () => {
  const { db, prepared, times } = givenConnection();

  await times(50, () => db.transaction().execute((tx) => sql`select 1`.execute(tx)));
  await times(50, (n) => sql`select ${n}::integer as ${sql.ref(`column_${n}`)}`.execute(db));

  expect(await prepared()).toEqual([]);
});

test("at most a hundred statements are prepared", async () => {
  const { db, prepared, times } = givenConnection();

  await times(110, (n) =>
    times(20, () => sql`select ${n}::integer as ${sql.ref(`column_${n}`)}`.execute(db)),
  );

  expect(await prepared()).toHaveLength(100);
});

test("a query of a table that gets another column is repeated, and so is its transaction", async () => {
  const { db, times } = givenConnection();
  await sql`create table changing (a integer)`.execute(db);
  const read = (from: Db = db) => sql`select * from changing where a > ${0}`.execute(from);
  const addColumn = (name: string) =>
    sql`alter table changing add column ${sql.ref(name)} integer`.execute(db);
  await times(25, () => read());
  await addColumn("b");

  await expect(read()).resolves.toMatchObject({ rows: [] });

  await times(25, () => read());
  await addColumn("c");
  const answers = await db.transaction().execute(async (tx) => {
    await sql`insert into changing (a) values (${1})`.execute(tx);
    return read(tx);
  });
  expect(answers.rows).toEqual([{ a: 1, b: null, c: null }]);
  expect((await read()).rows).toHaveLength(1);

  await times(25, () => read());
  await addColumn("d");
  expect((await inSnapshot(db, read)).rows).toEqual([{ a: 1, b: null, c: null, d: null }]);
});

test("a cursor streams through a connection with prepared statements", async () => {
  const { db } = givenConnection();
  const numbers = db.selectFrom(sql<{ n: number }>`generate_series(1, 5)`.as("n")).selectAll();

  const streamed = [];
  for await (const row of numbers.stream(2)) streamed.push(row);

  expect(streamed).toHaveLength(5);
});
