import type { Deps } from "../../deps.ts";
import { newId } from "../../platform/ids.ts";
import { OutboundError } from "../../platform/network/outbound.ts";
import type { Claimed } from "../store/lease.ts";
import { durationOf, type Outcome } from "../store/outcomes.ts";
import { signedHeaders } from "./sign.ts";

/** Sends a delivery once. The bytes are those stored with the event; only the timestamp is new. */
export async function attempt(deps: Deps, delivery: Claimed): Promise<Outcome> {
  const started_at = deps.now();
  const answer = await send(deps, delivery, started_at);
  const outcome = { id: newId("attempt"), delivery, started_at, ended_at: deps.now(), ...answer };
  logAttempt(deps.log, outcome);
  return outcome;
}

/** Contains neither the URL, whose path may be secret, nor request and response bodies. */
function logAttempt(log: Deps["log"], outcome: Outcome): void {
  const { id: delivery_id, account_id, webhook_id, event_id, event_type, attempt } = outcome.delivery;
  const { status_code, error_code } = outcome;
  const about = { delivery_id, account_id, webhook_id, event_id, event_type, attempt };
  log.info({ ...about, status_code, error_code, ms: durationOf(outcome) }, "delivery attempted");
}

async function send({ outbound, secrets }: Deps, delivery: Claimed, now: Date) {
  const headers = headersOf(delivery, signingSecrets(secrets, delivery, now), now);
  try {
    const { status, body } = await outbound.post(delivery.url, headers, delivery.body);
    return { status_code: status, error_code: null, response_body: body };
  } catch (fault) {
    if (!(fault instanceof OutboundError)) throw fault;
    return { status_code: null, error_code: fault.code, response_body: null };
  }
}

/** Newest first; the one before a rotation only while its overlap lasts. */
function signingSecrets({ decrypt }: Deps["secrets"], delivery: Claimed, now: Date): [string, ...string[]] {
  const { secret_encrypted, previous_secret_encrypted, previous_secret_expires_at } = delivery;
  const newest = decrypt(secret_encrypted);
  if (previous_secret_encrypted === null || previous_secret_expires_at === null) return [newest];
  return previous_secret_expires_at > now ? [newest, decrypt(previous_secret_encrypted)] : [newest];
}

function headersOf(delivery: Claimed, secrets: [string, ...string[]], now: Date): Record<string, string> {
  const { id, event_id, event_type, attempt, body } = delivery;
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    "Content-Type": "application/json",
    "User-Agent": "assay/1.0 (+webhooks)",
    ...signedHeaders(secrets, { id: event_id, timestamp, body }),
    "X-Event-Type": event_type,
    "X-Delivery-Id": id,
    "X-Delivery-Attempt": String(attempt),
  };
}
