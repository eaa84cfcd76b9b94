import { RETRY_DELAYS } from "@assay/domain/retry.ts";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../../test/deliveries.ts";
import { untilSomeoneWaits } from "../../../test/service.ts";
import { emit } from "../../events/emit.ts";
import { OutboundError } from "../../platform/network/outbound.ts";
import { claimDue } from "../store/lease.ts";
import type { Outcome } from "../store/outcomes.ts";
import { attempt } from "./attempt.ts";
import { record } from "./record.ts";

const { advance, answerWith, db, deps, givenEvent, givenEvents, givenWebhook, mails, runJobs } =
  await startDeliveries();

test("disabling a webhook skips its pending deliveries, and the owner gets one mail that says so", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => {
    throw new OutboundError("connection_refused");
  });
  await deliverDue(deps);
  for (const delay of RETRY_DELAYS) {
    advance(delay * 1000);
    if (delay === RETRY_DELAYS.at(-1)) await givenEvents(webhook, 3);
    await deliverDue(deps, 1);
  }
  await givenEvent(webhook);
  await runJobs();

  const deliveries = await webhook.deliveries();
  expect(deliveries.map(({ status }: { status: string }) => status)).toEqual([
    "failed",
    "skipped",
    "skipped",
    "skipped",
    "skipped",
  ]);
  const notifications = await webhook.notifications();
  expect(notifications).toEqual([
    {
      id: expect.stringMatching(/^note_/),
      recipient: "owner@acme.test",
      subject: "[Assay] Webhook disabled: https://hooks.acme.test",
      body: expect.any(String),
      created_at: deps.now().toISOString(),
      sent_at: deps.now().toISOString(),
    },
  ]);
  const [{ subject, body }] = notifications;
  expect(mails.filter(({ text }) => text.includes(webhook.id))).toEqual([
    { to: "owner@acme.test", subject, text: body },
  ]);
  expect(body).toContain(`${deliveries[0].event_id} (batch.certified)`);
  expect(body.match(/^ {2}\d {2}\S+Z {2}connection_refused$/gm)).toHaveLength(6);
  expect(body).toContain("3 other deliveries that were waiting");
  expect(body).toContain(`curl -X PATCH ${deps.config.baseUrl}${webhook.path}`);
  expect(body).not.toContain("secret-path");
});

test("twenty concurrent last failures disable the webhook once and send one mail", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 20);
  const last = RETRY_DELAYS.length;
  await db
    .updateTable("deliveries")
    .set({ attempt_count: last })
    .where("webhook_id", "=", webhook.id)
    .execute();
  answerWith(() => 500);
  const outcomes: Outcome[] = [];
  for (let claims = 0; claims < 5; claims += 1) {
    for (const claimed of await claimDue(db, deps.now(), 20)) outcomes.push(await attempt(deps, claimed));
    // More than four workers could have: their leases have expired, but their outcomes still count.
    const released = db.updateTable("deliveries").set({ claimed_at: null });
    await released.where("webhook_id", "=", webhook.id).execute();
  }

  const recording = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("webhooks").select("id").where("id", "=", webhook.id).forUpdate().execute();
    // Ten workers with two each: with more there would be no connection left to observe.
    const started = Array.from({ length: 10 }, (_, worker) =>
      record(deps, outcomes.slice(worker * 2, worker * 2 + 2)),
    );
    await untilSomeoneWaits(db, 10);
    return { started };
  });
  await Promise.all(recording.started);
  const { disabled_at } = await webhook.read();
  advance(1_000);
  await record(deps, outcomes);
  await runJobs();

  expect(outcomes).toHaveLength(20);
  expect(await webhook.notifications()).toHaveLength(1);
  expect(mails.filter(({ text }) => text.includes(webhook.id))).toHaveLength(1);
  expect(await webhook.read()).toMatchObject({ enabled: false, disabled_at });
  const statuses = (await webhook.deliveries()).map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(["failed"]));
});

test("a webhook that is enabled again starts anew: new events are sent, skipped ones are not", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await db.updateTable("deliveries").set({ attempt_count: 5 }).where("webhook_id", "=", webhook.id).execute();
  const claimed = await claimDue(db, deps.now(), 1);
  await webhook.request("PATCH", webhook.path, { enabled: false });
  await webhook.request("PATCH", webhook.path, { enabled: true });
  answerWith(() => 500);

  for (const delivery of claimed) await record(deps, [await attempt(deps, delivery)]);
  answerWith(() => 200);
  await givenEvent(webhook);

  expect(await deliverDue(deps)).toBe(1);
  expect(await webhook.read()).toMatchObject({ enabled: true });
  expect(await webhook.notifications()).toEqual([]);
});

test.each([
  [{ enabled: false }, "skipped"],
  [undefined, "canceled"],
] as const)(
  "an attempt under way when its webhook goes is recorded, and not repeated (%j)",
  async (change, status) => {
    const webhook = await givenWebhook();
    await givenEvents(webhook, 2);
    const [failing, arriving] = await claimDue(db, deps.now(), 2);
    await webhook.request(change === undefined ? "DELETE" : "PATCH", webhook.path, change);

    if (failing === undefined || arriving === undefined) throw new Error("two deliveries were due");
    answerWith(() => 500);
    await record(deps, [await attempt(deps, failing)]);
    answerWith(() => 200);
    await record(deps, [await attempt(deps, arriving)]);

    const read = async (id: string) =>
      (await webhook.request("GET", `${webhook.path}/deliveries/${id}`)).body;
    expect(await read(failing.id)).toMatchObject({
      status,
      attempts: [{ status_code: 500 }],
      next_attempt_at: null,
    });
    expect(await read(arriving.id)).toMatchObject({ status: "delivered", attempts: [{ status_code: 200 }] });
    advance(7 * 86_400_000);
    expect(await deliverDue(deps)).toBe(0);
  },
);

test("a delivery canceled during its last attempt stays canceled, and no mail is sent", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await db.updateTable("deliveries").set({ attempt_count: 5 }).where("webhook_id", "=", webhook.id).execute();
  const [last] = await claimDue(db, deps.now(), 1);
  await webhook.request("DELETE", webhook.path);
  answerWith(() => 500);

  if (last === undefined) throw new Error("a delivery was due");
  await record(deps, [await attempt(deps, last)]);

  expect(await webhook.delivery()).toMatchObject({ status: "canceled", attempt_count: 6 });
  expect(await webhook.notifications()).toEqual([]);
});

test("disabling waits for an event that is being recorded, and skips its delivery", async () => {
  const webhook = await givenWebhook();

  const disabling = await db.transaction().execute(async (tx) => {
    await emit(tx, { account_id: webhook.accountId, type: "batch.failed", created_at: deps.now(), data: {} });
    const response = webhook.request("PATCH", webhook.path, { enabled: false });
    await untilSomeoneWaits(db);
    return { response };
  });

  expect(await disabling.response).toMatchObject({ status: 200 });
  expect(await webhook.deliveries()).toMatchObject([{ status: "skipped" }]);
});
