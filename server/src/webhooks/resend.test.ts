import { RETRY_DELAYS } from "@assay/domain/retry.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../test/deliveries.ts";
import { untilSomeoneWaits } from "../../test/service.ts";
import { attempt } from "./sending/attempt.ts";
import { record } from "./sending/record.ts";
import { claimDue } from "./store/lease.ts";

const { advance, answerWith, db, deps, givenEvent, givenEvents, givenWebhook, sent } =
  await startDeliveries();

type Webhook = Awaited<ReturnType<typeof givenWebhook>>;

async function retry(webhook: Webhook, headers = {}) {
  const [{ id }] = await webhook.deliveries();
  return webhook.request("POST", `${webhook.path}/deliveries/${id}/retry`, undefined, headers);
}

/** Replays the hour around now. */
function replay(webhook: Webhook, body: object = {}, headers = {}) {
  const since = new Date(deps.now().getTime() - 3_600_000).toISOString();
  const until = new Date(deps.now().getTime() + 3_600_000).toISOString();
  return webhook.request("POST", `${webhook.path}/replay`, { since, until, ...body }, headers);
}

async function disable(webhook: Webhook, enabled = false): Promise<void> {
  await webhook.request("PATCH", webhook.path, { enabled });
}

const statusesOf = async (webhook: Webhook): Promise<string[]> =>
  (await webhook.deliveries()).map(({ status }: { status: string }) => status);

test("a retry sends a delivered event again at once, under the same id, signed with the current time", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await deliverDue(deps);
  const { delivered_at } = await webhook.delivery();
  advance(3_600_000);

  const answer = await retry(webhook);
  expect(await deliverDue(deps)).toBe(1);

  expect(answer).toMatchObject({
    status: 202,
    body: { status: "pending", attempt_count: 1, next_attempt_at: deps.now().toISOString(), delivered_at },
  });
  expect(answer.body.last_attempt).toEqual({ status_code: 200, error_code: null });
  const [first, second] = sent;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.headers["webhook-timestamp"]).toBe(String(deps.now().getTime() / 1_000));
  expect(second?.headers["X-Delivery-Attempt"]).toBe("1");
  expect(await webhook.delivery()).toMatchObject({
    status: "delivered",
    attempt_count: 2,
    delivered_at: deps.now().toISOString(),
    attempts: [{ attempt: 0 }, { attempt: 1 }],
  });
});

test.each(["delivered", "failed", "skipped"] as const)(
  "a %s delivery whose retry fails keeps its status, and the webhook stays enabled",
  async (status) => {
    const webhook = await givenWebhook();
    await givenEvent(webhook);
    const rows = db.updateTable("deliveries").where("webhook_id", "=", webhook.id);
    await rows.set({ status, due_at: null, attempt_count: RETRY_DELAYS.length + 1 }).execute();
    answerWith(() => 500);

    await retry(webhook);
    expect(await deliverDue(deps)).toBe(1);
    advance(7 * 86_400_000);
    expect(await deliverDue(deps)).toBe(0);

    expect(await webhook.delivery()).toMatchObject({ status, next_attempt_at: null, attempt_count: 7 });
    expect(await webhook.read()).toMatchObject({ enabled: true });
    expect(await webhook.notifications()).toEqual([]);
  },
);

test("manual retries do not change the schedule: six scheduled attempts, then the webhook is disabled", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);
  await deliverDue(deps);

  for (const delay of RETRY_DELAYS) {
    const { next_attempt_at } = await webhook.delivery();
    await retry(webhook);
    expect(await deliverDue(deps)).toBe(1);
    expect(await webhook.delivery()).toMatchObject({ status: "pending", next_attempt_at });
    expect(await webhook.read()).toMatchObject({ enabled: true });
    advance(delay * 1_000);
    expect(await deliverDue(deps)).toBe(1);
  }

  expect(await webhook.delivery()).toMatchObject({ status: "failed", attempt_count: 11 });
  expect(await webhook.read()).toMatchObject({ enabled: false });
});

test("a successful retry ends the schedule", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);
  await deliverDue(deps);
  answerWith(() => 200);

  await retry(webhook);
  await deliverDue(deps);
  advance(7 * 86_400_000);

  expect(await deliverDue(deps)).toBe(0);
  expect(await webhook.delivery()).toMatchObject({ status: "delivered", attempt_count: 2 });
});

test("a retry is refused while an attempt is running or requested", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  const [claimed] = await claimDue(db, deps.now(), 1);
  if (claimed === undefined) throw new Error("a delivery was due");

  expect(await retry(webhook)).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  await record(deps, [await attempt(deps, claimed)]);
  const answers = await Promise.all([retry(webhook), retry(webhook), retry(webhook)]);
  await deliverDue(deps);

  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  expect(sent).toHaveLength(2);
  expect(await retry(webhook)).toMatchObject({ status: 202 });
});

test("a retry concurrent with a worker's claim waits for it, and is refused", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);

  const asking = await db.transaction().execute(async (tx) => {
    const claim = { claimed_at: deps.now(), due_at: new Date(deps.now().getTime() + 60_000) };
    await tx.updateTable("deliveries").set(claim).where("webhook_id", "=", webhook.id).execute();
    const response = retry(webhook);
    await untilSomeoneWaits(db);
    return { response };
  });

  expect(await asking.response).toMatchObject({ status: 409, body: { error: "invalid_state" } });
});

test("a pending retry of a delivered event is undone, not skipped, when the webhook is disabled", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 2);
  await deliverDue(deps);
  const [{ id }] = await webhook.deliveries();
  await retry(webhook);
  await webhook.request("POST", `${webhook.path}/deliveries/${(await webhook.deliveries())[1].id}/retry`);
  const [flying] = (await claimDue(db, deps.now(), 2)).filter((claimed) => claimed.id === id);
  if (flying === undefined) throw new Error("a delivery was due");

  await disable(webhook);
  answerWith(() => 500);
  await record(deps, [await attempt(deps, flying)]);

  expect(await statusesOf(webhook)).toEqual(["delivered", "delivered"]);
  expect((await webhook.delivery()).attempts).toMatchObject([{ status_code: 200 }, { status_code: 500 }]);
});

test("nothing is sent again to a disabled webhook, or for an event whose content was deleted", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await disable(webhook);

  expect(await retry(webhook)).toMatchObject({ status: 409, body: { error: "webhook_disabled" } });
  expect(await replay(webhook)).toMatchObject({ status: 409, body: { error: "webhook_disabled" } });
  await disable(webhook, true);
  await sql`update events set body = null where account_id = ${webhook.accountId}`.execute(db);
  expect(await retry(webhook)).toMatchObject({ status: 410, body: { error: "gone" } });
  expect(await replay(webhook)).toMatchObject({ status: 202, body: { replayed: 0, has_more: false } });
});

test("a retry and a replay with an Idempotency-Key take effect once", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await deliverDue(deps);
  const key = { "idempotency-key": "once" };

  for (const ask of [
    retry,
    (one: Webhook, headers: object) => replay(one, { statuses: ["delivered"] }, headers),
  ]) {
    const first = await ask(webhook, key);
    await deliverDue(deps);
    const second = await ask(webhook, key);
    expect(second).toMatchObject({
      status: 202,
      body: first.body,
      headers: { "idempotent-replayed": "true" },
    });
    expect(await deliverDue(deps)).toBe(0);
  }
});

test("events that occur while a webhook is disabled are kept, and a replay sends them, oldest first", async () => {
  const webhook = await givenWebhook();
  await disable(webhook);
  for (const batch_id of ["batch_1", "batch_2", "batch_3"]) {
    await givenEvent(webhook, { batch_id });
    advance(1);
  }
  await disable(webhook, true);
  expect(await deliverDue(deps)).toBe(0);

  const answer = await replay(webhook);
  advance(10);
  await deliverDue(deps);

  expect(answer).toMatchObject({ status: 202, body: { replayed: 3, has_more: false } });
  expect(sent.map(({ body }) => JSON.parse(body).data.batch_id)).toEqual(["batch_1", "batch_2", "batch_3"]);
  expect(await webhook.deliveries()).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: "delivered", trigger: "replay" })),
  );
});

test("a replay follows its range, statuses and types, and skips running attempts", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 5);
  const start = deps.now().getTime();
  const ids = (await webhook.deliveries()).map(({ id }: { id: string }) => id);
  const change = (index: number, row: object) =>
    db
      .updateTable("deliveries")
      .set({ status: "skipped", due_at: null, ...row })
      .where("id", "=", ids[index])
      .execute();
  await change(0, { created_at: new Date(start - 1) });
  await change(1, { event_type: "batch.failed" });
  await change(2, { status: "delivered" });
  await change(3, { claimed_at: deps.now() });
  await change(4, {});
  const since = deps.now().toISOString();
  const next = new Date(start + 1).toISOString();

  const replayed = async (body: object) => {
    const answer = await replay(webhook, { since, until: next, ...body });
    const pending = (await webhook.deliveries()).filter(
      ({ status }: { status: string }) => status === "pending",
    );
    advance(1);
    await deliverDue(deps);
    expect(answer.body).toEqual({ replayed: pending.length, has_more: false });
    return pending.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  advance(10);

  expect(await replayed({ until: since })).toEqual([]);
  expect(await replayed({ statuses: ["failed"] })).toEqual([]);
  expect(await replayed({ event_types: ["batch.failed"] })).toEqual([1]);
  expect(await replayed({ statuses: ["skipped", "failed"], event_types: ["batch.certified"] })).toEqual([4]);
  expect(await replayed({ statuses: ["delivered"], event_types: ["batch.certified"] })).toEqual([2, 4]);
  advance(60_000);
  expect(await replayed({})).toEqual([3]);
  expect(await replayed({ since: new Date(start - 1).toISOString(), until: since })).toEqual([0]);
});

test("a replayed delivery has a new schedule, which disables the webhook at its end", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  const rows = db.updateTable("deliveries").where("webhook_id", "=", webhook.id);
  await rows.set({ status: "failed", due_at: null, attempt_count: 6 }).execute();
  answerWith(() => 500);

  await replay(webhook);
  await deliverDue(deps);
  for (const delay of RETRY_DELAYS) {
    expect(await webhook.read()).toMatchObject({ enabled: true });
    advance(delay * 1_000);
    await deliverDue(deps);
  }

  expect(sent).toHaveLength(6);
  expect(await webhook.delivery()).toMatchObject({ status: "failed", attempt_count: 12 });
  expect(await webhook.read()).toMatchObject({ enabled: false, disabled_reason: "delivery_failures" });
});

test("a replay takes the oldest ten thousand, a millisecond apart, and says that there are more", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  const start = deps.now();
  await sql`
    insert into events (id, account_id, type, body, created_at)
    select 'evt_' || n || ${webhook.id}, account_id, type, body, created_at
    from events, generate_series(1, 10001) as n where account_id = ${webhook.accountId}
  `.execute(db);
  await sql`
    insert into deliveries (id, account_id, webhook_id, event_id, event_type, status, trigger, created_at)
    select 'dlv_' || n || ${webhook.id}, account_id, webhook_id, 'evt_' || n || ${webhook.id}, event_type, 'skipped',
      'event', created_at + n * interval '1 millisecond'
    from deliveries, generate_series(1, 10001) as n where webhook_id = ${webhook.id}
  `.execute(db);

  expect((await replay(webhook)).body).toEqual({ replayed: 10_000, has_more: true });
  const { rows } = await sql`
    select min(due_at) as first, max(due_at) as last, count(*) filter (where due_at = ${start}) as at_once,
      (select max(id) from deliveries where webhook_id = ${webhook.id} and status = 'skipped') as left
    from deliveries where webhook_id = ${webhook.id} and trigger = 'replay'
  `.execute(db);
  expect(rows).toEqual([
    { first: start, last: new Date(start.getTime() + 9_999), at_once: 1, left: `dlv_10001${webhook.id}` },
  ]);
  expect((await replay(webhook)).body).toEqual({ replayed: 1, has_more: false });
});

test.each([
  [{ since: "2026-11-21T00:00:00Z", until: "2026-11-20T00:00:00Z" }, "until must not be before since"],
  [{ since: "2026-10-01T00:00:00Z", until: "2026-11-20T00:00:00Z" }, "30 days"],
  [{ since: "yesterday" }, "since"],
  [{ since: undefined }, "since"],
  [{ statuses: ["pending"] }, "failed, skipped, delivered"],
  [{ statuses: [] }, "statuses"],
  [{ event_types: ["batch.done"] }, "batch.certified"],
])("a replay of %j is refused", async (body, message) => {
  const webhook = await givenWebhook();

  expect(await replay(webhook, body)).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: expect.stringContaining(message) },
  });
});
