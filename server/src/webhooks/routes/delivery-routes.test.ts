import type { EVENT_TYPES } from "@assay/domain/event-types.ts";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { emit } from "../../events/emit.ts";

const service = await startService();
const { db, deps } = service;

const URL = "https://hooks.acme.test/assay";

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

test("the log lists deliveries by status and type", async () => {
  const account = await givenAccount();
  const { id } = await givenWebhook(account, { events: ["batch.created", "batch.failed"] });
  await givenEvent(account.accountId, "batch.created");
  await givenEvent(account.accountId, "batch.failed");
  await givenEvent(account.accountId, "batch.completed");
  const list = async (query: string) =>
    (await account.request("GET", `/v1/webhooks/${id}/deliveries?${query}`)).body.data;

  expect(await list("")).toHaveLength(2);
  expect(await list("status=delivered")).toEqual([]);
  expect(await list("created_after=2026-11-22T00:00:00Z")).toEqual([]);
  expect(await list("status=pending&event_type=batch.failed")).toEqual([
    {
      id: expect.stringMatching(/^dlv_/),
      webhook_id: id,
      event_id: expect.stringMatching(/^evt_/),
      event_type: "batch.failed",
      status: "pending",
      attempt_count: 0,
      next_attempt_at: deps.now().toISOString(),
      created_at: deps.now().toISOString(),
      delivered_at: null,
      trigger: "event",
      last_attempt: null,
    },
  ]);
});

test.each(["status=lost", "event_type=batch.done", "sort=updated_at", "limit=0", "cursor=x"])(
  "the log refuses %s",
  async (query) => {
    const { id } = await givenWebhook();

    expect(await service.request("GET", `/v1/webhooks/${id}/deliveries?${query}`)).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  },
);

test("another account's webhook and deliveries are not found, nor are unknown ones", async () => {
  const account = await givenAccount();
  const { id } = await givenWebhook(account);
  const other = await givenWebhook(account);
  await givenEvent(account.accountId);
  const { body } = await account.request("GET", `/v1/webhooks/${id}/deliveries`);
  const delivery = body.data[0].id;

  for (const path of [`${id}`, `${id}/deliveries`, `${id}/deliveries/${delivery}`]) {
    expect(await service.request("GET", `/v1/webhooks/${path}`)).toMatchObject({ status: 404 });
  }
  for (const path of [
    "wh_x",
    "wh_x/deliveries",
    `${id}/deliveries/dlv_x`,
    `${other.id}/deliveries/${delivery}`,
  ]) {
    expect(await account.request("GET", `/v1/webhooks/${path}`)).toMatchObject({ status: 404 });
  }
});
