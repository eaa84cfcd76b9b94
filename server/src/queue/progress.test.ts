import { sql } from "kysely";
import { expect, test } from "vitest";
import { givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { addProgress, countProgress } from "./progress.ts";

const service = await startService();
const { db, accountId: account_id } = service;

async function countShards(batch_id: string): Promise<number> {
  const rows = await db
    .selectFrom("batch_progress")
    .select("shard")
    .where("batch_id", "=", batch_id)
    .execute();
  return rows.length;
}

test("a transaction that counts does not wait for another uncommitted one", async () => {
  const { id } = await givenBatch(service);
  await db.transaction().execute((tx) => addProgress(tx, { id, account_id }, { answers: 1 }));

  await db.transaction().execute(async (tx) => {
    await addProgress(tx, { id, account_id }, { answers: 1 });
    await db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '1s'`.execute(other);
      await addProgress(other, { id, account_id }, { answers: 1, accepted: 1 });
    });
    await addProgress(tx, { id, account_id }, { excluded: 2, accepted: -1 });
  });

  expect(await countProgress(db, { id, account_id })).toEqual({ answers: 3, accepted: 0, excluded: 2 });
  expect(await countShards(id)).toBe(2);
});

test("consecutive transactions share a shard", async () => {
  const { id } = await givenBatch(service);

  for (let n = 0; n < 3; n += 1) {
    await db.transaction().execute((tx) => addProgress(tx, { id, account_id }, { answers: 1 }));
  }

  expect(await countProgress(db, { id, account_id })).toMatchObject({ answers: 3 });
  expect(await countShards(id)).toBe(1);
});
