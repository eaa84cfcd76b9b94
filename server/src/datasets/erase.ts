import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { type Named, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { changeAll } from "../platform/database/small-steps.ts";

/** Removes a deleted dataset with its versions and their files, in small transactions (ADR 0065). */
export async function eraseDataset(
  deps: Deps,
  { account_id, dataset_id }: { account_id: string; dataset_id: string },
): Promise<void> {
  const { db } = deps;
  const condition = sql`dataset_id = ${dataset_id}`;
  await changeAll(db, {
    table: "dataset_files",
    account_id,
    condition,
    change: (chosen) => sql<Named>`delete from dataset_files where ${chosen} returning sha256`,
    afterwards: (rows) =>
      removeUnusedBlobs(
        deps,
        rows.map(({ sha256 }) => sha256),
      ),
  });
  await changeAll(db, {
    table: "dataset_batches",
    account_id,
    condition,
    change: (chosen) => sql`delete from dataset_batches where ${chosen}`,
  });
  await changeAll(db, {
    table: "dataset_versions",
    account_id,
    condition,
    change: (chosen) => sql`delete from dataset_versions where ${chosen}`,
  });
  await db.deleteFrom("datasets").where("account_id", "=", account_id).where("id", "=", dataset_id).execute();
}
