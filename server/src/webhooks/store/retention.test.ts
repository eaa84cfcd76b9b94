import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../../test/deliveries.ts";
import { sweepHistory } from "./retention.ts";

const service = await startDeliveries();
const { advance, answerWith, db, deps, givenEvent, givenEvents, givenWebhook } = service;

const DAY_MS = 24 * 3_600_000;

type Webhook = Awaited<ReturnType<typeof givenWebhook>>;

async function events({ request }: Webhook) {
  return (await request("GET", "/v1/events")).body.data;
}

async function count(table: "deliveries" | "delivery_attempts" | "webhooks", ids: readonly string[]) {
  const column = table === "webhooks" ? "id" : table === "deliveries" ? "webhook_id" : "delivery_id";
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where ${sql.ref(column)} = any(${ids})`.execute(db);
  return rows[0]?.count;
}

test("after 30 days a delivery and its attempts are deleted, and its event's content is gone", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await deliverDue(deps);
  const { id } = await webhook.delivery();
  const [event] = await events(webhook);
  const read = async () => (await webhook.request("GET", `/v1/events/${event.id}`)).status;

  advance(30 * DAY_MS);
  await sweepHistory(deps);
  expect([
    await read(),
    await count("deliveries", [webhook.id]),
    await count("delivery_attempts", [id]),
  ]).toEqual([200, 1, 1]);
  advance(1);
  await sweepHistory(deps);

  expect([
    await read(),
    await count("deliveries", [webhook.id]),
    await count("delivery_attempts", [id]),
  ]).toEqual([410, 0, 0]);
  expect(await events(webhook)).toEqual([]);
  expect((await webhook.request("GET", `/v1/events/${event.id}`)).body.error).toBe("gone");
  const other = await service.givenAccount();
  expect((await other.request("GET", `/v1/events/${event.id}`)).status).toBe(404);
});

test("pending deliveries and their events stay, and are sent", async () => {
  const webhook = await givenWebhook();
  answerWith(() => 500);
  await givenEvent(webhook);
  await deliverDue(deps);
  await givenEvent(webhook, { n: 2 });

  advance(31 * DAY_MS);
  await sweepHistory(deps);
  expect(await count("deliveries", [webhook.id])).toBe(2);
  answerWith(() => 200);
  await deliverDue(deps);
  await sweepHistory(deps);

  expect(service.sent).toHaveLength(3);
  expect(await count("deliveries", [webhook.id])).toBe(0);
  expect(await events(webhook)).toEqual([]);
});

test("old events of an account without webhooks are deleted too, even more than one statement takes, and new ones stay", async () => {
  const account = await service.givenAccount();
  await sql`
    insert into events (id, account_id, type, body, created_at)
    select 'evt_' || ${account.accountId} || n, ${account.accountId}, 'batch.created', '{}', ${deps.now()}
    from generate_series(1, 2001) as n
  `.execute(db);
  advance(30 * DAY_MS + 1);
  await givenEvent(account);

  await sweepHistory(deps);

  const { body } = await account.request("GET", "/v1/events");
  expect([body.data.length, body.has_more]).toEqual([1, false]);
});

test("a deleted webhook is removed 30 days later, with its secret and its log, readable until then", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 2);
  await webhook.request("DELETE", webhook.path);
  const kept = await givenWebhook();
  const log = async () => (await webhook.request("GET", `${webhook.path}/deliveries`)).status;

  advance(30 * DAY_MS);
  await sweepHistory(deps);
  expect([await log(), (await webhook.deliveries()).length]).toEqual([200, 2]);
  advance(1);
  await sweepHistory(deps);

  expect([await log(), await count("webhooks", [webhook.id, kept.id])]).toEqual([404, 1]);
});

test("a locked row is skipped without waiting", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await deliverDue(deps);
  advance(30 * DAY_MS + 1);

  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("deliveries").select("id").where("webhook_id", "=", webhook.id).forUpdate().execute();
    await sweepHistory(deps);
  });

  expect(await count("deliveries", [webhook.id])).toBe(1);
  await sweepHistory(deps);
  expect(await count("deliveries", [webhook.id])).toBe(0);
});
