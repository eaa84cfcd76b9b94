import type { Client } from "@assay/sdk/client.ts";
import { listAll } from "@assay/sdk/list-all.ts";
import type { components } from "@assay/sdk/schema.ts";
import { isSigned } from "../../server/test/receiver.ts";
import { type Check, type Evidence, faultsOf, type Webhook } from "./check.ts";
import type { StoredEvent } from "./check-events.ts";

/** Every event has a delivery for each subscribed webhook, which arrived or has a reason why it did not. */
export async function checkDeliveries(
  { client }: Evidence,
  webhook: Webhook,
  events: readonly StoredEvent[],
): Promise<Check> {
  const { receiver, isReliable } = webhook;
  const deliveries = await readDeliveries(client, webhook.id);
  const accepted = new Set(receiver.arrivals.filter((one) => one.accepted).map(eventIdOf));
  const wanted = events.filter(({ type }) => webhook.wants(type));
  const counts: Record<string, number> = {};
  const faults = wanted.flatMap(({ id, body }) => {
    const [delivery, ...more] = deliveries.get(id) ?? [];
    if (delivery === undefined || more.length > 0)
      return [`${id} has ${deliveries.get(id)?.length ?? 0} deliveries`];
    const { status } = delivery;
    counts[status] = (counts[status] ?? 0) + 1;
    const mayMiss = !isReliable && (status === "failed" || status === "skipped");
    const wasErased = body === null && status === "canceled"; // its batch was deleted meanwhile
    const isGood = status === "delivered" ? accepted.has(id) : mayMiss || wasErased;
    return isGood ? [] : [`${id}: ${delivery.id} is ${status}, accepted: ${accepted.has(id)}`];
  });
  faults.push(...(await checkDisabling(client, webhook, counts)), ...unwanted(webhook, wanted));
  const figures = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  const what = `the ${receiver.name} receiver: ${wanted.length} events, ${figures.join(", ")}`;
  return { what, faults };
}

type Delivery = components["schemas"]["Delivery"];

async function readDeliveries(client: Client, id: string): Promise<Map<string, Delivery[]>> {
  const deliveries: Delivery[] = [];
  for await (const delivery of listAll(client, "/v1/webhooks/{id}/deliveries", { path: { id } })) {
    deliveries.push(delivery);
  }
  return Map.groupBy(deliveries, ({ event_id }) => event_id);
}

/**
 * A webhook with failures is disabled and its owner got one mail; one without is enabled and caused no mail.
 */
async function checkDisabling(
  client: Client,
  { id }: Webhook,
  counts: Readonly<Record<string, number>>,
): Promise<string[]> {
  const { data: webhook } = await client.GET("/v1/webhooks/{id}", { params: { path: { id } } });
  let mails = 0;
  for await (const { subject, body } of listAll(client, "/v1/account/notifications", {})) {
    if (subject.includes("disabled") && body.includes(id)) mails += 1;
  }
  const isDisabled = (counts.failed ?? 0) + (counts.skipped ?? 0) > 0;
  if (webhook.enabled === !isDisabled && mails === (isDisabled ? 1 : 0)) return [];
  return [
    `${id} is ${webhook.enabled ? "enabled" : `disabled (${webhook.disabled_reason})`}, and ${mails} mails tell so`,
  ];
}

function unwanted({ receiver }: Webhook, wanted: readonly StoredEvent[]): string[] {
  const known = new Set(wanted.map(({ id }) => id));
  const others = new Set(receiver.arrivals.map(eventIdOf).filter((id) => !known.has(id)));
  return [...others].map((id) => `${id} was sent to the ${receiver.name} receiver, which did not ask for it`);
}

/** All attempts of an event have the same bytes, with valid signatures. */
export function checkArrivals({ webhooks }: Evidence, events: readonly StoredEvent[]): Check {
  const stored = new Map(events.map(({ id, body }) => [id, body]));
  const sent = webhooks.flatMap(({ receiver, secret }) =>
    receiver.arrivals.map((arrival) => ({ arrival, secret, name: receiver.name, id: eventIdOf(arrival) })),
  );
  const first = new Map(sent.toReversed().map(({ id, arrival }) => [id, arrival.body]));
  const faults = sent.flatMap(({ arrival, secret, name, id }) => {
    const at = `${id} at the ${name} receiver (${arrival.headers["x-delivery-id"]})`;
    const body = stored.get(id) ?? first.get(id); // of a deleted batch only receivers have the bytes
    return faultsOf(
      arrival.body !== body && `${at} is not ${body}: ${arrival.body}`,
      JSON.parse(arrival.body).id !== id && `${at} bears another id in its body`,
      !isSigned(arrival, secret) && `${at} is not signed as it should be`,
    );
  });
  const repeats = sent.length - new Set(sent.map(({ name, id }) => `${name} ${id}`)).size;
  const what = `${sent.length} requests to receivers, ${repeats} of them repeats: the bytes of the event, and signed`;
  return { what, faults };
}

function eventIdOf({ headers }: Webhook["receiver"]["arrivals"][number]): string {
  return String(headers["webhook-id"]);
}
