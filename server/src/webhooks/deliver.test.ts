import { RETRY_DELAYS } from "@assay/domain/retry.ts";
import { afterEach, expect, test } from "vitest";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { emit } from "../events/emit.ts";
import { type Outbound, OutboundError } from "../platform/outbound.ts";
import { attempt, type Outcome } from "./attempt.ts";
import { claimDue } from "./claim.ts";
import { deliverDue } from "./deliver.ts";
import { record } from "./record.ts";

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const sent: Sent[] = [];
let answer: () => number = () => 200;

const outbound: Outbound = {
  post: async (url, headers, body) => {
    sent.push({ url, headers, body });
    return { status: answer(), body: "the answer" };
  },
  get: async () => {
    throw new OutboundError("blocked_address");
  },
  refusal: () => undefined,
};

const service = await startService({ outbound });
const { db, deps, advance } = service;

afterEach(async () => {
  sent.length = 0;
  answer = () => 200;
  // What a test leaves waiting is not the next one's.
  const ended = { status: "canceled", due_at: null } as const;
  await db.updateTable("deliveries").set(ended).where("status", "=", "pending").execute();
});

/** An account of the test's own with a webhook, so that tests do not see each other's deliveries. */
async function givenWebhook(body: object = {}) {
  const { accountId, request } = await service.givenAccount();
  const { body: webhook } = await request("POST", "/v1/webhooks", {
    url: "https://hooks.acme.test/secret-path",
    ...body,
  });
  const path = `/v1/webhooks/${webhook.id}`;
  return {
    accountId,
    request,
    path,
    id: String(webhook.id),
    read: async () => (await request("GET", path)).body,
    deliveries: async () => (await request("GET", `${path}/deliveries?sort=created_at`)).body.data,
    /** The delivery of the only event, with its attempts. */
    delivery: async () => {
      const { body } = await request("GET", `${path}/deliveries`);
      return (await request("GET", `${path}/deliveries/${body.data[0].id}`)).body;
    },
    notifications: async () => (await request("GET", "/v1/account/notifications")).body.data,
  };
}

function givenEvent(
  { accountId }: { accountId: string },
  data: Readonly<Record<string, unknown>> = { batch_id: "b" },
) {
  return db
    .transaction()
    .execute((tx) =>
      emit(tx, { account_id: accountId, type: "batch.certified", created_at: deps.now(), data }),
    );
}

async function givenEvents(account: { accountId: string }, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await givenEvent(account);
}

test("an event that was rolled back with its change was never there", async () => {
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

test("an event goes to the webhooks that asked for its type, each with its own delivery", async () => {
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
  answer = () => 500;

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

test("the stored bytes go out at every attempt, signed anew with the attempt's time", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook, { z: 1, a: { "10": "é", "9": "\u2028" }, text: 'a "quoted" \\ line\n' });
  answer = () => 503;

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

test("five failures and then a success leave the webhook enabled, and nobody is told", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answer = () => 500;
  await deliverDue(deps);
  for (const delay of RETRY_DELAYS) {
    advance(delay * 1000);
    if (delay === RETRY_DELAYS.at(-1)) answer = () => 204;
    await deliverDue(deps);
  }

  expect(await webhook.delivery()).toMatchObject({ status: "delivered", attempt_count: 6 });
  expect(await webhook.read()).toMatchObject({ enabled: true, disabled_at: null });
  expect(await webhook.notifications()).toEqual([]);
});

test("a delay counts from the end of the failed attempt", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answer = () => {
    advance(15_000);
    throw new OutboundError("timeout");
  };
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
  "a receiver that answers %i is tried again a minute later",
  async (status) => {
    const webhook = await givenWebhook();
    await givenEvent(webhook);
    answer = () => status;

    await deliverDue(deps);

    const delivery = await webhook.delivery();
    expect(delivery).toMatchObject({ status: "pending", attempt_count: 1 });
    expect(Date.parse(delivery.next_attempt_at) - deps.now().getTime()).toBe(60_000);
    expect(delivery.attempts).toMatchObject([
      { status_code: status, error_code: null, response_body: "the answer" },
    ]);
  },
);

test("a webhook whose URL was changed gets its retries at the new one", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answer = () => 500;
  await deliverDue(deps);
  await webhook.request("PATCH", webhook.path, { url: "https://new.acme.test/" });

  advance(60_000);
  await deliverDue(deps);

  expect(sent.at(-1)?.url).toBe("https://new.acme.test/");
});

test("when a webhook is disabled, what else was to be sent is skipped and the owner gets one mail that says so", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  answer = () => {
    throw new OutboundError("connection_refused");
  };
  await deliverDue(deps);
  for (const delay of RETRY_DELAYS) {
    advance(delay * 1000);
    if (delay === RETRY_DELAYS.at(-1)) await givenEvents(webhook, 3);
    await deliverDue(deps, 1);
  }
  await givenEvent(webhook);
  await service.runJobs();

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
  expect(service.mails.filter(({ text }) => text.includes(webhook.id))).toEqual([
    { to: "owner@acme.test", subject, text: body },
  ]);
  expect(body).toContain(`${deliveries[0].event_id} (batch.certified)`);
  expect(body.match(/^ {2}\d {2}\S+Z {2}connection_refused$/gm)).toHaveLength(6);
  expect(body).toContain("3 other deliveries were waiting");
  expect(body).toContain(`curl -X PATCH ${deps.config.baseUrl}${webhook.path}`);
  expect(body).not.toContain("secret-path");
});

test("twenty deliveries that fail for the last time at once disable the webhook once and send one mail", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 20);
  const last = RETRY_DELAYS.length;
  await db
    .updateTable("deliveries")
    .set({ attempt_count: last })
    .where("webhook_id", "=", webhook.id)
    .execute();
  answer = () => 500;
  const outcomes: Outcome[] = [];
  for (let claims = 0; claims < 5; claims += 1) {
    for (const claimed of await claimDue(db, deps.now(), 20)) outcomes.push(await attempt(deps, claimed));
  }

  const recording = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("webhooks").select("id").where("id", "=", webhook.id).forUpdate().execute();
    // Ten workers with two each: more would leave no connection to look on with.
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
  await service.runJobs();

  expect(outcomes).toHaveLength(20);
  expect(await webhook.notifications()).toHaveLength(1);
  expect(service.mails.filter(({ text }) => text.includes(webhook.id))).toHaveLength(1);
  expect(await webhook.read()).toMatchObject({ enabled: false, disabled_at });
  const statuses = (await webhook.deliveries()).map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(["failed"]));
});

test("after it was enabled again, a webhook starts anew: new events are sent, skipped ones are not", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await db.updateTable("deliveries").set({ attempt_count: 5 }).where("webhook_id", "=", webhook.id).execute();
  const claimed = await claimDue(db, deps.now(), 1);
  await webhook.request("PATCH", webhook.path, { enabled: false });
  await webhook.request("PATCH", webhook.path, { enabled: true });
  answer = () => 500;

  for (const delivery of claimed) await record(deps, [await attempt(deps, delivery)]);
  answer = () => 200;
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
    answer = () => 500;
    await record(deps, [await attempt(deps, failing)]);
    answer = () => 200;
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

test("a delivery that was canceled on its last way stays canceled, and nobody is told", async () => {
  const webhook = await givenWebhook();
  await givenEvent(webhook);
  await db.updateTable("deliveries").set({ attempt_count: 5 }).where("webhook_id", "=", webhook.id).execute();
  const [last] = await claimDue(db, deps.now(), 1);
  await webhook.request("DELETE", webhook.path);
  answer = () => 500;

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
  answer = () => 500;
  const [slow] = await claimDue(db, deps.now(), 1);
  if (slow === undefined) throw new Error("a delivery was due");
  const late = await attempt(deps, slow);
  advance(60_000);
  answer = () => 200;
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

test("deliverDue stops at its limit", async () => {
  const webhook = await givenWebhook();
  await givenEvents(webhook, 6);

  expect(await deliverDue(deps, 5)).toBe(5);
  expect(await deliverDue(deps, 5)).toBe(1);
});
