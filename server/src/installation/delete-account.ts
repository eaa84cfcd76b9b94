import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { deleteKeys, getAccount, lockAccount } from "../accounts/store.ts";
import { deleteBatch, TABLES_OF_BATCH } from "../batches/erase.ts";
import { findAndLockBatch } from "../batches/store.ts";
import { deleteCertificates } from "../certificates/store.ts";
import type { Deps } from "../deps.ts";
import { deletePersonWithoutMembers } from "../people/memberships.ts";
import { KEYS_CHANNEL } from "../platform/auth/auth.ts";
import { type Erasing, removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import { notify } from "../platform/database/direct.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import type { Tables } from "../platform/database/tables.ts";
import { removeJobs } from "../platform/jobs/take-job.ts";
import { eraseUploads, markDeleted } from "../uploads/erase.ts";

const ROWS_OF_A_PAGE = 500;
/** A request or job that ran when the keys ended may store something once more. */
const PASSES = 3;

type Needs = Erasing & Pick<Deps, "now">;

/** How many rows of each table were removed; of uploads, without their files and lines. */
export type Removed = ReadonlyMap<string, number>;

/** One run of the deletion of an account. */
interface Deletion {
  readonly needs: Needs;
  readonly account_id: string;
  readonly removed: Map<string, number>;
}

/**
 * Deletes an account with all that it has, in small transactions (ADR 0076): first its keys, memberships and sessions, then its
 * content, its row last. Stored bytes stay where another account names them. People stay who belong to another account.
 * The log stays, which names batches and certificates by pseudonyms, and so do the ids of revoked certificates and the hashes of
 * the keys. Run it again after a crash, or after `conflict`: others stored something in each pass. Throws `not_found`, after it
 * has removed what a crash left behind the account's row.
 */
export async function deleteAccount(needs: Needs, account_id: string): Promise<Removed> {
  const deletion = { needs, account_id, removed: new Map<string, number>() };
  await getAccount(needs.db, account_id).catch(async (missing: unknown) => {
    await removeUnbound(deletion);
    throw missing;
  });
  for (let pass = 1; ; pass += 1) {
    try {
      await close(deletion);
      await removeContent(deletion);
      await needs.db.deleteFrom("accounts").where("id", "=", account_id).execute();
      break;
    } catch (cause) {
      if (!isReferenced(cause)) throw cause;
      if (pass === PASSES)
        throw new ServiceError("conflict", "something was stored meanwhile; run the command again", {
          cause,
        });
    }
  }
  await removeUnbound(deletion);
  return deletion.removed;
}

/** Ends keys, invitations, sessions and deliveries: nobody can act for the account any more. */
async function close(deletion: Deletion): Promise<void> {
  const { needs, account_id } = deletion;
  const keys = await needs.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id);
    await notify(tx, KEYS_CHANNEL);
    await tx
      .updateTable("webhooks")
      .set({ deleted_at: needs.now() })
      .where("account_id", "=", account_id)
      .where("deleted_at", "is", null)
      .execute();
    return deleteKeys(tx, account_id);
  });
  count(deletion, "api_keys", keys);
  await remove(deletion, "invitations");
  while (await endMemberships(deletion)) {}
}

/** Ends those of a page; whether there may be more. */
function endMemberships({ needs, account_id }: Deletion): Promise<boolean> {
  return needs.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id);
    const members = await tx
      .selectFrom("members")
      .select(["id", "person_id"])
      .where("account_id", "=", account_id)
      .where("deleted_at", "is", null)
      .limit(ROWS_OF_A_PAGE)
      .execute();
    await tx
      .updateTable("members")
      .set({ person_id: null, email: null, active: false, deleted_at: needs.now() })
      .where("account_id", "=", account_id)
      .where(sql<boolean>`id = any(${members.map(({ id }) => id)}::text[])`)
      .execute();
    for (const { person_id } of members)
      if (person_id !== null) await deletePersonWithoutMembers(tx, person_id);
    return members.length > 0;
  });
}

/** Everything but the account's row. A row goes after those that refer to it. */
async function removeContent(deletion: Deletion): Promise<void> {
  await removeUnbound(deletion);
  await each(deletion, "batches", (id) => removeBatch(deletion, id));
  await removeUploads(deletion);
  await remove(deletion, "exports", sql`true`, NAMED);
  await remove(deletion, "dataset_files", sql`true`, NAMED);
  for (const table of ["dataset_batches", "dataset_versions", "datasets"] as const)
    await remove(deletion, table);
  await each(deletion, "webhooks", async (id) => {
    await remove(deletion, "deliveries", sql`webhook_id = ${id}`);
    await remove(deletion, "webhooks", sql`id = ${id}`);
  });
  await each(deletion, "projects", async (id) => {
    for (const table of ["pauses", "qualifications", "guideline_confirmations", "project_versions"] as const)
      await remove(deletion, table, sql`project_id = ${id}`);
    await remove(deletion, "projects", sql`id = ${id}`);
  });
  for (const table of REST) await remove(deletion, table);
}

/** Found by the account alone, once the others are gone. */
const REST = [
  "events",
  "notifications",
  "audit_log",
  "bulk_jobs",
  "sources",
  "model_prompts",
  "models",
  "looked_items",
  "ledger_keys",
  "invitations",
  "pay_rates",
  "digests",
  "members",
  "api_keys",
] as const;

/** What no foreign key binds to the account. */
async function removeUnbound(deletion: Deletion): Promise<void> {
  await removeJobs(deletion.needs.db, deletion.account_id);
  for (const table of ["idempotency_keys", "job_shares", "work_changes"] as const)
    await remove(deletion, table);
}

/** Deletes a batch as `DELETE` does, so that the log tells of an audit that it ends, and then what that keeps. */
async function removeBatch(deletion: Deletion, id: string): Promise<void> {
  const { needs, account_id } = deletion;
  const unnamed = await needs.db.transaction().execute(async (tx) => {
    const batch = await findAndLockBatch(tx, account_id, id);
    return batch === undefined ? [] : deleteBatch(tx, batch, needs.now());
  });
  await removeUnusedBlobs(needs, unnamed);
  const ofBatch = sql`batch_id = ${id}`;
  for (const table of TABLES_OF_BATCH) await remove(deletion, table, ofBatch);
  await remove(deletion, "artefacts", ofBatch, NAMED);
  await remove(deletion, "batch_files", ofBatch);
  count(deletion, "certificates", await deleteCertificates(needs.db, account_id, id));
  await remove(deletion, "batches", sql`id = ${id}`);
}

async function removeUploads(deletion: Deletion): Promise<void> {
  const { needs, account_id } = deletion;
  let marked = -1;
  while (marked !== 0) {
    marked = await needs.db.transaction().execute(async (tx) => {
      const uploads = await tx
        .selectFrom("uploads")
        .select("id")
        .where("account_id", "=", account_id)
        .where("deleted_at", "is", null)
        .orderBy("id")
        .limit(ROWS_OF_A_PAGE)
        .forUpdate()
        .execute();
      const ids = uploads.map(({ id }) => id);
      await markDeleted(tx, account_id, ids, needs.now());
      return ids.length;
    });
    count(deletion, "uploads", marked);
  }
  await eraseUploads(needs, { account_id });
}

/** Does `work` for the id of each row of the account, which must remove the row. */
async function each(
  { needs, account_id }: Deletion,
  table: "batches" | "webhooks" | "projects",
  work: (id: string) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await needs.db
      .selectFrom(table)
      .select("id")
      .where("account_id", "=", account_id)
      .limit(ROWS_OF_A_PAGE)
      .execute();
    if (rows.length === 0) return;
    for (const { id } of rows) await work(id);
  }
}

/** Removes the account's rows of a table, those that meet `condition`, and the stored bytes that only these named. */
async function remove(
  deletion: Deletion,
  table: keyof Tables,
  condition: RawBuilder<unknown> = sql`true`,
  returning: RawBuilder<unknown> = sql``,
): Promise<void> {
  const { needs, account_id } = deletion;
  const rows = await changeAll<{ readonly sha256?: string | null }>(needs.db, {
    table,
    account_id,
    condition,
    change: (chosen) => sql`delete from ${sql.table(table)} where ${chosen} ${returning}`,
    afterwards: (gone) =>
      removeUnusedBlobs(
        needs,
        gone.flatMap(({ sha256 }) => sha256 ?? []),
      ),
  });
  count(deletion, table, rows);
}

const NAMED = sql`returning sha256`;

function count({ removed }: Deletion, table: string, rows: number): void {
  if (rows > 0) removed.set(table, (removed.get(table) ?? 0) + rows);
}

/** Whether a row still refers to the one that was to be deleted. */
function isReferenced(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.code === "23503";
}
