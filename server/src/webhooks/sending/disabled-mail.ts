import type { Row } from "../../platform/database/tables.ts";
import { iso } from "../../platform/http/wire.ts";
import type { Claimed } from "../store/lease.ts";

interface Disabled {
  readonly webhook: Pick<Row<"webhooks">, "id" | "url">;
  readonly delivery: Pick<Claimed, "id" | "event_id" | "event_type">;
  readonly attempts: readonly Pick<
    Row<"delivery_attempts">,
    "attempt" | "started_at" | "status_code" | "error_code"
  >[];
  /** The number of other waiting deliveries. */
  readonly skipped: number;
  readonly baseUrl: string;
}

/** The mail to the owner of a disabled webhook. It shows only the host of the URL, since a path may be a secret. */
export function disabledMail({ webhook, delivery, attempts, skipped, baseUrl }: Disabled) {
  const { origin } = new URL(webhook.url);
  const address = `${baseUrl}/v1/webhooks/${webhook.id}`;
  const tries = attempts.map(
    ({ attempt, started_at, status_code, error_code }) =>
      `  ${attempt}  ${iso(started_at)}  ${status_code === null ? error_code : `status ${status_code}`}`,
  );
  const body = `The webhook ${webhook.id} to ${origin} is disabled: Assay could not deliver one event in ${attempts.length} attempts.

  event     ${delivery.event_id} (${delivery.event_type})
  delivery  ${delivery.id}

${tries.join("\n")}

Assay does not send ${skipped === 1 ? "1 other delivery that was" : `${skipped} other deliveries that were`} waiting, nor events that occur before you enable the webhook again. Its log lists them as skipped:

  ${address}/deliveries?status=skipped

When the receiver works again, enable the webhook:

  curl -X PATCH ${address} -H "Authorization: Bearer $ASSAY_API_KEY" -H "Content-Type: application/json" -d '{"enabled":true}'
`;
  return { subject: `[Assay] Webhook disabled: ${origin}`, body };
}
