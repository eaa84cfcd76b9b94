import { sql } from "kysely";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, expect, test } from "vitest";
import { isSigned, type Receiver, startReceiver } from "../../../test/receiver.ts";
import { startService } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { emit } from "../../events/emit.ts";
import { startDelivering } from "./deliver.ts";

const service = await startService({ now: () => new Date() });
const { db } = service;
const deps = { ...service.deps, config: { ...service.deps.config, retryDelays: [0.2, 60] } };

/** A worker that misses a notification or the time of a retry sleeps for 5 s; a loaded machine needs a part of it. */
const WITHOUT_NOTIFICATION_MS = 4_500;

let worker: ReturnType<typeof startDelivering>;
const receivers: Receiver[] = [];

afterEach(async () => {
  const all = receivers.splice(0);
  for (const receiver of all) receiver.answer(200);
  await worker.stop();
  await Promise.all(all.map((receiver) => receiver.close()));
});

async function givenReceiver() {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { accountId, request } = await service.givenAccount();
  const { body: webhook } = await request("POST", "/v1/webhooks", { url: receiver.url });
  const deliveries = async () => (await request("GET", `/v1/webhooks/${webhook.id}/deliveries`)).body.data;
  return { ...receiver, accountId, webhook, deliveries };
}

async function givenEvents({ accountId }: { accountId: string }, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const data = { batch_id: "batch_1", name: "é\u2028", index };
      await emit(tx, { account_id: accountId, type: "batch.created", created_at: deps.now(), data });
    }
  });
}

async function deliveredOf({ webhook }: { webhook: { id: string } }) {
  return db
    .selectFrom("deliveries")
    .select("id")
    .where("webhook_id", "=", webhook.id)
    .where("status", "=", "delivered")
    .execute();
}

test("an event is sent as soon as it is committed, and common libraries accept its signatures", async () => {
  const receiver = await givenReceiver();
  worker = startDelivering(deps);
  await untilItListens();
  const committed = Date.now();
  await givenEvents(receiver, 1);

  const [request] = await receiver.received(1);

  if (request === undefined) throw new Error("a request arrived");
  expect(Date.now() - committed).toBeLessThan(WITHOUT_NOTIFICATION_MS);
  const { secret } = receiver.webhook;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  expect(isSigned(request, secret)).toBe(true);
  expect(() => new StandardWebhook(secret).verify(request.body, headers)).not.toThrow();
  expect(() => new SvixWebhook(secret).verify(request.body, headers)).not.toThrow();
  expect(() => new SvixWebhook(secret).verify(request.body.replace("é", "e"), headers)).toThrow();
  await untilHolds(async () => expect(await receiver.deliveries()).toMatchObject([{ status: "delivered" }]));
});

test("a retry is sent when it is due", async () => {
  const receiver = await givenReceiver();
  receiver.answer(500);
  await givenEvents(receiver, 1);
  worker = startDelivering(deps);
  await receiver.received(1);
  receiver.answer(200);
  const failed = Date.now();

  const [first, second] = await receiver.received(2);

  expect(Date.now() - failed).toBeLessThan(WITHOUT_NOTIFICATION_MS);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["x-delivery-attempt"]).toBe("1");
});

test("a retry that comes due between two checks of the clock is not delayed", async () => {
  const receiver = await givenReceiver();
  receiver.answer(500);
  await givenEvents(receiver, 1);
  let late = 0;
  worker = startDelivering({
    ...deps,
    now: () => {
      late += 150; // not due yet at the first check after the failure, overdue at the second
      return new Date(Date.now() + late);
    },
  });
  await receiver.received(1);
  const failed = Date.now();

  await receiver.received(2);

  expect(Date.now() - failed).toBeLessThan(WITHOUT_NOTIFICATION_MS);
});

test("a receiver that does not respond has four requests open, and other receivers get their events", async () => {
  const [slow, healthy] = [await givenReceiver(), await givenReceiver()];
  slow.answer("hang");
  await givenEvents(slow, 10);
  await givenEvents(healthy, 20);
  worker = startDelivering(deps);

  await healthy.received(20);
  await slow.received(4);

  expect(slow.requests).toHaveLength(4);
  slow.answer(200);
  expect(await slow.received(10)).toHaveLength(10);
});

test("twenty receivers that do not respond do not delay a healthy one's events", async () => {
  const slow = await Promise.all(Array.from({ length: 20 }, () => givenReceiver()));
  const healthy = await givenReceiver();
  for (const receiver of slow) {
    receiver.answer("hang");
    await givenEvents(receiver, 6);
  }
  worker = startDelivering(deps);
  await Promise.all(slow.map((receiver) => receiver.received(4)));

  const waits: number[] = [];
  for (let count = 1; count <= 20; count += 1) {
    const committed = Date.now();
    await givenEvents(healthy, 1);
    await healthy.received(count);
    waits.push(Date.now() - committed);
  }

  expect(Math.max(...waits)).toBeLessThan(WITHOUT_NOTIFICATION_MS);
  expect(slow.map(({ requests }) => requests.length)).toEqual(Array.from({ length: 20 }, () => 4));
});

test("several workers together have at most four requests open at a receiver that does not respond", async () => {
  const slow = await givenReceiver();
  slow.answer("hang");
  await givenEvents(slow, 12);
  worker = startDelivering(deps);
  const other = startDelivering(deps);
  await slow.received(4);
  await givenEvents(slow, 1); // wakes both: neither finds a slot

  const healthy = await givenReceiver();
  await givenEvents(healthy, 1);
  await healthy.received(1);
  expect(slow.requests).toHaveLength(4);
  slow.answer(200);
  expect(await slow.received(13)).toHaveLength(13);
  await other.stop();
});

test("a quick receiver's backlog arrives once each, with at most four requests at a time", async () => {
  const quick = await givenReceiver();
  quick.answer("hang");
  await givenEvents(quick, 300);
  worker = startDelivering(deps);
  await quick.received(4);
  quick.answer(200);
  const first = await quick.received(100);
  quick.answer("hang");
  const claimedAhead = await untilHolds(async () => {
    const open = quick.requests.length - (await deliveredOf(quick)).length;
    if (open !== 4) throw new Error(`${open} requests are open`);
    return quick.requests.length;
  });

  expect(first.length).toBeLessThan(300);
  expect(claimedAhead).toBeLessThan(300);
  quick.answer(200);
  const ids = (await quick.received(300)).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(300);
  await worker.stop();
  expect(quick.requests).toHaveLength(300);
});

test("when a worker stops, deliveries waiting for a receiver that begins to fail are due for the next worker", async () => {
  const receiver = await givenReceiver();
  await givenEvents(receiver, 200);
  worker = startDelivering(deps);
  await receiver.received(20);
  receiver.answer("hang");
  await untilHolds(async () => {
    if (receiver.requests.length - (await deliveredOf(receiver)).length !== 4) throw new Error("not yet");
  });

  const stopped = worker.stop();
  receiver.answer(200);
  await stopped;

  const held = await db.selectFrom("deliveries").select("id").where("claimed_at", "is not", null).execute();
  expect(held).toEqual([]);
  worker = startDelivering(deps);
  expect(await receiver.received(200)).toHaveLength(200);
});

test("stopping waits for deliveries in flight and leaves the rest to the next worker", async () => {
  const receiver = await givenReceiver();
  receiver.answer("hang");
  await givenEvents(receiver, 12);
  worker = startDelivering(deps);
  await receiver.received(4);

  const stopped = worker.stop();
  receiver.answer(200);
  await stopped;

  const statuses = (await receiver.deliveries()).map(({ status }: { status: string }) => status).sort();
  const delivered = statuses.indexOf("pending");
  expect(delivered).toBeLessThanOrEqual(8); // a claim in progress may have taken four more
  expect(statuses).toEqual([...Array(delivered).fill("delivered"), ...Array(12 - delivered).fill("pending")]);
  expect(receiver.requests).toHaveLength(delivered);
  worker = startDelivering(deps);
  expect(await receiver.received(12)).toHaveLength(12);
});

test("when its notification connection breaks, it opens another", async () => {
  const receiver = await givenReceiver();
  worker = startDelivering(deps);
  await untilItListens();

  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and query like 'listen %'
  `.execute(db);
  await untilItListens();
  await givenEvents(receiver, 1);

  expect(await receiver.received(1)).toHaveLength(1);
});

async function untilItListens(): Promise<void> {
  await untilHolds(async () => {
    const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and query like 'listen %' and state = 'idle'
      `.execute(db);
    if (rows.length === 0) throw new Error("nobody listens yet");
  });
}
