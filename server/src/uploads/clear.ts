import { sql } from "kysely";
import { type Erasing, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import { deleteSteps, listSteps } from "./steps.ts";
import type { UploadKey } from "./store.ts";

/** Files whose lines are removed by one statement. */
const FILES_AT_ONCE = 1_000;

/**
 * Removes what the jobs of an upload have stored that is processed no longer: lines in small transactions, then the steps
 * that name their files, then bytes. A second run after a crash removes what is left. Not for an upload that is `processing`.
 */
export async function clearSteps(deps: Erasing, upload: UploadKey): Promise<void> {
  const { db } = deps;
  const { id, account_id } = upload;
  const files = await listSteps(db, upload, "file");
  const ids = files.flatMap(({ result: { file } }) => (file === null ? [] : file.id));
  for (let start = 0; start < ids.length; start += FILES_AT_ONCE) {
    const some = ids.slice(start, start + FILES_AT_ONCE);
    await changeAll(db, {
      table: "file_lines",
      account_id,
      condition: sql`file_id = any(${some}::text[])`,
      change: (chosen) => sql`delete from file_lines where ${chosen}`,
    });
  }
  const digests = await db.transaction().execute(async (tx) => {
    await sql`
      update uploads set progress = null where account_id = ${account_id} and id = ${id} and status <> 'processing'`.execute(
      tx,
    );
    return deleteSteps(tx, upload);
  });
  await removeUnusedBlobs(deps, digests);
}
