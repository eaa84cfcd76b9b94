import type { Deps } from "../../deps.ts";
import { type Claimed, MAX_IN_FLIGHT_PER_WEBHOOK, type Rooms } from "../store/lease.ts";
import { durationOf, hasSucceeded, type Outcome } from "../store/outcomes.ts";
import { attempt } from "./attempt.ts";

/** Deliveries claimed per request that may be open: these are sent while the previous group is recorded. */
const CLAIMED_PER_SLOT = 16;
/**
 * A receiver is quick if it accepts a delivery within this many milliseconds; nothing is claimed ahead for
 * others.
 */
const QUICK_MS = 100;

/** The deliveries that ended since the last landing. */
export interface Landing {
  readonly outcomes: readonly Outcome[];
  /** Claimed but not sent: the receiver is no longer quick, or the process stops. */
  readonly unsent: readonly Claimed[];
  readonly rooms: Rooms;
}

/** The deliveries of one webhook. */
interface Lane {
  /**
   * Requests that may be open at once; never more than are claimed, so that all processes together stay
   * within four.
   */
  slots: number;
  /** Deliveries that are claimed and neither recorded nor released. */
  claimed: number;
  open: number;
  isQuick: boolean;
  readonly waiting: Claimed[];
}

/** The deliveries that this process has claimed, from their claim until they are recorded or released. */
export class Flights {
  readonly #deps: Deps;
  readonly #onLanded: () => void;
  readonly #lanes = new Map<string, Lane>();
  #slots = 0;
  #open = 0;
  #isStopped = false;
  /** The outcome is undefined for an internal error: the lease then expires. */
  #landed: { readonly delivery: Claimed; readonly outcome: Outcome | undefined }[] = [];
  #unsent: Claimed[] = [];

  /** `onLanded` is called for each finished delivery. */
  constructor(deps: Deps, onLanded: () => void) {
    this.#deps = deps;
    this.#onLanded = onLanded;
  }

  /** Requests that may be open at once, of all webhooks: the sum of their slots. */
  get slots(): number {
    return this.#slots;
  }

  get isIdle(): boolean {
    return this.#open + this.#landed.length + this.#unsent.length === 0;
  }

  /** Sends a delivery that took a free slot of its webhook. */
  start(delivery: Claimed): void {
    const lane = this.#laneOf(delivery);
    lane.slots += 1;
    this.#slots += 1;
    lane.claimed += 1;
    void this.#send(lane, delivery);
  }

  /** From now on only deliveries in flight continue. */
  stop(): void {
    this.#isStopped = true;
    for (const { waiting } of this.#lanes.values()) this.#unsent.push(...waiting.splice(0));
  }

  /**
   * Passes the finished deliveries to `record`; they no longer count afterwards, whatever its result. Takes
   * over the deliveries that `record` claimed, and returns how many slots are free.
   */
  async land(record: (landing: Landing) => Promise<readonly Claimed[]>): Promise<number> {
    const back = [...this.#landed.map(({ delivery }) => delivery), ...this.#unsent];
    if (back.length === 0) return 0;
    const landing = { outcomes: this.#landed.flatMap(({ outcome }) => outcome ?? []), unsent: this.#unsent };
    this.#landed = [];
    this.#unsent = [];
    for (const delivery of back) this.#laneOf(delivery).claimed -= 1;
    const before = this.#slots;
    try {
      this.#takeOver(await record({ ...landing, rooms: this.#roomsOf(back) }));
    } finally {
      for (const id of new Set(back.map(({ webhook_id }) => webhook_id))) this.#goOn(id);
    }
    return before - this.#slots;
  }

  #laneOf({ webhook_id }: Claimed): Lane {
    const lane = this.#lanes.get(webhook_id) ?? { ...EMPTY, waiting: [] };
    this.#lanes.set(webhook_id, lane);
    return lane;
  }

  async #send(lane: Lane, delivery: Claimed): Promise<void> {
    this.#open += 1;
    lane.open += 1;
    const outcome = await attempt(this.#deps, delivery).catch((fault: unknown) => {
      this.#deps.log.error({ err: fault, delivery_id: delivery.id }, "a delivery could not be sent");
      return undefined;
    });
    this.#open -= 1;
    lane.open -= 1;
    this.#landed.push({ delivery, outcome });
    lane.isQuick = outcome !== undefined && hasSucceeded(outcome) && durationOf(outcome) <= QUICK_MS;
    if (!lane.isQuick) this.#unsent.push(...lane.waiting.splice(0));
    this.#sendWaiting(lane);
    this.#onLanded();
  }

  #sendWaiting(lane: Lane): void {
    while (lane.open < lane.slots) {
      const next = lane.waiting.shift();
      if (next === undefined) return;
      void this.#send(lane, next);
    }
  }

  #roomsOf(deliveries: readonly Claimed[]): Rooms {
    const rooms = new Map<string, number>();
    for (const delivery of deliveries) {
      const { slots, claimed, isQuick } = this.#laneOf(delivery);
      // With fewer slots, deliveries claimed ahead would wait for each other: `claimDue` counts them, and gives no more.
      const isAhead = isQuick && slots === MAX_IN_FLIGHT_PER_WEBHOOK;
      const room = slots * (isAhead ? CLAIMED_PER_SLOT : 1) - claimed;
      if (room > 0) rooms.set(delivery.webhook_id, room);
    }
    return rooms;
  }

  #takeOver(deliveries: readonly Claimed[]): void {
    for (const delivery of deliveries) {
      const lane = this.#laneOf(delivery);
      lane.claimed += 1;
      (this.#isStopped ? this.#unsent : lane.waiting).push(delivery);
    }
  }

  /** Gives up the webhook's slots for which nothing is claimed, and sends what waits for the others. */
  #goOn(webhook_id: string): void {
    const lane = this.#lanes.get(webhook_id);
    if (lane === undefined) return;
    const kept = Math.min(lane.slots, lane.claimed);
    this.#slots -= lane.slots - kept;
    lane.slots = kept;
    this.#sendWaiting(lane);
    if (lane.claimed === 0) this.#lanes.delete(webhook_id);
  }
}

const EMPTY = { slots: 0, claimed: 0, open: 0, isQuick: false } as const;
