import { createEmptyDatabase } from "@assay/server/test/postgres.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { run } from "./run.ts";

async function migrate(env: Record<string, string>) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await run(["migrate", "--json"], {
    env,
    print: (line) => out.push(line),
    note: (line) => notes.push(line),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

test("assay migrate brings an empty database to the schema, and a second one finds it so", async () => {
  const { connectionString, drop } = await createEmptyDatabase();

  const both = [migrate({ DATABASE_URL: connectionString }), migrate({ DATABASE_URL: connectionString })];

  const ended = await Promise.all(both);

  for (const { code, notes } of ended) {
    expect(notes).toBe("The database has the schema of this version");
    expect(code).toBe(0);
  }
  const ran = ended
    .map(({ out }) => JSON.parse(out).migrations)
    .sort((one, other) => one.length - other.length);
  expect(ran).toEqual([[], expect.arrayContaining(["0001_first.sql"])]);
  const client = new pg.Client({ connectionString });
  await client.connect();
  expect((await client.query("select count(*)::int as count from accounts")).rows).toEqual([{ count: 0 }]);
  await client.end();
  await drop();
});

test("assay migrate without DATABASE_URL says that it is missing", async () => {
  expect(await migrate({})).toMatchObject({
    code: 1,
    notes: expect.stringContaining("DATABASE_URL is missing"),
  });
});
