import { EVENT_TYPES } from "@assay/domain/event-types.ts";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { emit } from "../../events/emit.ts";

const service = await startService();
const { db, deps } = service;

const URL = "https://hooks.acme.test/assay";
const SECRET = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";

async function givenWebhook(account = service, body: object = {}) {
  const { body: webhook } = await account.request("POST", "/v1/webhooks", { url: URL, ...body });
  return webhook;
}

function givenEvent(account_id: string, type: (typeof EVENT_TYPES)[number] = "batch.created") {
  return db
    .transaction()
    .execute((tx) => emit(tx, { account_id, type, created_at: deps.now(), data: { batch_id: "batch_1" } }));
}

async function givenAccount() {
  return { ...service, ...(await service.givenAccount()) };
}

test("registering returns the webhook, its location and its secret", async () => {
  const { status, body, headers } = await service.request("POST", "/v1/webhooks", {
    url: URL,
    events: ["batch.failed", "batch.certified", "batch.failed"],
    description: "prod",
    metadata: { team: "perception" },
  });

  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/webhooks/${body.id}`);
  expect(body).toEqual({
    id: expect.stringMatching(/^wh_[0-9A-HJKMNP-TV-Z]{26}$/),
    url: URL,
    events: ["batch.certified", "batch.failed"],
    all_events: false,
    description: "prod",
    enabled: true,
    disabled_at: null,
    disabled_reason: null,
    failed_in_a_row: 0,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    secret_hint: `…${body.secret.slice(-6)}`,
    previous_secret_expires_at: null,
    metadata: { team: "perception" },
    created_at: "2026-11-21T03:00:00.000Z",
    updated_at: "2026-11-21T03:00:00.000Z",
  });
});

test("no later response has the secret, and the database has it only encrypted", async () => {
  const account = await givenAccount();
  const webhook = await givenWebhook(account, { secret: SECRET });
  await givenEvent(account.accountId);
  const { body: deliveries } = await account.request("GET", `/v1/webhooks/${webhook.id}/deliveries`);

  const answers = await Promise.all([
    account.request("GET", "/v1/webhooks"),
    account.request("GET", `/v1/webhooks/${webhook.id}`),
    account.request("PATCH", `/v1/webhooks/${webhook.id}`, { description: "still secret" }),
    account.request("GET", `/v1/webhooks/${webhook.id}/deliveries`),
    account.request("GET", `/v1/webhooks/${webhook.id}/deliveries/${deliveries.data[0].id}`),
  ]);

  expect(webhook.secret).toBe(SECRET);
  expect(webhook.secret_hint).toBe("…RlcyE=");
  for (const { status, bytes } of answers) {
    expect(status).toBe(200);
    expect(bytes.toString()).not.toContain("whsec_");
    expect(bytes.toString()).not.toContain('"secret"');
  }
  const rows = JSON.stringify([
    await db.selectFrom("webhooks").selectAll().execute(),
    await db.selectFrom("idempotency_keys").selectAll().execute(),
  ]);
  const { secret_encrypted } = await db
    .selectFrom("webhooks")
    .select("secret_encrypted")
    .where("id", "=", webhook.id)
    .executeTakeFirstOrThrow();
  expect(rows).not.toContain("whsec_");
  expect(secret_encrypted.includes(SECRET.slice(6))).toBe(false);
  expect(deps.secrets.decrypt(secret_encrypted)).toBe(SECRET);
});

test("a repeated registration with one Idempotency-Key returns the same webhook with its secret", async () => {
  const headers = { "idempotency-key": "once" };

  const first = await service.request("POST", "/v1/webhooks", { url: URL }, headers);
  const second = await service.request("POST", "/v1/webhooks", { url: URL }, headers);

  expect(second.body).toEqual(first.body);
  expect(second.headers["idempotent-replayed"]).toBe("true");
});

test.each([undefined, null])("events %s means every type, also those added later", async (events) => {
  const webhook = await givenWebhook(service, events === undefined ? {} : { events });

  expect(webhook).toMatchObject({ all_events: true, events: EVENT_TYPES });
});

test.each([
  [{}, "Missing required field: url"],
  [{ url: 7 }, /^url must be/],
  [{ url: "hooks.acme.test" }, "url must be an absolute https URL"],
  [{ url: "https://me:pw@hooks.acme.test" }, "url must not contain a user name or a password"],
  [{ url: "https://hooks.acme.test/#a" }, "url must not contain a fragment (#)"],
  [{ url: "https://[::ffff:10.0.0.1]/" }, /private network; .* ASSAY_ALLOW_NETWORKS$/],
  [{ url: "https://169.254.169.254/latest" }, /private network; .* ASSAY_ALLOW_NETWORKS$/],
  [{ url: URL, events: [] }, /^events must/],
  [{ url: URL, events: ["batch.done"] }, `events.0 must be one of ${EVENT_TYPES.join(", ")}`],
  [{ url: URL, events: "batch.created" }, /^events must be/],
  [{ url: URL, secret: "short" }, "secret must be whsec_ and 24 to 64 bytes in base64, padded"],
  [
    { url: URL, secret: `whsec_${"a".repeat(43)}` },
    "secret must be whsec_ and 24 to 64 bytes in base64, padded",
  ],
  [{ url: URL, enabled: false }, "Unknown field: enabled"],
] as const)("registering %j is refused", async (sent, message) => {
  const { status, body } = await service.request("POST", "/v1/webhooks", sent);

  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: "invalid_request",
      message: typeof message === "string" ? message : expect.stringMatching(message),
    },
  });
});

test("a URL of more than 2048 characters is refused", async () => {
  const { status, body } = await service.request("POST", "/v1/webhooks", { url: URL.padEnd(2_049, "a") });

  expect({ status, body }).toEqual({
    status: 400,
    body: { error: "invalid_request", message: expect.stringMatching(/^url must .*2048 characters$/) },
  });
});

test.each([23, 65])("a secret of %i bytes is refused, and the message does not repeat it", async (length) => {
  const secret = `whsec_${Buffer.alloc(length, 5).toString("base64")}`;

  const { status, body } = await service.request("POST", "/v1/webhooks", { url: URL, secret });

  expect(status).toBe(400);
  expect(body.message).not.toContain(secret.slice(6, 20));
});

test.each([24, 64])("a secret of %i bytes is accepted", async (length) => {
  const secret = `whsec_${Buffer.alloc(length, 5).toString("base64")}`;

  expect((await givenWebhook(service, { secret })).secret).toBe(secret);
});

test("an account has at most 50 webhooks, not counting deleted ones", async () => {
  const account = await givenAccount();
  const made = [];
  for (let index = 0; index < 50; index += 1) made.push(await givenWebhook(account));

  const { status, body } = await account.request("POST", "/v1/webhooks", { url: URL });
  await account.request("DELETE", `/v1/webhooks/${made[0].id}`);

  expect({ status, error: body.error }).toEqual({ status: 403, error: "limit_exceeded" });
  expect(await account.request("POST", "/v1/webhooks", { url: URL })).toMatchObject({ status: 201 });
});

test("the list has the account's own webhooks, page by page, without deleted ones", async () => {
  const account = await givenAccount();
  const made = [await givenWebhook(account), await givenWebhook(account), await givenWebhook(account)];
  await account.request("DELETE", `/v1/webhooks/${made[1].id}`);

  const first = await account.request("GET", "/v1/webhooks?limit=1&sort=created_at");
  const second = await account.request(
    "GET",
    `/v1/webhooks?limit=1&sort=created_at&cursor=${first.body.next_cursor}`,
  );

  expect(first.body).toMatchObject({ data: [{ id: made[0].id }], has_more: true });
  expect(second.body).toMatchObject({ data: [{ id: made[2].id }], has_more: false, next_cursor: null });
});

test("a PATCH changes only the named fields of a webhook, guarded by its ETag", async () => {
  const webhook = await givenWebhook(service, { description: "old", metadata: { a: "1" } });
  const { headers } = await service.request("GET", `/v1/webhooks/${webhook.id}`);
  const etag = { "if-match": String(headers.etag) };
  service.advance(1_000);

  const change = { url: `${URL}/v2`, events: ["batch.failed"], description: null };
  const changed = await service.request("PATCH", `/v1/webhooks/${webhook.id}`, change, etag);
  const late = await service.request("PATCH", `/v1/webhooks/${webhook.id}`, { events: null }, etag);

  expect(changed).toMatchObject({
    status: 200,
    body: { ...change, all_events: false, metadata: { a: "1" }, updated_at: deps.now().toISOString() },
  });
  expect(late).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
  expect(await service.request("PATCH", `/v1/webhooks/${webhook.id}`, { events: null })).toMatchObject({
    body: { all_events: true, events: EVENT_TYPES },
  });
});

test.each([
  [{ url: null }, /^url must be/],
  [{ url: "http://hooks.acme.test\\@10.0.0.1/" }, "url must be an absolute https URL"],
  [{ events: [] }, /^events must/],
  [{ enabled: null }, /^enabled must be/],
  [{ secret: SECRET }, "Unknown field: secret"],
] as const)("changing a webhook to %j is refused", async (change, message) => {
  const { id } = await givenWebhook();

  const { status, body } = await service.request("PATCH", `/v1/webhooks/${id}`, change);

  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: "invalid_request",
      message: typeof message === "string" ? message : expect.stringMatching(message),
    },
  });
});

test("disabling by hand skips pending and new deliveries; enabling sends only new events", async () => {
  const account = await givenAccount();
  const { id } = await givenWebhook(account);
  await givenEvent(account.accountId);

  const disabled = await account.request("PATCH", `/v1/webhooks/${id}`, { enabled: false });
  await givenEvent(account.accountId);
  const enabled = await account.request("PATCH", `/v1/webhooks/${id}`, { enabled: true });
  await givenEvent(account.accountId);

  expect(disabled.body).toMatchObject({
    enabled: false,
    disabled_at: deps.now().toISOString(),
    disabled_reason: "manual",
  });
  expect(enabled.body).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null });
  const { body } = await account.request("GET", `/v1/webhooks/${id}/deliveries`);
  const statuses = body.data.map(({ status }: { status: string }) => status);
  expect(statuses.sort()).toEqual(["pending", "skipped", "skipped"]);
  expect((await account.request("GET", "/v1/account/notifications")).body.data).toEqual([]);
});

test("disabling a disabled webhook changes neither the time nor the reason", async () => {
  const { id } = await givenWebhook();
  const first = await service.request("PATCH", `/v1/webhooks/${id}`, { enabled: false });
  service.advance(1_000);

  const second = await service.request("PATCH", `/v1/webhooks/${id}`, { enabled: false });

  expect(second.body.disabled_at).toBe(first.body.disabled_at);
});

test("deleting a webhook cancels its pending deliveries, and its log stays readable", async () => {
  const account = await givenAccount();
  const { id } = await givenWebhook(account);
  await givenEvent(account.accountId);

  const deleted = await account.request("DELETE", `/v1/webhooks/${id}`, undefined, {
    "content-type": "application/json",
  });
  await givenEvent(account.accountId);

  expect(deleted).toMatchObject({ status: 204, body: "" });
  for (const method of ["GET", "PATCH", "DELETE"] as const) {
    const { status, body } = await account.request(
      method,
      `/v1/webhooks/${id}`,
      method === "PATCH" ? {} : undefined,
    );
    expect({ status, error: body.error }).toEqual({ status: 404, error: "not_found" });
  }
  const { body } = await account.request("GET", `/v1/webhooks/${id}/deliveries`);
  expect(body.data).toMatchObject([{ status: "canceled", next_attempt_at: null }]);
});

test("the list refuses a cursor from another list", async () => {
  expect(await service.request("GET", "/v1/webhooks?cursor=garbage")).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
});
