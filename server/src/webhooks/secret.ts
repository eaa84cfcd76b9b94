import { randomBytes } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";

const PREFIX = "whsec_";
const NEW_BYTES = 32;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** A new webhook secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(NEW_BYTES).toString("base64");
}

/**
 * Throws `invalid_request` for a secret that receivers' libraries do not accept: they require `whsec_` and 24
 * to 64 bytes in padded base64 (Standard Webhooks). The message does not repeat the secret.
 */
export function checkWebhookSecret(secret: string): void {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, "base64");
  const isBase64 = bytes.toString("base64") === text;
  if (secret.startsWith(PREFIX) && isBase64 && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES) return;
  throw new ServiceError(
    "invalid_request",
    `secret must be ${PREFIX} and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64, padded`,
  );
}

/** The visible hint of a secret, to distinguish it from others. */
export function hintOf(secret: string): string {
  return `…${secret.slice(-6)}`;
}
