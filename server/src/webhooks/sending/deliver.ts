import type { Deps } from "../../deps.ts";
import { DELIVERIES_CHANNEL } from "../../events/emit.ts";
import { createAlarm } from "../../platform/alarm.ts";
import { claimDue, giveBack, nextDueAt } from "../store/lease.ts";
import { Flights } from "./flights.ts";
import { record, recordAndClaim } from "./record.ts";

/** Per process: more than the 200 that all webhooks of one account, 50 with 4 each, can occupy (ADR 0013). */
const MAX_IN_FLIGHT = 256;
/** The longest sleep, in case a notification is lost or a clock is set. */
const IDLE_MS = 5_000;
/** How late a retry may be while other deliveries are in flight, or one that another worker leaves. */
const BUSY_MS = 500;
const AFTER_FAULT_MS = 1_000;

/**
 * Sends due deliveries until it is stopped, and then finishes those in flight. At most 256 deliveries are in
 * flight per process, and 4 per webhook across all workers, so that a slow receiver delays only its own.
 * Wakes at the commit of an event, the end of an attempt and the time of the next retry.
 */
export function startDelivering(deps: Deps): { readonly stop: () => Promise<void> } {
  const due = createAlarm();
  const landed = createAlarm();
  const flights = new Flights(deps, landed.ring);
  const listening = deps.direct.listen(DELIVERIES_CHANNEL, due.ring);
  let isStopping = false;
  let isClaiming = true;
  /** Counts the starts and ends of claims, so that it is odd during one. */
  let claims = 0;

  async function counted<T>(claiming: Promise<T>): Promise<T> {
    claims += 1;
    return claiming.finally(() => {
      claims += 1;
    });
  }

  async function claim(): Promise<void> {
    while (!isStopping) {
      try {
        const at = deps.now();
        const room = MAX_IN_FLIGHT - flights.slots;
        const claimed = room > 0 ? await counted(claimDue(deps.db, at, room)) : [];
        for (const delivery of claimed) flights.start(delivery);
        await due.wait(flights.slots > 0 ? BUSY_MS : await untilNextDue(deps, at));
      } catch (fault) {
        deps.log.error({ err: fault }, "claiming deliveries failed");
        await due.wait(AFTER_FAULT_MS);
      }
    }
    isClaiming = false;
    landed.ring();
  }

  async function land(): Promise<void> {
    while (isClaiming || !flights.isIdle) {
      await landed.wait(IDLE_MS);
      try {
        // Where every slot is taken, one that is left goes to the webhook that has waited longest.
        const handsOn = !isStopping && flights.slots < MAX_IN_FLIGHT;
        const before = claims;
        const free = await flights.land(async ({ outcomes, unsent, rooms }) => {
          await giveBack(deps.db, unsent);
          if (handsOn) return recordAndClaim(deps, outcomes, rooms);
          await record(deps, outcomes);
          return [];
        });
        // A claim that was made meanwhile may have found no slot for what came too late to be handed one.
        const isBesideClaim = before % 2 === 1 || claims !== before;
        if (free > 0 && (isBesideClaim || !handsOn)) due.ring();
      } catch (fault) {
        deps.log.error({ err: fault }, "recording deliveries failed; Assay will repeat them");
      }
    }
  }

  const running = Promise.all([claim(), land()]);
  return {
    async stop() {
      isStopping = true;
      flights.stop();
      due.ring();
      landed.ring();
      await Promise.all([running, listening.stop()]);
    },
  };
}

/** Milliseconds until the next delivery that was not due at the claim at `at`; at most 5,000. */
async function untilNextDue({ db, now }: Deps, at: Date): Promise<number> {
  const next = await nextDueAt(db);
  if (next === null) return IDLE_MS;
  if (next <= at) return BUSY_MS; // other workers have the due ones, and may stop
  return Math.min(IDLE_MS, Math.max(0, next.getTime() - now().getTime()));
}
