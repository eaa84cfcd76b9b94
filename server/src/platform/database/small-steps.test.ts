import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
import { untilSomeoneWaits } from "../../../test/service.ts";
import { connect, type Db } from "./db.ts";
import { changeAll, changeFree, type SmallSteps } from "./small-steps.ts";

const database = await createTestDatabase();
const { db } = connect(database.settings.DATABASE_URL, { max: 4 });

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A batch with that many predictions, and the steps that remove them. */
async function given(
  batch_id: string,
  count: number,
): Promise<{ removal: SmallSteps<object>; steps: number[] }> {
  await sql`
    insert into predictions (id, account_id, batch_id, item_id, model, guideline_version, result, created_at)
    select ${batch_id} || n, 'acct_a', ${batch_id}, ${batch_id} || n, 'm', 1, '{}', now() from generate_series(1, ${count}) as n`.execute(
    db,
  );
  const steps: number[] = [];
  const removal: SmallSteps<object> = {
    table: "predictions",
    condition: sql`batch_id = ${batch_id}`,
    change: (chosen) => sql`delete from predictions where ${chosen} returning id`,
    afterwards: async (rows) => void steps.push(rows.length),
  };
  return { removal, steps };
}

async function lockOne(tx: Db, id: string): Promise<void> {
  await tx.selectFrom("predictions").select("id").where("id", "=", id).forUpdate().execute();
}

async function listLeft(batch_id: string): Promise<string[]> {
  const rows = await db.selectFrom("predictions").select("id").where("batch_id", "=", batch_id).execute();
  return rows.map(({ id }) => id);
}

test("each transaction changes at most 5,000 rows", async () => {
  const { removal, steps } = await given("many", 10_001);

  await changeAll(db, removal);

  expect(steps).toEqual([5_000, 5_000, 1]);
});

test("it changes all free rows first, and then waits for one locked row without a lock on others", async () => {
  const { removal, steps } = await given("held", 3);
  const holder = await db.startTransaction().execute();
  await lockOne(holder, "held1");
  await lockOne(holder, "held2");
  const changing = changeAll(db, removal);
  await untilSomeoneWaits(db);

  expect(await listLeft("held")).toEqual(["held1", "held2"]);
  await sql`select from predictions where batch_id = 'held' for update nowait`.execute(holder);
  await holder.rollback().execute();
  await changing;

  expect(await listLeft("held")).toEqual([]);
  expect(steps.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test("a sweep leaves locked rows to the next", async () => {
  const { removal, steps } = await given("swept", 5_002);
  const holder = await db.startTransaction().execute();
  await lockOne(holder, "swept1");

  await changeFree(db, removal);
  expect(steps).toEqual([5_000, 1]);
  await holder.rollback().execute();
  await changeFree(db, removal);

  expect(await listLeft("swept")).toEqual([]);
});
