import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { type Erasing, keepBlobs, type Named, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import type { Row } from "../platform/database/tables.ts";
import { type FileRow, lockUploads, type StoredFile } from "./store.ts";

export type Rendition = Pick<Row<"renditions">, "sha256" | "size_bytes" | "content_type" | "created_at">;

/** A new rendition; the file itself if it needs no other. */
export type Made = "itself" | { readonly staged: StagedBlob; readonly content_type: string };

/** The kept rendition of a file; undefined if none is kept, or a process of an earlier version removed its bytes. */
export async function findRendition(
  { db, blobs }: Pick<Deps, "db" | "blobs">,
  file: FileRow,
  kind: Row<"renditions">["kind"],
): Promise<Rendition | undefined> {
  const found = await db
    .selectFrom("renditions")
    .select(["sha256", "size_bytes", "content_type", "created_at"])
    .where("account_id", "=", file.account_id)
    .where("file_id", "=", file.id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return found && (await blobs.exists(found.sha256)) ? found : undefined;
}

/** Keeps a rendition instead of an earlier one. Throws `not_found` if the file was deleted meanwhile. */
export async function keepRendition(
  deps: Deps,
  file: StoredFile,
  kind: Row<"renditions">["kind"],
  made: Made,
): Promise<Rendition> {
  const { db, blobs, now } = deps;
  const staged = made === "itself" ? [] : [made.staged];
  const { sha256, size_bytes } = made === "itself" ? file : made.staged;
  const rendition = { sha256, size_bytes, content_type: (made === "itself" ? file : made).content_type };
  try {
    return await db.transaction().execute(async (tx) => {
      await lockUploads(tx, file.account_id, [file.upload_id]).catch(() => {
        throw new ServiceError("not_found", `there is no file ${file.id}`);
      });
      await keepBlobs(deps, tx, staged);
      const row = { ...rendition, created_at: now() };
      await tx
        .insertInto("renditions")
        .values({ account_id: file.account_id, file_id: file.id, kind, ...row })
        .onConflict((conflict) => conflict.columns(["file_id", "kind"]).doUpdateSet(row))
        .execute();
      return row;
    });
  } catch (fault) {
    await removeUnusedBlobs(
      deps,
      staged.map((blob) => blob.sha256),
    );
    throw fault;
  } finally {
    await blobs.discard(staged);
  }
}

/** Removes what is kept of the files of deleted uploads, in small transactions (ADR 0065). */
export async function eraseRenditions(
  deps: Erasing,
  account_id: string,
  file_ids: readonly string[],
): Promise<void> {
  await changeAll(deps.db, {
    table: "renditions",
    account_id,
    condition: sql`file_id = any(${file_ids}::text[])`,
    change: (chosen) => sql<Named>`delete from renditions where ${chosen} returning sha256`,
    afterwards: (rows) =>
      removeUnusedBlobs(
        deps,
        rows.map(({ sha256 }) => sha256),
      ),
  });
}
