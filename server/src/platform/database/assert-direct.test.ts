import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
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
