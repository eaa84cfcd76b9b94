import { expect, test } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "../../../test/postgres.ts";
import { assertDirect } from "./assert-direct.ts";

const { connectionString } = await createTestDatabase();
/** Nothing listens on port 1. */
const NOWHERE = "postgres://assay@127.0.0.1:1/assay";

test.each([
  ["the database", NOWHERE, undefined, "DATABASE_URL"],
  ["the pooler", NOWHERE, connectionString, "DATABASE_URL"],
  ["the database beside a pooler", connectionString, NOWHERE, "DATABASE_DIRECT_URL"],
])("%s that cannot be reached is named by its setting", async (_what, url, directUrl, name) => {
  await expect(assertDirect(url, directUrl, 5_000)).rejects.toThrow(
    `${name}: the database did not answer within 5 s (connect ECONNREFUSED 127.0.0.1:1); start it`,
  );
});

test("a database that is reached, directly and by the other URL, is accepted", async () => {
  await assertDirect(connectionString, connectionString, 5_000);
});

test("a URL that the server refuses is named, with what to check", async () => {
  const [user, database] = [new URL(connectionString), new URL(connectionString)];
  user.username = "nobody_of_this_name";
  database.pathname = "none_of_this_name";
  const refusal =
    /: the server refuses the connection \(.*of_this_name.*\); check user, password and database/;

  for (const { href } of [user, database]) {
    await expect(assertDirect(href, undefined, 5_000)).rejects.toThrow(refusal);
    await expect(assertDirect(href, connectionString, 5_000)).rejects.toThrow(/^DATABASE_URL: .*refuses/);
    await expect(assertDirect(connectionString, href, 5_000)).rejects.toThrow(
      /^DATABASE_DIRECT_URL: .*refuses/,
    );
  }
});

test("two URLs must lead to one database", async () => {
  const other = await createEmptyDatabase();

  await expect(assertDirect(connectionString, other.connectionString, 5_000)).rejects.toThrow(
    "DATABASE_DIRECT_URL: names another database than DATABASE_URL",
  );
  await other.drop();
});
