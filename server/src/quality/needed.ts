import { sql } from "kysely";
import type { BatchRecord } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import { fromRejected } from "../queue/rejected.ts";
import { MOST_READ } from "./sample.ts";
import { MOST_NAMED, type Quality } from "./schemas.ts";

/** What the report says of the work in progress besides the batch's own counts. */
type InProgress = Pick<Quality["needed"], "leased" | "leased_until" | "rework">;

/** What members have leased of a batch, and what a rework would send back if it failed and is not too large to count that. */
export async function readInProgress(tx: Tx, batch: BatchRecord): Promise<InProgress> {
  const leases = await tx
    .selectFrom("tasks")
    .select(({ fn }) => [fn.countAll<string>().as("leased"), fn.max("lease_expires_at").as("until")])
    .where("account_id", "=", batch.account_id)
    .where("batch_id", "=", batch.id)
    .where("status", "=", "leased")
    .executeTakeFirstOrThrow();
  // Counting reads every item of the batch, so that the report of a large one does without.
  const isCounted = batch.item_count <= MOST_READ.items;
  const canRework = batch.stage === "failed" && batch.dataset_id === null && batch.filling === null;
  return {
    leased: Number(leases.leased),
    leased_until: leases.until?.toISOString() ?? null,
    rework: canRework && isCounted ? await readRework(tx, batch) : null,
  };
}

async function readRework(tx: Tx, batch: BatchRecord): Promise<Quality["needed"]["rework"]> {
  const { rows } = await sql<{ items: number; wrong: number; member_ids: string[] }>`
    with rejected as materialized (
      select items.id, items.round, audits.acceptable ${fromRejected(batch)}
    )
    select count(*)::integer as items, count(*) filter (where acceptable = false)::integer as wrong,
      array(
        select distinct annotations.member_id from rejected
        join annotations on annotations.account_id = ${batch.account_id} and annotations.item_id = rejected.id
          and annotations.round = rejected.round and annotations.kind = 'annotate' and annotations.superseded_at is null
        join members on members.account_id = annotations.account_id and members.id = annotations.member_id and members.active
        order by 1) as member_ids
    from rejected`.execute(tx);
  const { items = 0, wrong = 0, member_ids = [] } = rows[0] ?? {};
  return { items, wrong, members: member_ids.length, member_ids: member_ids.slice(0, MOST_NAMED) };
}

/** What the next verdict on a batch still needs, as numbers and as a sentence. */
export function neededFor(batch: BatchRecord, inProgress: InProgress): Quality["needed"] {
  const { item_count, accepted, excluded, audit, audited } = batch;
  const items = item_count - accepted - excluded;
  const audits = audit === null ? 0 : Math.max(0, audit.required - audited);
  return { items, audits, ...inProgress, message: messageFor(batch, items, audits) };
}

function messageFor(batch: BatchRecord, items: number, audits: number): string {
  const { stage: status, required_level, awaits_challenge, audit, policy } = batch;
  if (status === "certified") return "Nothing: the batch is certified.";
  if (status === "failed") return "Send the batch to rework, or keep it as failed.";
  if (status !== "completed") {
    const needed = counted(items, "item needs a label", "items need a label");
    if (policy.overlap === 1) return `${needed}.`;
    return `${needed}. ${items === 1 ? "It" : "Each"} needs ${policy.overlap} answers.`;
  }
  if (required_level === "none") return "Nothing. To certify the batch, request an audit.";
  if (awaits_challenge) return "A challenge by an owner or manager, which begins the audit.";
  if (audit === null && policy.evidence === "audit")
    return "Nothing. The service is drawing the audit sample.";
  if (audits === 0) return "Nothing. The service is computing the verdict.";
  return audit?.unit === "group"
    ? `${counted(audits, "group needs an audit", "groups need an audit")}.`
    : `${counted(audits, "label needs an audit", "labels need an audit")}.`;
}

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}
