import { ServiceError } from "@assay/domain/errors.ts";
import { lockAccount } from "../accounts/store.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type ModelRow = Row<"models">;

/** Identifies a model. */
export type ModelKey = Pick<ModelRow, "id" | "account_id">;

/** The account's models. */
export function selectModels(db: Db, account_id: string) {
  return db.selectFrom("models").selectAll().where("account_id", "=", account_id);
}

/** The account's model; undefined if there is none. */
export async function findModel(db: Db, { id, account_id }: ModelKey): Promise<ModelRow | undefined> {
  return selectModels(db, account_id).where("id", "=", id).executeTakeFirst();
}

/** The account's model; throws `not_found`, also if it is another account's. */
export async function getModel(db: Db, account_id: string, id: string): Promise<ModelRow> {
  return (await findModel(db, { id, account_id })) ?? missing(id);
}

/** The same, with the row locked until `tx` ends. */
export async function lockModel(tx: Tx, account_id: string, id: string): Promise<ModelRow> {
  const row = await selectModels(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(id);
}

/** The account's model of that name and version; undefined if there is none. */
export async function findNamed(
  db: Db,
  account_id: string,
  { name, version }: Pick<ModelRow, "name" | "version">,
): Promise<ModelRow | undefined> {
  const named = selectModels(db, account_id).where("name", "=", name).where("version", "=", version);
  return named.executeTakeFirst();
}

/** Counts the account's models; concurrent counts wait until `tx` ends. */
export async function countModels(tx: Tx, account_id: string): Promise<number> {
  await lockAccount(tx, account_id);
  const { count } = await tx
    .selectFrom("models")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertModel(tx: Tx, row: NewRow<"models">): Promise<ModelRow> {
  return tx.insertInto("models").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Undefined if the model was deleted meanwhile. */
export function updateModel(
  db: Db,
  { id, account_id }: ModelKey,
  change: Change<"models">,
): Promise<ModelRow | undefined> {
  return db
    .updateTable("models")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteModelRow(tx: Tx, { id, account_id }: ModelKey): Promise<void> {
  await tx.deleteFrom("models").where("account_id", "=", account_id).where("id", "=", id).execute();
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no model ${id}`);
}
