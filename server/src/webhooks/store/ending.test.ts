import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../../test/service.ts";
import { endDeliveries } from "./deliveries.ts";

const service = await startService();
const { db, deps, request, runJobs, accountId: account_id } = service;

/** A webhook with so many pending deliveries. */
async function givenPending(count: number): Promise<string> {
  const { id } = bodyOf(await request("POST", "/v1/webhooks", { url: "https://hooks.acme.test/" }), 201);
  const at = deps.now();
  await sql`
    with event as (
      insert into events (id, account_id, type, body, created_at)
      select 'evt_' || ${id}::text || n, ${account_id}, 'batch.created', '{}', ${at}
      from generate_series(1, ${count}::integer) as n returning id
    )
    insert into deliveries (id, account_id, webhook_id, event_id, event_type, status, trigger, due_at, created_at)
    select 'dlv_' || id, ${account_id}, ${id}, id, 'batch.created', 'pending', 'event', ${at}, ${at} from event`.execute(
    db,
  );
  return id;
}

async function statusesOf(webhook_id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::integer as count from deliveries where webhook_id = ${webhook_id} group by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test("a webhook is deleted at once, its deliveries end in small transactions, and a second run goes on after a crash", async () => {
  const webhook_id = await givenPending(5_002);
  const recording = await db.startTransaction().execute();
  await sql`
    select from deliveries where webhook_id = ${webhook_id} order by id limit 1 for update`.execute(
    recording,
  );

  bodyOf(await request("DELETE", `/v1/webhooks/${webhook_id}`), 204);
  expect((await request("GET", `/v1/webhooks/${webhook_id}`)).status).toBe(404);
  expect(await statusesOf(webhook_id)).toEqual({ canceled: 5_000, pending: 2 });
  const killed = endDeliveries(deps, { account_id, webhook_id }).catch((fault: unknown) => fault);
  await untilSomeoneWaits(db);
  expect(await statusesOf(webhook_id)).toEqual({ canceled: 5_001, pending: 1 });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  expect(await killed).toBeInstanceOf(Error);
  await recording.rollback().execute();
  await runJobs();

  expect(await statusesOf(webhook_id)).toEqual({ canceled: 5_002 });
});

test("a disabled webhook is enabled again once the deliveries that waited are skipped", async () => {
  const webhook_id = await givenPending(5_001);
  const enable = (enabled: boolean) => request("PATCH", `/v1/webhooks/${webhook_id}`, { enabled });

  bodyOf(await enable(false), 200);
  expect(await statusesOf(webhook_id)).toEqual({ skipped: 5_000, pending: 1 });
  expect(await enable(true)).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: expect.stringMatching(/^1 deliveries .* still being skipped/) },
  });
  await runJobs();
  bodyOf(await enable(true), 200);

  expect(await statusesOf(webhook_id)).toEqual({ skipped: 5_001 });
});

test("the job leaves deliveries of a webhook that was enabled again", async () => {
  const webhook_id = await givenPending(1);

  await endDeliveries(deps, { account_id, webhook_id });

  expect(await statusesOf(webhook_id)).toEqual({ pending: 1 });
});
