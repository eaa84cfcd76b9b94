import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Change } from "../platform/database/tables.ts";
import { checkUrl, uniqueEvents } from "./create.ts";
import type { ChangeWebhook } from "./schemas.ts";
import { countPending, endPendingDeliveries } from "./store/deliveries.ts";
import { updateWebhook, type WebhookRow } from "./store/webhooks.ts";

/**
 * Changes a locked webhook. Disabling skips pending deliveries; enabling starts anew, without sending skipped
 * ones. Throws `invalid_request` for an unusable URL, and `invalid_state` for enabling while a job still skips deliveries.
 */
export async function changeWebhook(
  { now, outbound }: Pick<Deps, "now" | "outbound">,
  tx: Tx,
  before: WebhookRow,
  { events, metadata, enabled, ...plain }: ChangeWebhook,
): Promise<WebhookRow> {
  if (plain.url !== undefined) checkUrl(outbound, plain.url);
  if (enabled && !before.enabled) await assertSkipped(tx, before);
  const after = await updateWebhook(tx, before, {
    ...plain,
    ...(events === undefined ? {} : { events: uniqueEvents(events) }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
    ...(enabled === undefined || enabled === before.enabled ? {} : setEnabled(enabled, now())),
    updated_at: now(),
  });
  if (before.enabled && !after.enabled) await endPendingDeliveries(tx, after);
  return after;
}

/** Deletes a locked webhook: cancels pending deliveries and keeps the log. */
export async function deleteWebhook(tx: Tx, webhook: WebhookRow, now: Date): Promise<void> {
  await endPendingDeliveries(tx, await updateWebhook(tx, webhook, { deleted_at: now }));
}

/** Nothing tells what was pending at the disabling from what comes after the enabling, so one waits for the other. */
async function assertSkipped(tx: Tx, webhook: WebhookRow): Promise<void> {
  const left = await countPending(tx, webhook);
  if (left === 0) return;
  throw new ServiceError(
    "invalid_state",
    `${left} deliveries that were waiting when the webhook was disabled are still being skipped; try again in a moment`,
  );
}

function setEnabled(enabled: boolean, now: Date): Change<"webhooks"> {
  return enabled
    ? { enabled, disabled_at: null, disabled_reason: null }
    : { enabled, disabled_at: now, disabled_reason: "manual" };
}
