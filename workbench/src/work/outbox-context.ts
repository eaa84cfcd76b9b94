import { createContext } from "react";
import type { Outbox } from "../drafts/outbox.ts";
import type { Outgoing } from "../drafts/store.ts";

/** What the signed-in member decided and the server does not have. */
export interface Waiting {
  /** Undefined until the browser's store is open. */
  readonly outbox: Outbox | undefined;
  readonly outgoing: readonly Outgoing[];
  /** How many answers to audits were not stored since the page was opened, because the verdict had been reached. */
  readonly late: number;
}

export const OutboxContext = createContext<Waiting>({ outbox: undefined, outgoing: [], late: 0 });
