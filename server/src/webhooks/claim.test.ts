import { expect, test } from "vitest";
import { startDeliveries } from "../../test/deliveries.ts";
import { attempt } from "./attempt.ts";
import { claimDue } from "./claim.ts";
import { deliverDue } from "./deliver.ts";
import { record } from "./record.ts";

const { advance, answerWith, db, deps, givenEvent, givenEvents, givenWebhook, sent } =
  await startDeliveries();

test("a delivery that was claimed and never recorded comes due again after a minute, under the same ids", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  const [lost] = await claimDue(db, deps.now(), 1);

  expect((await webhook.delivery()).next_attempt_at).toBe(deps.now().toISOString());
  advance(59_999);
  expect(await deliverDue(deps)).toBe(0);
  advance(1);
  expect(await deliverDue(deps)).toBe(1);

  expect(sent[0]?.headers).toMatchObject({
    "webhook-id": lost?.event_id,
    "X-Delivery-Id": lost?.id,
    "X-Delivery-Attempt": "0",
  });
});

test("a worker that outlived its lease overwrites nothing", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);
  const [slow] = await claimDue(db, deps.now(), 1);
  if (slow === undefined) throw new Error("a delivery was due");
  const late = await attempt(deps, slow);
  advance(60_000);
  answerWith(() => 200);
  await deliverDue(deps);

  await record(deps, [late]);

  expect(await webhook.delivery()).toMatchObject({
    status: "delivered",
    attempt_count: 1,
    attempts: [{ status_code: 200 }],
  });
});

test("a delivery that another worker is claiming is passed over, not waited for", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 2);
  const [held, free] = await webhook.deliveries();

  const claimed = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("deliveries").select("id").where("id", "=", held.id).forUpdate().execute();
    return claimDue(db, deps.now(), 10);
  });

  expect(claimed.map(({ id }) => id)).toEqual([free.id]);
  expect((await claimDue(db, deps.now(), 10)).map(({ id }) => id)).toEqual([held.id]);
  expect(await claimDue(db, deps.now(), 10)).toEqual([]);
});

test("a webhook has at most four in flight, and its backlog keeps none from another", async () => {
  const busy = await givenWebhook();
  await givenEvents(busy, 10);
  advance(1);
  const other = await givenWebhook();
  await givenEvents(other, 2);
  const count = (claimed: readonly { webhook_id: string }[], id: string) =>
    claimed.filter(({ webhook_id }) => webhook_id === id).length;

  const first = await claimDue(db, deps.now(), 5, new Map([[busy.id, 1]]));
  const second = await claimDue(db, deps.now(), 5, new Map([[busy.id, 4]]));

  expect([count(first, busy.id), count(first, other.id)]).toEqual([3, 2]);
  expect(second).toEqual([]);
  expect(await deliverDue(deps)).toBe(7);
});
