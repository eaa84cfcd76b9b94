import { RETRY_DELAYS } from "@assay/domain/retry.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../../test/deliveries.ts";
import { emit } from "../../events/emit.ts";
import { connect } from "../../platform/database/db.ts";
import { createOutbound, OutboundError } from "../../platform/network/outbound.ts";
import { selectWebhooks } from "../store/webhooks.ts";

const { advance, answerWith, db, deps, givenEvent, givenEvents, givenWebhook, sent } =
  await startDeliveries();

test("rolling back a change rolls back its event", async () => {
  const webhook = await givenWebhook();

  const change = db.transaction().execute(async (tx) => {
    await emit(tx, {
      account_id: webhook.accountId,
      type: "batch.created",
      created_at: deps.now(),
      data: {},
    });
    throw new Error("the change failed");
  });

  await expect(change).rejects.toThrow("the change failed");
  expect(await webhook.deliveries()).toEqual([]);
  expect(
    await db.selectFrom("events").where("account_id", "=", webhook.accountId).selectAll().execute(),
  ).toEqual([]);
});

test("an event goes to the webhooks subscribed to its type, each with its own delivery", async () => {
  const webhook = await givenWebhook({ events: ["batch.certified"] });
  await webhook.request("POST", "/v1/webhooks", { url: "https://all.acme.test/" });
  await webhook.request("POST", "/v1/webhooks", {
    url: "https://others.acme.test/",
    events: ["batch.failed"],
  });
  await givenEvent(webhook);

  expect(await deliverDue(deps)).toBe(2);

  expect(sent.map(({ url }) => url).sort()).toEqual([
    "https://all.acme.test/",
    "https://hooks.acme.test/secret-path",
  ]);
  expect(sent[0]?.body).toBe(sent[1]?.body);
  expect(sent[0]?.headers["webhook-id"]).toBe(sent[1]?.headers["webhook-id"]);
  expect(sent[0]?.headers["X-Delivery-Id"]).not.toBe(sent[1]?.headers["X-Delivery-Id"]);
});

test("a webhook says how many of its newest deliveries failed one after another", async () => {
  const webhook = await givenWebhook();
  const failed = async () => (await webhook.read()).failed_in_a_row;
  for (const [status, expected] of [
    [500, 1],
    [200, 0],
    [500, 1],
    [500, 2],
  ] as const) {
    advance(1_000);
    answerWith(() => status);
    await givenEvent(webhook);
    await deliverDue(deps);
    expect(await failed()).toBe(expected);
  }
  advance(1_000);
  await givenEvent(webhook);
  expect(await failed()).toBe(2);
  const { body } = await webhook.request("PATCH", webhook.path, { description: "production" });
  expect(body.failed_in_a_row).toBe(2);
});

test("the count of failures does not read the deliveries that wait for their first attempt", async () => {
  const { accountId } = await givenWebhook();
  const query = selectWebhooks(db, accountId);
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(db);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("using deliveries_tried");
});

test("a delivery has the documented headers and exactly four fields, in their order", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook, { b: 1, a: "é" });

  await deliverDue(deps);

  const [delivery] = await webhook.deliveries();
  const time = deps.now().toISOString();
  expect(sent[0]).toEqual({
    url: "https://hooks.acme.test/secret-path",
    body: `{"id":"${delivery.event_id}","type":"batch.certified","created_at":"${time}","data":{"b":1,"a":"é"}}`,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "assay/1.0 (+webhooks)",
      "X-Signature": expect.stringMatching(/^[0-9a-f]{64}$/),
      "webhook-id": delivery.event_id,
      "webhook-timestamp": String(deps.now().getTime() / 1000),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      "X-Event-Type": "batch.certified",
      "X-Delivery-Id": delivery.id,
      "X-Delivery-Attempt": "0",
    },
  });
  expect(delivery).toMatchObject({
    status: "delivered",
    attempt_count: 1,
    delivered_at: time,
    next_attempt_at: null,
  });
});

test("a receiver that always fails is tried six times on the documented schedule, then the webhook is disabled", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);

  expect(await deliverDue(deps)).toBe(1);
  for (const delay of RETRY_DELAYS) {
    expect(await webhook.read()).toMatchObject({ enabled: true });
    advance(delay * 1000 - 1);
    expect(await deliverDue(deps)).toBe(0);
    advance(1);
    expect(await deliverDue(deps)).toBe(1);
  }

  expect(RETRY_DELAYS).toEqual([60, 300, 1_800, 7_200, 86_400]);
  expect(sent.map(({ headers }) => headers["X-Delivery-Attempt"])).toEqual(["0", "1", "2", "3", "4", "5"]);
  expect(await webhook.read()).toMatchObject({
    enabled: false,
    disabled_at: deps.now().toISOString(),
    disabled_reason: "delivery_failures",
  });
  const delivery = await webhook.delivery();
  expect(delivery).toMatchObject({
    status: "failed",
    attempt_count: 6,
    next_attempt_at: null,
    delivered_at: null,
  });
  expect(delivery.attempts).toHaveLength(6);
  advance(7 * 86_400_000);
  expect(await deliverDue(deps)).toBe(0);
});

test("no attempt is lost if the process restarts between any two attempts, even in the last 24 hours", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);

  for (const delay of [0, ...RETRY_DELAYS]) {
    const process = connect(deps.config.databaseUrl ?? "", { max: 2 });
    advance(delay * 500);
    await deliverDue({ ...deps, ...process });
    advance(delay * 500);
    await deliverDue({ ...deps, ...process });
    await process.db.destroy();
  }

  expect(sent.map(({ headers }) => headers["X-Delivery-Attempt"])).toEqual(["0", "1", "2", "3", "4", "5"]);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  expect(await webhook.delivery()).toMatchObject({
    status: "failed",
    attempt_count: 6,
    next_attempt_at: null,
  });
});

test("an attempt whose host name is not found is logged and tried again", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  const outbound = createOutbound([], async () => {
    throw new Error("ENOTFOUND 10.0.0.53");
  });

  await deliverDue({ ...deps, outbound });

  expect(await webhook.delivery()).toMatchObject({
    status: "pending",
    next_attempt_at: new Date(deps.now().getTime() + 60_000).toISOString(),
    attempts: [{ attempt: 0, status_code: null, error_code: "dns_error", response_body: null }],
    last_attempt: { status_code: null, error_code: "dns_error" },
  });
});

test("every attempt sends the stored bytes, signed anew with the attempt's time", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook, { z: 1, a: { "10": "é", "9": "\u2028" }, text: 'a "quoted" \\ line\n' });
  answerWith(() => 503);

  await deliverDue(deps);
  advance(60_000);
  await deliverDue(deps);

  const [first, second] = sent;
  expect(first?.body).toContain(
    '"data":{"z":1,"a":{"9":"\u2028","10":"é"},"text":"a \\"quoted\\" \\\\ line\\n"}}',
  );
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["X-Signature"]).toBe(first?.headers["X-Signature"]);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(Number(second?.headers["webhook-timestamp"]) - Number(first?.headers["webhook-timestamp"])).toBe(60);
  expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
});

test("five failures followed by a success leave the webhook enabled, and send no mail", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);
  await deliverDue(deps);
  for (const delay of RETRY_DELAYS) {
    advance(delay * 1000);
    if (delay === RETRY_DELAYS.at(-1)) answerWith(() => 204);
    await deliverDue(deps);
  }

  expect(await webhook.delivery()).toMatchObject({ status: "delivered", attempt_count: 6 });
  expect(await webhook.read()).toMatchObject({ enabled: true, disabled_at: null });
  expect(await webhook.notifications()).toEqual([]);
});

test("a delay counts from the end of the failed attempt", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => {
    advance(15_000);
    throw new OutboundError("timeout");
  });
  const started = deps.now().getTime();

  await deliverDue(deps);

  const delivery = await webhook.delivery();
  expect(Date.parse(delivery.next_attempt_at) - started).toBe(75_000);
  expect(delivery.attempts).toEqual([
    {
      id: expect.stringMatching(/^att_/),
      attempt: 0,
      started_at: new Date(started).toISOString(),
      duration_ms: 15_000,
      status_code: null,
      error_code: "timeout",
      response_body: null,
    },
  ]);
});

test.each([199, 301, 302, 304, 400, 410, 429, 500])(
  "a receiver that responds with %i is tried again a minute later",
  async (status) => {
    const webhook = await givenWebhook();
    await givenEvent(webhook);
    answerWith(() => status);

    await deliverDue(deps);

    const delivery = await webhook.delivery();
    expect(delivery).toMatchObject({ status: "pending", attempt_count: 1 });
    expect(Date.parse(delivery.next_attempt_at) - deps.now().getTime()).toBe(60_000);
    expect(delivery.attempts).toMatchObject([
      { status_code: status, error_code: null, response_body: "the answer" },
    ]);
  },
);

test("retries go to the changed URL of a webhook", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answerWith(() => 500);
  await deliverDue(deps);
  await webhook.request("PATCH", webhook.path, { url: "https://new.acme.test/" });

  advance(60_000);
  await deliverDue(deps);

  expect(sent.at(-1)?.url).toBe("https://new.acme.test/");
});

test("deliverDue stops at its limit", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 6);

  expect(await deliverDue(deps, 5)).toBe(5);
  expect(await deliverDue(deps, 5)).toBe(1);
});
