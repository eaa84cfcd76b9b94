import type { Client } from "@assay/sdk/client.ts";
import type { Database } from "./database.ts";
import type { Ledger } from "./ledger.ts";
import type { Receivers } from "./receivers.ts";

/** The number of checked things, in words, and each fault with its id. */
export interface Check {
  readonly what: string;
  readonly faults: readonly string[];
}

/** The input of the checks once everything has settled. */
export interface Evidence {
  readonly client: Client;
  readonly query: Database["query"];
  readonly ledger: Ledger;
  readonly receivers: Receivers;
  readonly webhooks: readonly Webhook[];
}

/** A webhook with the receiver that it leads to. */
export interface Webhook {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receivers["good"];
  /** Whether all its deliveries must arrive. */
  readonly isReliable: boolean;
  readonly wants: (event_type: string) => boolean;
}

const AT_ONCE = 8;

/** Checks each of `things`, a few at a time; returns the faults. */
export async function lookAtEach<T>(
  things: Iterable<T>,
  look: (thing: T) => Promise<readonly string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  const left = [...things].values();
  const lookOn = async () => {
    for (const thing of left) {
      faults.push(
        ...(await look(thing).catch((fault: unknown) => [
          fault instanceof Error ? fault.message : `${fault}`,
        ])),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
  return faults;
}

/** The part of `faults` that is printed. */
export function faultsOf(...faults: readonly (string | false | undefined)[]): string[] {
  return faults.filter((fault) => typeof fault === "string");
}
