import { BATCH_STATUSES, type BatchStatus } from "@assay/domain/batch.ts";
import { type RawBuilder, sql } from "kysely";
import { makeLabelsGold } from "../gold/known.ts";
import type { BulkAction, BulkRequest } from "../platform/database/bulk-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { acceptPredictions, adjudicateItems, changePriority, excludeItems } from "../queue/labels.ts";
import { HAS_RESERVED, releaseReserved } from "../queue/leases.ts";
import { predictionKey } from "../queue/predictions.ts";
import { type Chosen, requeueItems } from "../queue/requeue.ts";
import { IS_IN_NOBODYS_HANDS, IS_TIED } from "../queue/tied.ts";

/** An item before the change. */
export interface ChosenItem {
  readonly id: string;
  readonly status: "open" | "accepted" | "excluded";
  readonly answer_count: number;
}

interface Action {
  /** The batches whose items it may change. */
  readonly statuses: readonly BatchStatus[];
  /** The items that it may change; refers to the table `items`. */
  readonly applies: (request: BulkRequest) => RawBuilder<boolean>;
  readonly change: (tx: Tx, chosen: Chosen, request: BulkRequest) => Promise<void>;
  /** True if it labels items, so that work on the batch has begun. */
  readonly starts?: true;
}

/** Labels do not change once a verdict is requested. */
const UNDER_WAY: readonly BatchStatus[] = ["created", "processing"];

/** The effect of each action, in a transaction that locks the batch and then the items. */
export const ACTIONS: Readonly<Record<BulkAction, Action>> = {
  priority: {
    statuses: UNDER_WAY,
    applies: ({ priority }) => sql`items.status = 'open' and items.priority <> ${priority}::integer`,
    change: changePriority,
  },
  requeue: {
    statuses: UNDER_WAY,
    applies: () => sql`(items.status <> 'open' or items.answer_count > 0 or items.skip_count > 0)`,
    change: requeueItems,
  },
  exclude: { statuses: UNDER_WAY, applies: () => sql`items.status <> 'excluded'`, change: excludeItems },
  gold: { statuses: BATCH_STATUSES, applies: () => sql`items.status = 'accepted'`, change: makeGold },
  accept_prediction: {
    statuses: UNDER_WAY,
    // not to items that people check: the certificate says that people judged the model by these
    applies: ({
      model = "",
      version,
    }) => sql`items.status = 'open' and coalesce(items.auto_accept, 'held') = 'held' and exists (
      select from predictions
      where predictions.account_id = items.account_id and predictions.item_id = items.id and predictions.model = ${predictionKey({ model, version })})`,
    change: acceptPredictions,
    starts: true,
  },
  adjudicate: {
    statuses: UNDER_WAY,
    // while nobody has a lease on the item, whose answer could still decide it
    applies: () =>
      sql`(items.status = 'open' and ${IS_IN_NOBODYS_HANDS} and (items.skip_count > 0 or ${IS_TIED}))`,
    change: adjudicateItems,
  },
  // an amended batch stays certified meanwhile
  release: { statuses: BATCH_STATUSES, applies: () => HAS_RESERVED, change: release },
};

async function release(tx: Tx, { batch, items, now }: Chosen): Promise<void> {
  await releaseReserved(
    tx,
    batch.account_id,
    items.map(({ id }) => id),
    now,
  );
}

async function makeGold(tx: Tx, { batch, items, now }: Chosen): Promise<void> {
  await makeLabelsGold(
    tx,
    batch,
    items.map(({ id }) => id),
    now,
  );
}
