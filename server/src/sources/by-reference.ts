import type { Db } from "../platform/database/db.ts";

/** Whether an account has a source by reference, so that pages show objects of buckets. */
export async function hasReferences(db: Db): Promise<boolean> {
  const source = await db
    .selectFrom("sources")
    .select("id")
    .where("mode", "=", "reference")
    .limit(1)
    .executeTakeFirst();
  return source !== undefined;
}
