import { sql } from "kysely";
import { type BatchRow, findBatchById } from "../batches/store.ts";
import { getItem } from "../items/store.ts";
import type { Db } from "../platform/db.ts";
import { toAnnotation } from "../tasks/schemas.ts";
import type { ItemAnnotations } from "./schemas.ts";

/**
 * Leaves out the audits that a verdict waits for: before it, nobody is to know which items they are of.
 * For statements on `annotations`.
 */
function isShown({ status, round }: Pick<BatchRow, "status" | "round">) {
  return sql<boolean>`not (annotations.kind = 'audit' and annotations.round = ${round} and ${status === "completed"})`;
}

/** Every answer to an item of the account, and its label. Throws `not_found`. */
export async function listItemAnnotations(db: Db, account_id: string, id: string): Promise<ItemAnnotations> {
  const item = await getItem(db, account_id, id);
  const batch = await findBatchById(db, item.batch_id);
  const rows = await db
    .selectFrom("annotations")
    .selectAll()
    .where("item_id", "=", item.id)
    .where(isShown(batch ?? { status: "created", round: item.round }))
    .orderBy("id")
    .execute();
  const { status, round, result, fields, support, origin } = item;
  const consensus = result === null ? null : { label: result, fields, support, origin };
  return { item_id: item.id, status, round, consensus, data: rows.map(toAnnotation) };
}

/**
 * Every answer to a batch as lines of JSON, oldest first, in constant memory: each as the API shows it, with the
 * `external_id` of its item and its `annotator` as an import takes them.
 */
export async function* streamAnnotations(db: Db, batch: BatchRow): AsyncGenerator<string> {
  const rows = db
    .selectFrom("annotations")
    .innerJoin("items", "items.id", "annotations.item_id")
    .leftJoin("members", "members.id", "annotations.member_id")
    .selectAll("annotations")
    .select("items.external_id")
    .select(sql<string>`coalesce(members.external_id, annotations.member_id)`.as("annotator"))
    .where("annotations.batch_id", "=", batch.id)
    .where(isShown(batch))
    .orderBy("annotations.id")
    .stream(500);
  for await (const { external_id, annotator, ...row } of rows) {
    yield `${JSON.stringify({ ...toAnnotation(row), external_id, annotator })}\n`;
  }
}
