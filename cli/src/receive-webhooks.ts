import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { EventType } from "@assay/domain/event-types.ts";
import type { Assay } from "@assay/sdk/assay.ts";
import { SignatureError, unwrapWebhook, type WebhookEvent } from "@assay/sdk/webhooks.ts";

/** More than an event has. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Takes an event with its raw body and the headers of its request; returns the status to answer with. */
export type Delivery = (
  body: string,
  headers: Readonly<Record<string, string>>,
  event: WebhookEvent,
) => Promise<number>;

/** Where requests arrive. */
export interface Place {
  /** As the service sees it. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

export interface Receiving {
  readonly place: Place;
  readonly secret: string;
  /** All types if null. */
  readonly events: EventType[] | null;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Registers a webhook at the service, and takes its requests until `signal`; then deletes it. A request whose signature is wrong gets
 * 401.
 */
export async function receive(client: Assay, receiving: Receiving, deliver: Delivery): Promise<void> {
  const { place, secret, events, signal, note } = receiving;
  const server = createServer((request, response) => {
    answer(request, receiving, deliver)
      .catch((fault: unknown) => {
        note(`A request failed: ${String(fault)}`);
        return 500;
      })
      .then((status) => response.writeHead(status).end());
  });
  server.listen(place.port, place.host);
  await once(server, "listening");
  try {
    const description = "assay webhook listen";
    const webhook = await client.webhooks.create({ url: place.url, secret, events, description });
    note(`Registered ${webhook.id} for ${place.url}`);
    try {
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      await client.webhooks.delete(webhook.id);
      note(`Deleted ${webhook.id}`);
    }
  } finally {
    server.close();
  }
}

async function answer(
  request: IncomingMessage,
  { secret, note }: Receiving,
  deliver: Delivery,
): Promise<number> {
  if (request.method !== "POST") return 405;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return 413;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString("utf8");
  try {
    const event = await unwrapWebhook(body, request.headers, secret);
    return await deliver(body, headersOf(request), event);
  } catch (fault) {
    if (!(fault instanceof SignatureError)) throw fault;
    note(`Refused a request: ${fault.message}`);
    return 401;
  }
}

/** Those that the service makes. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const made = Object.entries(headers).filter(
    (header): header is [string, string] =>
      typeof header[1] === "string" && /^(content-type|webhook-.*|x-.*)$/.test(header[0]),
  );
  return Object.fromEntries(made);
}
