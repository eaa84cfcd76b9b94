import type { Deps } from "../deps.ts";
import { DELIVERIES_CHANNEL } from "../events/emit.ts";
import { listen } from "../platform/listen.ts";
import { createAlarm } from "./alarm.ts";
import { attempt } from "./attempt.ts";
import { claimDue, nextDueAt } from "./claim.ts";
import { createFlights, type Flights } from "./flights.ts";
import { record } from "./record.ts";

/** Of one process: more than the 200 that all webhooks of one account, 50 of 4 each, can hold up (ADR 0013). */
const MAX_IN_FLIGHT = 256;
/** The longest sleep, should a notice be lost or a clock be set. */
const IDLE_MS = 5_000;
/** How late a retry may be while other deliveries are on their way, or what another worker leaves. */
const BUSY_MS = 500;
const AFTER_FAULT_MS = 1_000;

/** Tries every delivery that is due, `limit` at most; gives how many it tried. */
export async function deliverDue(deps: Deps, limit = 1_000): Promise<number> {
  let tried = 0;
  while (tried < limit) {
    const claimed = await claimDue(deps.db, deps.now(), Math.min(limit - tried, MAX_IN_FLIGHT));
    if (claimed.length === 0) break;
    await record(deps, await Promise.all(claimed.map((delivery) => attempt(deps, delivery))));
    tried += claimed.length;
  }
  return tried;
}

/**
 * Delivers what is due until it is stopped, and then finishes what is on its way. At most 256 deliveries are in
 * flight, and 4 of one webhook by all workers together, so that a slow receiver holds up none but its own. Woken by
 * the commit of an event, by the end of an attempt and by the time of the next retry.
 */
export function startDelivering(deps: Deps): { readonly stop: () => Promise<void> } {
  const alarm = createAlarm();
  const flights = createFlights(deps, alarm.ring);
  const listening = listen(deps, DELIVERIES_CHANNEL, alarm.ring);
  let isStopping = false;

  async function run(): Promise<void> {
    while (!isStopping || flights.count() > 0) {
      try {
        await flights.land((outcomes) => record(deps, outcomes));
        const at = deps.now();
        if (!isStopping) await takeOff(deps, flights, at);
        if (flights.count() > 0) await alarm.wait(BUSY_MS);
        else if (!isStopping) await alarm.wait(await untilNextDue(deps, at));
      } catch (fault) {
        deps.log.error({ err: fault }, "delivering failed; what it was about comes due again");
        await alarm.wait(AFTER_FAULT_MS);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      isStopping = true;
      alarm.ring();
      await Promise.all([running, listening.stop()]);
    },
  };
}

async function takeOff({ db }: Deps, flights: Flights, at: Date): Promise<void> {
  const room = MAX_IN_FLIGHT - flights.count();
  if (room === 0) return;
  for (const delivery of await claimDue(db, at, room)) flights.start(delivery);
}

/** Milliseconds until a delivery comes due that was not when claims were made `at` that time; 5,000 at most. */
async function untilNextDue({ db, now }: Deps, at: Date): Promise<number> {
  const next = await nextDueAt(db);
  if (next === null) return IDLE_MS;
  if (next <= at) return BUSY_MS; // other workers have what is due: they may stop
  return Math.min(IDLE_MS, Math.max(0, next.getTime() - now().getTime()));
}
