import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { type Erasing, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { changeFree } from "../platform/database/small-steps.ts";
import { firstIdAt } from "../platform/ids.ts";

/** 90 days: an export is a copy of one moment, and can be made anew. The files of certified datasets have no end. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes exports that were finished by then, with their files. */
export async function sweepExports(deps: Erasing & Pick<Deps, "now">): Promise<void> {
  const before = new Date(deps.now().getTime() - KEPT_MS);
  await changeFree(deps.db, {
    table: "exports",
    condition: sql`id < ${firstIdAt("export", before)} and status <> 'processing' and updated_at < ${before}`,
    change: (chosen) =>
      sql<{ readonly sha256: string | null }>`delete from exports where ${chosen} returning sha256`,
    afterwards: (rows) =>
      removeUnusedBlobs(
        deps,
        rows.flatMap(({ sha256 }) => sha256 ?? []),
      ),
  });
}
