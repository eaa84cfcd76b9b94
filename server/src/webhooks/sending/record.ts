import { afterFailure } from "@assay/domain/retry.ts";
import { notifyOwner } from "../../accounts/notifications.ts";
import type { Deps } from "../../deps.ts";
import type { DeliveryOutcome } from "../../metrics/metrics.ts";
import { countPending, endPendingDeliveries, listAttempts } from "../store/deliveries.ts";
import type { Claimed, Rooms } from "../store/lease.ts";
import {
  durationOf,
  hasSucceeded,
  insertOutcomes,
  insertOutcomesAndClaim,
  type Outcome,
  type Settled,
} from "../store/outcomes.ts";
import { disableFailing, lockAgainstEmit } from "../store/webhooks.ts";
import { disabledMail } from "./disabled-mail.ts";

/** Records the outcomes of attempts, and disables the webhook of each delivery whose last attempt failed. */
export async function record(deps: Deps, outcomes: readonly Outcome[]): Promise<void> {
  await recordBy(deps, outcomes, (settled) => insertOutcomes(deps.db, settled));
}

/** The same, and claims due deliveries of the same webhooks, up to `rooms` of each. */
export async function recordAndClaim(
  deps: Deps,
  outcomes: readonly Outcome[],
  rooms: Rooms,
): Promise<readonly Claimed[]> {
  return recordBy(deps, outcomes, (settled) => insertOutcomesAndClaim(deps.db, settled, rooms, deps.now()));
}

async function recordBy<T>(
  deps: Deps,
  outcomes: readonly Outcome[],
  insert: (settled: readonly Settled[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const settled = outcomes.map((outcome) => settle(outcome, deps.config.retryDelays));
  for (const last of settled.filter(hasExhausted)) await giveUp(deps, last);
  const goingOn = settled.filter((one) => !hasExhausted(one));
  const inserted = goingOn.length > 0 ? await insert(goingOn) : [];
  for (const one of settled) deps.metrics?.attempted(nameOf(one), durationOf(one.outcome));
  return inserted;
}

function nameOf(settled: Settled): DeliveryOutcome {
  if (hasSucceeded(settled.outcome)) return "delivered";
  return hasExhausted(settled) ? "failed" : "retried";
}

/** The next step after an attempt; the delay counts from its end. */
function settle(outcome: Outcome, delays: readonly number[]): Settled {
  if (hasSucceeded(outcome)) return { outcome, due_at: null };
  const { is_extra, schedule_step } = outcome.delivery;
  if (is_extra) return { outcome, due_at: null };
  const next = afterFailure(schedule_step, delays);
  if ("disable" in next) return { outcome, due_at: null };
  return { outcome, due_at: new Date(outcome.ended_at.getTime() + next.retryInMs) };
}

function hasExhausted({ outcome, due_at }: Settled): boolean {
  return due_at === null && !hasSucceeded(outcome) && !outcome.delivery.is_extra;
}

/**
 * Records a delivery's last failure and disables its webhook, once even if many deliveries end together: the
 * same transaction skips pending deliveries, with a job if they are many, and notifies the owner. A delivery that was no longer pending
 * does not affect a webhook that was enabled again meanwhile.
 */
async function giveUp({ db, config }: Deps, last: Settled): Promise<void> {
  const { delivery, ended_at } = last.outcome;
  await db.transaction().execute(async (tx) => {
    const key = { id: delivery.webhook_id, account_id: delivery.account_id };
    await lockAgainstEmit(tx, key);
    const [recorded] = await insertOutcomes(tx, [last]);
    if (recorded?.was !== "pending") return;
    const webhook = await disableFailing(tx, key, ended_at);
    if (webhook === undefined) return;
    const skipped = await countPending(tx, webhook);
    await endPendingDeliveries(tx, webhook);
    const attempts = await listAttempts(tx, delivery);
    const mail = disabledMail({ webhook, delivery, attempts, skipped, baseUrl: config.baseUrl });
    await notifyOwner(tx, { account_id: webhook.account_id, ...mail, created_at: ended_at });
  });
}
