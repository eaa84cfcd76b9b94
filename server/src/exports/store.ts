import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { BatchRow } from "../batches/store.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type ExportRow = Row<"exports">;
type ExportKey = Pick<ExportRow, "account_id" | "id">;

/** Whether all of the batches exist; if so, none can be deleted before `tx` ends. */
export async function shareBatches(tx: Tx, account_id: string, ids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .selectFrom("batches")
    .select("id")
    .where("account_id", "=", account_id)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  return rows.length === ids.length;
}

/** The account's exports. */
export function selectExports(db: Db, account_id: string) {
  return db.selectFrom("exports").selectAll().where("account_id", "=", account_id);
}

/** The account's export; throws `not_found`. */
export async function getExport(db: Db, account_id: string, id: string): Promise<ExportRow> {
  const row = await selectExports(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing(id);
}

/** The same, locked until `tx` ends. */
export async function lockExport(tx: Tx, account_id: string, id: string): Promise<ExportRow> {
  const row = await selectExports(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(id);
}

export async function deleteExport(tx: Tx, { account_id, id }: ExportKey): Promise<void> {
  await tx.deleteFrom("exports").where("account_id", "=", account_id).where("id", "=", id).execute();
}

/** For the job that builds it; undefined if it is built, failed or deleted. */
export async function findExportToBuild(
  db: Db,
  account_id: string,
  id: string,
): Promise<ExportRow | undefined> {
  return selectExports(db, account_id)
    .where("id", "=", id)
    .where("status", "=", "processing")
    .executeTakeFirst();
}

export async function insertExport(tx: Tx, row: NewRow<"exports">): Promise<ExportRow> {
  return tx.insertInto("exports").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Records the end of a build; false if another run did, or if the export was deleted. */
export async function finishExport(
  tx: Db,
  { account_id, id }: ExportKey,
  change: Change<"exports">,
): Promise<boolean> {
  const [result] = await tx
    .updateTable("exports")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .where("status", "=", "processing")
    .execute();
  return result?.numUpdatedRows === 1n;
}

/** The batches of an export, by id: its own, or every batch of its project that does not repeat items of others. */
export async function listExported(
  tx: Tx,
  { account_id, batch_id, project_id }: ExportRow,
): Promise<BatchRow[]> {
  const batches = tx
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .orderBy("id");
  return batch_id === null
    ? batches.where("project_id", "=", project_id).where("dataset_id", "is", null).execute()
    : batches.where("id", "=", batch_id).execute();
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no export ${id}`);
}
