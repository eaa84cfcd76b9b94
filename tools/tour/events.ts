import { setTimeout as sleep } from "node:timers/promises";
import { isSigned, type Receiver } from "../../server/test/receiver.ts";

const WITHIN_MS = 20_000;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly batch_id?: string; readonly project_id: string };
}

/**
 * Waits until every event in `expected` (such as "batch.created batch_01JD…") has arrived at `receiver`.
 * Throws if one is missing, unexpected or repeated, or lacks a valid signature of `secret`.
 */
export async function checkEvents(
  receiver: Receiver,
  secret: string,
  expected: readonly string[],
): Promise<void> {
  await Promise.race([receiver.received(expected.length), sleep(WITHIN_MS, undefined, { ref: false })]);
  const events = receiver.requests.map((request): Event => {
    if (!isSigned(request, secret))
      throw new Error(`an event is not signed as it should be: ${request.body}`);
    return JSON.parse(request.body);
  });
  const once = [...new Map(events.map((event) => [event.id, event])).values()]; // a delivery may be repeated
  const arrived = once.map(({ type, data }) => `${type} ${data.batch_id ?? data.project_id}`).sort();
  const wanted = [...expected].sort();
  if (arrived.join() !== wanted.join()) {
    throw new Error(`these events came: ${arrived.join(", ")}; expected were: ${wanted.join(", ")}`);
  }
}
