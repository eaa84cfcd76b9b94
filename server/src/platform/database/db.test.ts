import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
import { copyTransaction } from "./copy.ts";
import { connect, liftTimeLimit } from "./db.ts";

const { connectionString, drop } = await createTestDatabase();
const requests = connect(connectionString, { limits: { statementMs: 1_000, lockMs: 0, idleMs: 0 } });
const jobs = connect(connectionString);
afterAll(async () => {
  await requests.db.destroy();
  await jobs.db.destroy();
  await drop();
});

const setting = sql<{ value: string }>`select current_setting('statement_timeout') as value`;

test("a request's statement ends at the time limit, and its connection stays usable", async () => {
  await expect(sql`select pg_sleep(600)`.execute(requests.db)).rejects.toMatchObject({ code: "57014" });
  expect((await setting.execute(requests.db)).rows).toEqual([{ value: "1s" }]);
});

test("jobs, COPY and imports have no limit", async () => {
  const lifted = await requests.db.transaction().execute(async (tx) => {
    await liftTimeLimit(tx);
    return setting.execute(tx);
  });
  const copying = await copyTransaction(requests.pool, (tx) => setting.execute(tx));

  for (const { rows } of [lifted, copying, await setting.execute(jobs.db)]) {
    expect(rows).toEqual([{ value: "0" }]);
  }
});

test("PostgreSQL looks after ten seconds whether a silent client is there, so that a lost host keeps no locks", async () => {
  const { rows } = await sql<{ seconds: string }>`
    select current_setting('tcp_keepalives_idle') as seconds`.execute(jobs.db);

  expect(rows).toEqual([{ seconds: "10" }]);
});
