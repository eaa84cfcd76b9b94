import { WebhooksResource } from "./resources.ts";
import type { webhooks } from "./schema.ts";

/** The event that a webhook delivers; `type` says which `data` it has. Later versions may add types and fields. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

export class SignatureError extends Error {
  override readonly name = "SignatureError";
}

/** The headers of a request: of fetch, or of Node with lower-case names. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** How far the time of a request may be from now, in seconds; default 300. */
  readonly toleranceS?: number | undefined;
  /** Default: now. */
  readonly now?: Date | undefined;
}

/** What `sign` needs beside the body and the secret; a test may set the id and the time. */
export interface SignOptions {
  /** Default: `msg_` and a UUID. */
  readonly id?: string | undefined;
  /** Default: now. */
  readonly now?: Date | undefined;
}

/** The headers of a signed request that `unwrap` reads. */
export type SignedHeaders = {
  readonly "webhook-id": string;
  /** Unix seconds. */
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
};

const TOLERANCE_S = 300;
const HMAC = { name: "HMAC", hash: "SHA-256" };
const utf8 = new TextEncoder();

/** `client.webhooks` */
export class Webhooks extends WebhooksResource {
  /** `unwrapWebhook`, which needs no client. */
  readonly unwrap = unwrapWebhook;
  /** `signWebhook`, which needs no client. */
  readonly sign = signWebhook;
}

/**
 * Checks a webhook request by the scheme of Standard Webhooks and returns its event.
 *
 * `body` is the raw text of the request, because the signature does not match JSON that was parsed and serialized again.
 * With several secrets one of them must fit, so that a receiver can change its secret without a gap. Throws SignatureError
 * if a header is missing, the time is more than `toleranceS` from now, or no signature fits. Uses only Web Crypto.
 *
 * Source: github.com/standard-webhooks/standard-webhooks, spec, "Signature scheme".
 */
export async function unwrapWebhook(
  body: string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceS = TOLERANCE_S, now = new Date() }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp)) throw new SignatureError("webhook-timestamp is no number of seconds");
  const offS = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (offS > toleranceS) {
    throw new SignatureError(
      `webhook-timestamp is ${Math.round(offS)} s from now; allowed are ${toleranceS}`,
    );
  }
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret, "verify");
    for (const signature of signatures) {
      const [version, encoded = ""] = signature.split(",");
      if (version !== "v1") continue;
      const message = utf8.encode(`${id}.${timestamp}.${body}`);
      if (await crypto.subtle.verify("HMAC", key, fromBase64(encoded), message)) return JSON.parse(body);
    }
  }
  throw new SignatureError("no webhook-signature matches the body and a secret");
}

/** The headers of a request with this body, as the service would send it: for tests of a receiver. */
export async function signWebhook(
  body: string,
  secret: string,
  { id = `msg_${crypto.randomUUID()}`, now = new Date() }: SignOptions = {},
): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = await importKey(secret, "sign");
  const signed = await crypto.subtle.sign("HMAC", key, utf8.encode(`${id}.${timestamp}.${body}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/**
 * Checks the `X-Signature` of a webhook request and returns its event: for receivers that know only this header.
 * `unwrapWebhook` also refuses a request that somebody sends again later.
 *
 * `body` is the raw text of the request. Throws SignatureError if `signature` is missing or wrong. Uses only Web Crypto.
 */
export async function readEvent(
  body: string,
  signature: string | null,
  secret: string,
): Promise<WebhookEvent> {
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), HMAC, false, ["verify"]);
  const matches = await crypto.subtle.verify("HMAC", key, fromHex(signature ?? ""), utf8.encode(body));
  if (!matches) throw new SignatureError("X-Signature does not match the body and this secret");
  return JSON.parse(body);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new SignatureError(`the header ${name} is missing`);
  return value;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function importKey(secret: string, usage: "sign" | "verify"): Promise<Key> {
  const raw = fromBase64(secret.replace(/^whsec_/, ""));
  if (raw.length === 0) throw new SignatureError("the secret is not whsec_ and base64");
  return crypto.subtle.importKey("raw", raw, HMAC, false, [usage]);
}

/** Invalid base64 gives no bytes, which match no signature. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return new Uint8Array();
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Invalid hexadecimal gives bytes that match no signature. */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = /^([0-9a-f]{2})+$/.test(text) ? (text.match(/../g) ?? []) : [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
