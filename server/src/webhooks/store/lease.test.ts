import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../../test/deliveries.ts";
import { untilSomeoneWaits } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { attempt } from "../sending/attempt.ts";
import { record, recordAndClaim } from "../sending/record.ts";
import { claimDue, FEW_DUE, giveBack } from "./lease.ts";

const { advance, answerWith, db, deps, givenEvent, givenEvents, givenWebhook, sent } =
  await startDeliveries();

test("a delivery that was claimed but not recorded is due again after a minute, under the same ids", async () => {
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

test("a worker whose lease has expired overwrites nothing", async () => {
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

test("a delivery that another worker is claiming is skipped without waiting", async () => {
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

test.each([10, FEW_DUE])(
  "a webhook has at most four in flight, and its backlog of %i delays no other webhook",
  async (backlog) => {
    const busy = await givenWebhook();
    await givenEvents(busy, backlog);
    advance(1);
    const other = await givenWebhook();
    await givenEvents(other, 2);
    const count = (claimed: readonly { webhook_id: string }[], id: string) =>
      claimed.filter(({ webhook_id }) => webhook_id === id).length;

    const first = await claimDue(db, deps.now(), 1);
    const second = await claimDue(db, deps.now(), 10);
    const third = await claimDue(db, deps.now(), 10);
    const [back] = first;
    if (back === undefined) throw new Error("a delivery was due");
    await record(deps, [await attempt(deps, back)]);
    const fourth = await claimDue(db, deps.now(), 10);

    expect(count(first, busy.id)).toBe(1);
    expect([count(second, busy.id), count(second, other.id)]).toEqual([3, 2]);
    expect(third).toEqual([]);
    expect(fourth.map(({ webhook_id }) => webhook_id)).toEqual([busy.id]);
  },
);

test("concurrent claims of several workers take four deliveries of a webhook, all together", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 30);

  const claiming = await db.transaction().execute(async (tx) => {
    // Delays workers that have marked deliveries as claimed.
    await sql`lock table deliveries in share mode`.execute(tx);
    let passedOver = 0;
    const claims = Array.from({ length: 6 }, async () => {
      const claimed = await claimDue(db, deps.now(), 30);
      if (claimed.length === 0) passedOver += 1;
      return claimed;
    });
    await untilSomeoneWaits(db);
    await untilHolds(() => expect(passedOver).toBe(5));
    return { claims };
  });
  const claimed = (await Promise.all(claiming.claims)).flat();

  expect(claimed).toHaveLength(4);
  expect(await claimDue(db, deps.now(), 30)).toEqual([]);
});

test("the deliveries in flight of a killed worker count until their leases expire", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 6);
  const lost = await claimDue(db, deps.now(), 10);

  advance(59_999);
  const none = await claimDue(db, deps.now(), 10);
  advance(1);
  const next = await claimDue(db, deps.now(), 10);

  expect(lost).toHaveLength(4);
  expect(none).toEqual([]);
  expect(next).toHaveLength(4);
});

test("a running attempt counts even if its webhook was disabled and enabled again meanwhile", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 4);
  const claimed = await claimDue(db, deps.now(), 10);
  await webhook.request("PATCH", webhook.path, { enabled: false });
  await webhook.request("PATCH", webhook.path, { enabled: true });
  await givenEvents(webhook, 2);

  expect(await claimDue(db, deps.now(), 10)).toEqual([]);
  const [back] = claimed;
  if (back === undefined) throw new Error("a delivery was due");
  await record(deps, [await attempt(deps, back)]);
  expect(await claimDue(db, deps.now(), 10)).toHaveLength(1);
});

test("a receiver that responds after fourteen seconds gets its event once, however many workers look for work", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  const [slow] = await claimDue(db, deps.now(), 1);
  if (slow === undefined) throw new Error("a delivery was due");
  answerWith(() => {
    advance(14_000);
    return 200;
  });
  const answered = await attempt(deps, slow);

  expect(await deliverDue(deps)).toBe(0);
  await record(deps, [answered]);
  advance(30 * 86_400_000);
  expect(await deliverDue(deps)).toBe(0);

  expect(sent).toHaveLength(1);
  expect(await webhook.delivery()).toMatchObject({
    status: "delivered",
    attempts: [{ duration_ms: 14_000, status_code: 200 }],
  });
});

test("recording an attempt gives its slot to the next delivery of the same webhook", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 6);
  const other = await givenWebhook();
  await givenEvents(other, 1);
  const held = (await claimDue(db, deps.now(), 10)).filter(({ webhook_id }) => webhook_id === webhook.id);
  const all: string[] = (await webhook.deliveries()).map(({ id }: { id: string }) => id);
  const waiting = all.filter((id) => held.every((delivery) => delivery.id !== id)).sort();
  const outcomes = await Promise.all(held.map((delivery) => attempt(deps, delivery)));
  await givenEvents(other, 1);

  const next = await recordAndClaim(deps, outcomes.slice(0, 3), new Map([[webhook.id, 3]]));

  expect(waiting).toHaveLength(2);
  expect(next.map(({ id }) => id).sort()).toEqual(waiting);
  expect((await claimDue(db, deps.now(), 10)).map(({ webhook_id }) => webhook_id)).toEqual([other.id]);
});

test("a failed delivery gives its slot to the next one, and waits for its retry", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 2);
  answerWith(() => 500);
  const [failed] = await claimDue(db, deps.now(), 1);
  if (failed === undefined) throw new Error("a delivery was due");

  const [next, ...more] = await recordAndClaim(
    deps,
    [await attempt(deps, failed)],
    new Map([[webhook.id, 1]]),
  );

  expect(more).toEqual([]);
  expect(next?.id).not.toBe(failed.id);
  expect(next?.attempt).toBe(0);
});

test("an expired lease and a disabled webhook give their slots to no other delivery", async () => {
  const [late, disabled] = [await givenWebhook(), await givenWebhook()];
  await givenEvents(late, 5);
  const held = await claimDue(db, deps.now(), 10);
  const outcomes = await Promise.all(held.map((delivery) => attempt(deps, delivery)));
  advance(60_000);
  await givenEvents(disabled, 5);
  const [claimed] = (await claimDue(db, deps.now(), 10)).filter(
    ({ webhook_id }) => webhook_id === disabled.id,
  );
  if (claimed === undefined) throw new Error("a delivery was due");
  const outcome = await attempt(deps, claimed);
  await db.updateTable("webhooks").set({ enabled: false }).where("id", "=", disabled.id).execute();

  expect(await recordAndClaim(deps, outcomes, new Map([[late.id, 4]]))).toEqual([]);
  expect(await recordAndClaim(deps, [outcome], new Map([[disabled.id, 1]]))).toEqual([]);
});

test("a slot that a worker gives to the next delivery cannot be claimed by another worker", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 12);
  const held = await claimDue(db, deps.now(), 10);
  const outcomes = await Promise.all(held.map((delivery) => attempt(deps, delivery)));

  const { handedOn, beside } = await db.transaction().execute(async (tx) => {
    const [first] = held;
    if (first === undefined) throw new Error("a delivery was due");
    // Delays the recording after its snapshot.
    await tx.selectFrom("deliveries").select("id").where("id", "=", first.id).forUpdate().execute();
    const recording = recordAndClaim(deps, outcomes, new Map([[webhook.id, 4]]));
    await untilSomeoneWaits(db);
    return { handedOn: recording, beside: await claimDue(db, deps.now(), 10) };
  });

  expect(beside).toEqual([]);
  expect(await handedOn).toHaveLength(4);
  expect(await claimDue(db, deps.now(), 10)).toEqual([]);
});

test("a released delivery is due again at once, unless another worker has claimed it since", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 2);
  const [unsent, lost] = await claimDue(db, deps.now(), 2);
  if (unsent === undefined || lost === undefined) throw new Error("two deliveries were due");
  const elsewhere = new Date(deps.now().getTime() + 1);
  await db.updateTable("deliveries").set({ claimed_at: elsewhere }).where("id", "=", lost.id).execute();

  await giveBack(db, [unsent, lost]);

  const again = await claimDue(db, deps.now(), 10);
  expect(again.map(({ id, attempt }) => ({ id, attempt }))).toEqual([{ id: unsent.id, attempt: 0 }]);
});
