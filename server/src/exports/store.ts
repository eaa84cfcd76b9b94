import type { Tx } from "../platform/db.ts";
import type { NewRow } from "../platform/tables.ts";

/** Names the files of a batch's frozen dataset. */
export async function insertArtefacts(tx: Tx, artefacts: readonly NewRow<"artefacts">[]): Promise<void> {
  if (artefacts.length > 0) await tx.insertInto("artefacts").values(artefacts).execute();
}
