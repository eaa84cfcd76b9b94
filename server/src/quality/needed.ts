import type { BatchRecord } from "../batches/store.ts";
import type { Db } from "../platform/database/db.ts";
import type { Quality } from "./schemas.ts";

/** How many items members of the account have a lease on, of the batch. */
export async function countLeased(db: Db, { id, account_id }: BatchRecord): Promise<number> {
  const { count } = await db
    .selectFrom("tasks")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .where("status", "=", "leased")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What the next verdict on a batch still needs, as numbers and as a sentence. */
export function neededFor(batch: BatchRecord, leased: number): Quality["needed"] {
  const { item_count, accepted, excluded, audit, audited } = batch;
  const items = item_count - accepted - excluded;
  const audits = audit === null ? 0 : Math.max(0, audit.required - audited);
  return { items, audits, leased, message: messageFor(batch, items, audits) };
}

function messageFor(batch: BatchRecord, items: number, audits: number): string {
  const { stage: status, required_level, awaits_challenge, audit, policy } = batch;
  if (status === "certified") return "Nothing: the batch is certified.";
  if (status === "failed") return "Send the batch to rework, or keep it as failed.";
  if (status !== "completed") {
    const needed = counted(items, "item needs a label", "items need a label");
    if (policy.overlap === 1) return `${needed}.`;
    return `${needed}. ${items === 1 ? "It" : "Each"} takes answers of ${policy.overlap} people.`;
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
