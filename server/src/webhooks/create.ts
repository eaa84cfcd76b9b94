import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import type { CreateWebhook } from "./schemas.ts";
import { checkWebhookSecret, hintOf, newWebhookSecret } from "./secret.ts";
import { countWebhooks, insertWebhook, type WebhookRow } from "./store/webhooks.ts";

/**
 * Registers a webhook; no later response contains its secret. Throws `invalid_request` for an unusable URL or
 * secret, `limit_exceeded` if the account has the maximum of webhooks.
 */
export async function createWebhook(
  { now, outbound, secrets }: Pick<Deps, "now" | "outbound" | "secrets">,
  tx: Tx,
  account_id: string,
  { url, events = null, description = null, metadata = {}, secret = newWebhookSecret() }: CreateWebhook,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string }> {
  checkUrl(outbound, url);
  checkWebhookSecret(secret);
  if ((await countWebhooks(tx, account_id)) >= LIMITS.webhooks) {
    throw new ServiceError(
      "limit_exceeded",
      `an account has at most ${LIMITS.webhooks} webhooks; delete one first`,
    );
  }
  const webhook = await insertWebhook(tx, {
    id: newId("webhook"),
    account_id,
    url,
    events: uniqueEvents(events),
    description,
    secret_encrypted: secrets.encrypt(secret),
    secret_hint: hintOf(secret),
    metadata: JSON.stringify(metadata),
    created_at: now(),
    updated_at: now(),
  });
  return { webhook, secret };
}

/** Throws `invalid_request` for a URL to which nothing could ever be sent. */
export function checkUrl(outbound: Deps["outbound"], url: string): void {
  const refusal = outbound.refusal(url);
  if (refusal !== undefined) throw new ServiceError("invalid_request", refusal);
}

/** Null stays null: every type. */
export function uniqueEvents<T extends string>(events: readonly T[] | null): T[] | null {
  return events === null ? null : [...new Set(events)];
}
