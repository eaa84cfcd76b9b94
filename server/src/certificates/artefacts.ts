import type { Deps } from "../deps.ts";
import { keepBlobs } from "../platform/blobs/blob-rows.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { NewRow, Row } from "../platform/database/tables.ts";

export type ArtefactRow = Row<"artefacts">;

/** A staged file of a certified dataset that is not kept yet. */
export interface NewArtefact extends Omit<NewRow<"artefacts">, "sha256" | "size_bytes"> {
  readonly staged: StagedBlob;
}

/** Names one file of a certified dataset. */
export type ArtefactKey = Pick<ArtefactRow, "batch_id" | "revision" | "variant">;

/** Keeps the files and inserts their rows; rows of an earlier run stay, because their files are the same. */
export async function insertArtefacts(deps: Deps, tx: Tx, artefacts: readonly NewArtefact[]): Promise<void> {
  if (artefacts.length === 0) return;
  await keepBlobs(
    deps,
    tx,
    artefacts.map(({ staged }) => staged),
    true,
  );
  const rows = artefacts.map(({ staged: { sha256, size_bytes }, ...row }) => ({
    ...row,
    sha256,
    size_bytes,
  }));
  await tx
    .insertInto("artefacts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findArtefact(
  db: Db,
  account_id: string,
  { batch_id, revision, variant }: ArtefactKey,
): Promise<ArtefactRow | undefined> {
  return db
    .selectFrom("artefacts")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", batch_id)
    .where("revision", "=", revision)
    .where("variant", "=", variant)
    .executeTakeFirst();
}
