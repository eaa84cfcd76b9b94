import { afterEach } from "vitest";
import type { Deps } from "../src/deps.ts";
import { type Event, emit } from "../src/events/emit.ts";
import { type Outbound, OutboundError } from "../src/platform/network/outbound.ts";
import { attempt } from "../src/webhooks/sending/attempt.ts";
import { record } from "../src/webhooks/sending/record.ts";
import { claimDue } from "../src/webhooks/store/lease.ts";
import { startService } from "./service.ts";

/** A request that a delivery sent. */
export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A service whose deliveries go only to `sent`. Receivers respond with 200 until `answerWith` says otherwise;
 * after each test everything is reset, and pending deliveries are canceled. Its clock starts at `startsAt`.
 */
export async function startDeliveries({ startsAt }: { readonly startsAt?: Date } = {}) {
  const sent: Sent[] = [];
  let answer: () => number = () => 200;
  const outbound: Outbound = {
    post: async (url, headers, body) => {
      sent.push({ url, headers, body });
      return { status: answer(), body: "the answer" };
    },
    ask: async () => {
      throw new OutboundError("blocked_address");
    },
    get: async () => {
      throw new OutboundError("blocked_address");
    },
    keep: (_trusted, work) => work(),
    agents: () => {
      throw new Error("nothing is connected here");
    },
    refusal: () => undefined,
  };
  const service = await startService({ outbound });
  if (startsAt !== undefined) service.advance(startsAt.getTime() - service.deps.now().getTime());
  const { db, deps } = service;

  afterEach(async () => {
    sent.length = 0;
    answer = () => 200;
    const ended = { status: "canceled", due_at: null } as const;
    await db.updateTable("deliveries").set(ended).where("status", "=", "pending").execute();
  });

  /** An account with a webhook. */
  async function givenWebhook(sending: object = {}) {
    const { accountId, request } = await service.givenAccount();
    const url = "https://hooks.acme.test/secret-path";
    const { body: webhook } = await request("POST", "/v1/webhooks", { url, ...sending });
    const path = `/v1/webhooks/${webhook.id}`;
    const deliveries = async () => (await request("GET", `${path}/deliveries?sort=created_at`)).body.data;
    return {
      accountId,
      request,
      path,
      id: String(webhook.id),
      read: async () => (await request("GET", path)).body,
      /** Its deliveries, oldest first. */
      deliveries,
      /** The oldest delivery, with its attempts. */
      delivery: async () => (await request("GET", `${path}/deliveries/${(await deliveries())[0].id}`)).body,
      notifications: async () => (await request("GET", "/v1/account/notifications")).body.data,
    };
  }

  async function givenEvent(
    { accountId }: { accountId: string },
    data: Event["data"] = { batch_id: "batch_1" },
  ) {
    const event = { account_id: accountId, type: "batch.certified", created_at: deps.now(), data } as const;
    await db.transaction().execute((tx) => emit(tx, event));
  }

  return {
    ...service,
    sent,
    answerWith: (next: () => number) => {
      answer = next;
    },
    givenWebhook,
    givenEvent,
    givenEvents: async (account: { accountId: string }, count: number) => {
      for (let index = 0; index < count; index += 1) await givenEvent(account);
    },
  };
}

/** Attempts every due delivery, at most `limit`; returns how many. */
export async function deliverDue(deps: Deps, limit = 1_000): Promise<number> {
  let tried = 0;
  while (tried < limit) {
    const claimed = await claimDue(deps.db, deps.now(), limit - tried);
    if (claimed.length === 0) break;
    await record(deps, await Promise.all(claimed.map((delivery) => attempt(deps, delivery))));
    tried += claimed.length;
  }
  return tried;
}
