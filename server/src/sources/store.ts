import { ServiceError } from "@assay/domain/errors.ts";
import { lockAccount } from "../accounts/store.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

export type SourceRow = Row<"sources">;

/** Identifies a source. */
export type SourceKey = Pick<SourceRow, "id" | "account_id">;

/** The account's sources. */
export function selectSources(db: Db, account_id: string) {
  return db.selectFrom("sources").selectAll().where("account_id", "=", account_id);
}

/** The account's source; undefined if there is none. */
export async function findSource(db: Db, { id, account_id }: SourceKey): Promise<SourceRow | undefined> {
  return selectSources(db, account_id).where("id", "=", id).executeTakeFirst();
}

/** The account's source; throws `not_found`, also if it is another account's. */
export async function getSource(db: Db, account_id: string, id: string): Promise<SourceRow> {
  return (await findSource(db, { id, account_id })) ?? missing(id);
}

/** The same, with the row locked until `tx` ends. */
export async function lockSource(tx: Tx, account_id: string, id: string): Promise<SourceRow> {
  const row = await selectSources(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(id);
}

/** Counts the account's sources; concurrent counts wait until `tx` ends. */
export async function countSources(tx: Tx, account_id: string): Promise<number> {
  await lockAccount(tx, account_id);
  const { count } = await tx
    .selectFrom("sources")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertSource(tx: Tx, row: NewRow<"sources">): Promise<SourceRow> {
  return tx.insertInto("sources").values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateSource(
  tx: Tx,
  { id, account_id }: SourceKey,
  change: Change<"sources">,
): Promise<SourceRow> {
  return tx
    .updateTable("sources")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSourceRow(tx: Tx, { id, account_id }: SourceKey): Promise<void> {
  await tx.deleteFrom("sources").where("account_id", "=", account_id).where("id", "=", id).execute();
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no source ${id}`);
}
