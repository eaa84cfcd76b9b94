import { createHmac } from "node:crypto";

/**
 * The `X-Signature` of a delivery: lower-case hexadecimal HMAC-SHA256 of the raw body, keyed with the UTF-8
 * bytes of the whole secret, `whsec_` included.
 */
export function signBody(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** The inputs of a Standard Webhooks signature. */
export interface Message {
  readonly id: string;
  /** Unix seconds of this attempt: receivers refuse messages that are more than 5 minutes off. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * One entry of `webhook-signature`: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the
 * decoded base64 after `whsec_`. Source: github.com/standard-webhooks/standard-webhooks, "Signature scheme".
 */
export function signMessage(secret: string, { id, timestamp, body }: Message): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** The headers that sign a message: `X-Signature` with the first secret, and one entry of `webhook-signature` for each. */
export function signedHeaders(
  secrets: readonly [string, ...string[]],
  message: Message,
): Record<string, string> {
  return {
    "X-Signature": signBody(secrets[0], message.body),
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": secrets.map((secret) => signMessage(secret, message)).join(" "),
  };
}
