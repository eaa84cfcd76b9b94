import type { webhooks } from "./schema.ts";

/** The event that a webhook delivers; `type` says which `data` it has. Later versions may add types and fields. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

export class SignatureError extends Error {
  override readonly name = "SignatureError";
}

/**
 * Checks the signature of a webhook request and returns its event.
 *
 * `body` is the raw text of the request, because the signature does not match JSON that was parsed and serialized
 * again. Throws SignatureError if `signature` (the X-Signature header) is missing or wrong. Uses only Web Crypto, so it
 * runs in Node, Deno, Bun, workers and browsers.
 */
export async function readEvent(
  body: string,
  signature: string | null,
  secret: string,
): Promise<WebhookEvent> {
  const utf8 = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["verify"]);
  const matches = await crypto.subtle.verify("HMAC", key, fromHex(signature ?? ""), utf8.encode(body));
  if (!matches) throw new SignatureError("X-Signature does not match the body and this secret");
  return JSON.parse(body);
}

/** Invalid hexadecimal gives bytes that match no signature. */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = /^([0-9a-f]{2})+$/.test(text) ? (text.match(/../g) ?? []) : [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
