import type { Deps } from "../deps.ts";
import { attempt, type Outcome } from "./attempt.ts";
import type { Claimed } from "./claim.ts";

/** A delivery that came back: with what came of it, or without where the fault was ours. */
interface Landed {
  readonly delivery: Claimed;
  readonly outcome: Outcome | undefined;
}

/** The deliveries on their way, from their claim until they are recorded. */
export interface Flights {
  readonly count: () => number;
  readonly countByWebhook: ReadonlyMap<string, number>;
  readonly start: (delivery: Claimed) => void;
  /** Hands over those that came back; they count no longer when `record` is done, whatever came of that. */
  readonly land: (record: (outcomes: readonly Outcome[]) => Promise<void>) => Promise<void>;
}

/** `onLanded` is told of each that comes back. */
export function createFlights(deps: Deps, onLanded: () => void): Flights {
  const countByWebhook = new Map<string, number>();
  let count = 0;
  let landed: Landed[] = [];

  function add({ webhook_id }: Claimed, change: 1 | -1): void {
    count += change;
    const sum = (countByWebhook.get(webhook_id) ?? 0) + change;
    if (sum === 0) countByWebhook.delete(webhook_id);
    else countByWebhook.set(webhook_id, sum);
  }

  async function fly(delivery: Claimed): Promise<void> {
    const outcome = await attempt(deps, delivery).catch((fault: unknown) => {
      deps.log.error({ err: fault, delivery_id: delivery.id }, "a delivery could not be sent");
      return undefined;
    });
    landed.push({ delivery, outcome });
    onLanded();
  }

  return {
    count: () => count,
    countByWebhook,
    start(delivery) {
      add(delivery, 1);
      void fly(delivery);
    },
    async land(record) {
      const batch = landed;
      landed = [];
      try {
        const outcomes = batch.map(({ outcome }) => outcome).filter((outcome) => outcome !== undefined);
        if (outcomes.length > 0) await record(outcomes);
      } finally {
        for (const { delivery } of batch) add(delivery, -1);
      }
    },
  };
}
