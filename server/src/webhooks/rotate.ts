import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { RotateSecret } from "./schemas.ts";
import { checkWebhookSecret, hintOf, newWebhookSecret } from "./secret.ts";
import { updateWebhook, type WebhookRow } from "./store/webhooks.ts";

const DAY_SECONDS = 86_400;

/**
 * Gives a locked webhook a new secret; the previous one also signs for `overlap_seconds`. At most two are
 * valid at a time: throws `conflict` while an earlier overlap runs, unless this rotation ends both at once
 * (0). Throws `invalid_request` for an unusable secret.
 */
export async function rotateSecret(
  { now, secrets }: Pick<Deps, "now" | "secrets">,
  tx: Tx,
  before: WebhookRow,
  { secret = newWebhookSecret(), overlap_seconds = DAY_SECONDS }: RotateSecret,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string }> {
  checkWebhookSecret(secret);
  const { secret_encrypted, previous_secret_expires_at } = before;
  const time = now();
  const overlaps = overlap_seconds > 0;
  if (overlaps && previous_secret_expires_at !== null && previous_secret_expires_at > time) {
    throw new ServiceError(
      "conflict",
      `two secrets are valid until ${previous_secret_expires_at.toISOString()}; rotate again after that, or send "overlap_seconds": 0 to end both now`,
    );
  }
  const webhook = await updateWebhook(tx, before, {
    secret_encrypted: secrets.encrypt(secret),
    secret_hint: hintOf(secret),
    previous_secret_encrypted: overlaps ? secret_encrypted : null,
    previous_secret_expires_at: overlaps ? new Date(time.getTime() + overlap_seconds * 1_000) : null,
    updated_at: time,
  });
  return { webhook, secret };
}
