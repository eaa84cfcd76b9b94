import type { Db } from "../platform/database/db.ts";
import type { TaskRow } from "../queue/claimable.ts";

/** Why annotators skipped the items of these adjudications in the same round, by the id of the adjudication; each reason once. */
export async function skipReasons(
  db: Db,
  account_id: string,
  adjudications: readonly TaskRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (adjudications.length === 0) return new Map();
  const skipped = await db
    .selectFrom("tasks")
    .select(["item_id", "round", "reason"])
    .where("account_id", "=", account_id)
    .where(
      "item_id",
      "in",
      adjudications.map(({ item_id }) => item_id),
    )
    .where("kind", "=", "annotate")
    .where("status", "=", "skipped")
    .orderBy("updated_at")
    .execute();
  return new Map(
    adjudications.map(({ id, item_id, round }) => {
      const theirs = skipped.filter((one) => one.item_id === item_id && one.round === round);
      return [id, [...new Set(theirs.flatMap(({ reason }) => reason ?? []))]];
    }),
  );
}
