import type { Deps } from "../deps.ts";
import type { UploadSource } from "../platform/database/upload-tables.ts";
import { deleteSteps, FIRST, insertSteps, listSteps, lockAt } from "./steps.ts";
import { type UploadRow, updateUpload } from "./store.ts";

/**
 * Makes the recorded parts of a `processing` upload those that it was sent, in one commit; what gave no part is skipped. From
 * here on its jobs need no source. Throws Overtaken if another run has done it.
 */
export async function handOverParts({ db }: Pick<Deps, "db">, upload: UploadRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAt(tx, upload);
    const steps = await listSteps(tx, upload, "part");
    const parts: NonNullable<UploadSource["parts"]> = steps.flatMap(({ sha256, result }) => {
      const { filename, declared, size_bytes } = result;
      if (sha256 === null || size_bytes === null) return [];
      return { filename, sha256, size_bytes, ...(declared !== null && { declared }) };
    });
    const skips = steps.flatMap(({ result: { filename, fault } }) =>
      fault === null ? [] : { filename, line: null, reason: fault },
    );
    await deleteSteps(tx, upload);
    await insertSteps(
      tx,
      upload,
      "skip",
      skips.map((result, position) => ({ position, sha256: null, result })),
    );
    await updateUpload(tx, upload, {
      source: JSON.stringify({ parts }),
      progress: JSON.stringify({ ...FIRST, skips: skips.length }),
    });
  });
}
