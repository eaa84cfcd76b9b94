import type { Deps } from "../deps.ts";
import { attempt, type Outcome } from "./attempt.ts";
import type { Claimed } from "./claim.ts";

/** The deliveries on their way, from their claim until they are recorded. */
export interface Flights {
  readonly count: () => number;
  readonly start: (delivery: Claimed) => void;
  /**
   * Hands over those that came back; they count no longer when `record` is done, whatever came of that. Starts what
   * it gives, and tells how many places are left free.
   */
  readonly land: (record: (outcomes: readonly Outcome[]) => Promise<readonly Claimed[]>) => Promise<number>;
}

/** `onLanded` is told of each that comes back. */
export function createFlights(deps: Deps, onLanded: () => void): Flights {
  let count = 0;
  /** What came of each that came back; undefined where the fault was ours: its lease ends by itself. */
  let landed: (Outcome | undefined)[] = [];

  async function fly(delivery: Claimed): Promise<void> {
    const outcome = await attempt(deps, delivery).catch((fault: unknown) => {
      deps.log.error({ err: fault, delivery_id: delivery.id }, "a delivery could not be sent");
      return undefined;
    });
    landed.push(outcome);
    onLanded();
  }

  function start(delivery: Claimed): void {
    count += 1;
    void fly(delivery);
  }

  return {
    count: () => count,
    start,
    async land(record) {
      const batch = landed;
      landed = [];
      let next: readonly Claimed[] = [];
      try {
        const outcomes = batch.filter((outcome) => outcome !== undefined);
        if (outcomes.length > 0) next = await record(outcomes);
      } finally {
        count -= batch.length;
      }
      next.forEach(start);
      return batch.length - next.length;
    },
  };
}
