import { ServiceError } from "@assay/domain/errors.ts";
import { mayAudit } from "@assay/domain/member.ts";
import { sql } from "kysely";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";

/** The condition that the batch of the row `batches` is under a blind audit. */
export const IS_UNDER_BLIND_AUDIT = sql<boolean>`(batches.stage = 'completed' and batches.audit is not null
  and batches.policy ->> 'audit_mode' = 'blind')`;

/**
 * The condition that annotators may still be given the item of the row `items`: it is open, and no adjudicator
 * has to decide it.
 */
export const IS_STILL_ANNOTATED = sql<boolean>`(items.status = 'open' and not exists (
  select from tasks where tasks.item_id = items.id and tasks.kind = 'adjudicate' and tasks.round = items.round
    and tasks.status in ('open', 'leased')))`;

/**
 * Whether a caller must not see the answers and predictions of items that are still annotated: reviewers may be
 * given these items too, and could copy what they read. Owners and managers answer for the whole batch.
 */
export function isKeptFromOpenItems(caller: Caller): boolean {
  return caller.kind === "person" && caller.role === "reviewer";
}

/**
 * Whether a caller must not see the labels and answers of a batch under a blind audit: this applies to every
 * person who may audit. Hiding only those of sampled items would reveal the sample.
 */
export function isKeptBlind(caller: Caller): boolean {
  return caller.kind === "person" && mayAudit(caller.role);
}

/** Throws `invalid_state` if the caller must not see the answers of one of the batches of `scope`. */
export async function assertNotBlind(
  db: Db,
  caller: Caller,
  scope: { readonly batch_id: string } | { readonly project_id: string },
): Promise<void> {
  if (!isKeptBlind(caller)) return;
  const { rows } = await sql<{ id: string }>`
    select id from batches
    where account_id = ${caller.account_id} and deleted_at is null and ${IS_UNDER_BLIND_AUDIT}
      and ${"batch_id" in scope ? sql`id = ${scope.batch_id}` : sql`project_id = ${scope.project_id}`}
    limit 1`.execute(db);
  for (const { id } of rows) {
    throw new ServiceError(
      "invalid_state",
      `batch ${id} is under a blind audit: people who may audit cannot read its answers before the verdict`,
    );
  }
}
