import { EVENT_TYPES } from "@assay/domain/event-types.ts";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../test/deliveries.ts";
import { sampleData } from "../events/samples.ts";
import { EVENT_DATA } from "../events/schemas.ts";
import { OutboundError } from "../platform/network/outbound.ts";
import { signBody } from "./sending/sign.ts";

const SECRET = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";

const { advance, answerWith, db, deps, givenWebhook, sent } = await startDeliveries();

type Webhook = Awaited<ReturnType<typeof givenWebhook>>;

const send = ({ request, path }: Webhook, body: object = { type: "batch.certified" }, headers = {}) =>
  request("POST", `${path}/test`, body, headers);

test("a test sends one signed sample at once, whatever the subscribed types, and returns its outcome", async () => {
  const webhook = await givenWebhook({ secret: SECRET, events: ["batch.failed"] });

  const { status, body } = await send(webhook);

  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^dlv_/),
    webhook_id: webhook.id,
    event_id: expect.stringMatching(/^evt_/),
    event_type: "batch.certified",
    status: "delivered",
    attempt_count: 1,
    next_attempt_at: null,
    created_at: deps.now().toISOString(),
    delivered_at: deps.now().toISOString(),
    trigger: "test",
    last_attempt: { status_code: 200, error_code: null },
    attempts: [expect.objectContaining({ attempt: 0, status_code: 200, response_body: "the answer" })],
  });
  expect(await webhook.delivery()).toEqual(body);
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0]?.body ?? "")).toEqual({
    id: body.event_id,
    type: "batch.certified",
    created_at: deps.now().toISOString(),
    data: sampleData("batch.certified", deps.now()),
  });
  expect(sent[0]?.headers).toMatchObject({
    "X-Signature": signBody(SECRET, sent[0]?.body ?? ""),
    "webhook-id": body.event_id,
    "X-Delivery-Id": body.id,
    "X-Delivery-Attempt": "0",
  });
});

test("a failed test is not repeated, does not count towards disabling, and works on a disabled webhook", async () => {
  const webhook = await givenWebhook();
  await webhook.request("PATCH", webhook.path, { enabled: false });
  const before = await webhook.read();
  answerWith(() => {
    throw new OutboundError("connection_refused");
  });

  const { status, body } = await send(webhook, { type: "batch.failed" });
  advance(7 * 86_400_000);

  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "failed",
    attempts: [{ status_code: null, error_code: "connection_refused" }],
  });
  expect(await deliverDue(deps)).toBe(0);
  expect(await webhook.read()).toEqual(before);
  expect(await webhook.notifications()).toEqual([]);
});

test("a test is neither retried nor replayed, and its event is not listed", async () => {
  const webhook = await givenWebhook();
  answerWith(() => 500);
  const { body } = await send(webhook);
  const since = new Date(deps.now().getTime() - 1_000).toISOString();
  const until = new Date(deps.now().getTime() + 1_000).toISOString();

  expect(await webhook.request("POST", `${webhook.path}/deliveries/${body.id}/retry`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
  expect((await webhook.request("POST", `${webhook.path}/replay`, { since, until })).body.replayed).toBe(0);
  const events = db.selectFrom("events").select("id").where("account_id", "=", webhook.accountId);
  expect(await events.execute()).toEqual([]);
});

test("no transaction waits for a receiver under test", async () => {
  const webhook = await givenWebhook();
  const open: number[] = [];
  answerWith(() => {
    open.push(deps.pool.totalCount - deps.pool.idleCount);
    return 200;
  });

  await send(webhook, { type: "batch.created" }, { "idempotency-key": "try" });
  const again = await send(webhook, { type: "batch.created" }, { "idempotency-key": "try" });

  expect(open).toEqual([0]);
  expect(again.headers["idempotent-replayed"]).toBe("true");
});

test("the refusal of an unknown type lists the known ones", async () => {
  const webhook = await givenWebhook();

  for (const body of [{}, { type: "batch.done" }]) {
    expect(await send(webhook, body)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  }
  expect((await send(webhook, { type: "batch.done" })).body.message).toContain("project.updated");
});

test.each(EVENT_TYPES)("the sample of %s matches its schema", (type) => {
  const data = sampleData(type, deps.now());

  expect([...Value.Errors(EVENT_DATA[type], data)]).toEqual([]);
  const { properties = {} } = EVENT_DATA[type] as { properties?: object };
  expect(Object.keys(data)).toEqual(Object.keys(properties));
});
