import { type Check, type Evidence, faultsOf } from "./check.ts";

/**
 * Nothing was done twice: no two answers with one `client_id`, no more answers or leases than an item's
 * overlap.
 */
export async function checkOnce({ query }: Evidence): Promise<Check> {
  const twice = await query<{ client_id: string; ids: string }>(
    `select client_id, string_agg(id, ', ') as ids from annotations
     where client_id is not null group by client_id, member_id having count(*) > 1`,
  );
  const crowded = await query<{ item_id: string; round: number; count: number }>(
    `select item_id, annotations.round, count(*)::integer as count from annotations
     join batches on batches.id = annotations.batch_id
     where kind = 'annotate' and superseded_at is null
     group by item_id, annotations.round, batches.id having count(*) > (batches.policy->>'overlap')::integer`,
  );
  const overbooked = await query<{ id: string }>(
    `select items.id from items join batches on batches.id = items.batch_id
     where items.status = 'open' and answer_count + (
       select count(*) from tasks where item_id = items.id and tasks.round = items.round
         and kind = 'annotate' and tasks.status in ('leased', 'open')) > overlap_required`,
  );
  const [items] = await query<{ count: number }>("select count(*)::integer as count from items");
  const faults = [
    ...twice.map(({ client_id, ids }) => `"${client_id}" was stored as ${ids}`),
    ...crowded.map(({ item_id, round, count }) => `${item_id} has ${count} answers in round ${round}`),
    ...overbooked.map(({ id }) => `${id} has more answers and leases than its overlap`),
  ];
  return {
    what: `${items?.count} items have no more answers and leases than their overlap, each answer once`,
    faults,
  };
}

/** Leftovers that a finished run must not have: by name, a query for their ids. */
const REMAINS: Readonly<Record<string, string>> = {
  "jobs that wait or are stuck":
    "select task_identifier || ' ' || id || ' ' || coalesce(last_error, '') as id from graphile_worker.jobs",
  "deliveries on their way": "select id from deliveries where status = 'pending'",
  // One whose lease is over holds nobody up. It stays where a process that is then killed takes a key for a request that
  // had its answer from elsewhere by then.
  "Idempotency-Keys in progress":
    "select method || ' ' || path || ' ' || key as id from idempotency_keys where status is null and lease_expires_at > now()",
  "uploads that are not ready": "select id from uploads where status <> 'ready'",
  "batches that wait for a step of the service": `select id from batches where deleted_at is null and (
    status in ('created', 'processing') and item_count = (
      select sum(accepted + excluded) from batch_progress where batch_id = batches.id)
    or status = 'created' and exists (select from annotations where batch_id = batches.id))`,
  "rows of deleted batches": `select batches.id from batches where deleted_at is not null and (
    exists (select from items where batch_id = batches.id) or exists (select from tasks where batch_id = batches.id)
    or exists (select from annotations where batch_id = batches.id))`,
};

/** Orphaned leases, jobs, deliveries and other work that should have ended. */
export async function checkNothingStuck({
  query,
  ledger,
}: Pick<Evidence, "query" | "ledger">): Promise<Check> {
  const faults: string[] = [];
  for (const [name, statement] of Object.entries(REMAINS)) {
    const rows = await query<{ id: string }>(statement);
    faults.push(...rows.map(({ id }) => `${name}: ${id}`));
  }
  const leases = await query<{ id: string }>("select id from tasks where status = 'leased'");
  faults.push(
    ...leases.flatMap(({ id }) => faultsOf(!ledger.drafts.has(id) && `leases that nobody holds: ${id}`)),
  );
  return { what: `nothing waits or is stuck; ${leases.length} leases are in hand`, faults };
}
