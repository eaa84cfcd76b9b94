import { BATCH_STATUSES, type BatchStatus } from "@assay/domain/batch.ts";
import { type RawBuilder, sql } from "kysely";
import type { BatchRow } from "../batches/store.ts";
import { judgeAnswers } from "../gold/known.ts";
import type { BulkAction, BulkRequest } from "../platform/database/bulk-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { cancelTasks, giveTurns } from "../queue/leases.ts";
import { addProgress } from "../queue/progress.ts";
import { deliverGold } from "../queue/settle.ts";
import { requeueItems } from "./requeue.ts";

/** Items of one batch, locked with it. */
export interface Chosen {
  readonly batch: BatchRow;
  readonly items: readonly ChosenItem[];
  readonly now: Date;
}

/** An item as it is before the change. */
export interface ChosenItem {
  readonly id: string;
  readonly status: "open" | "accepted" | "excluded";
  readonly answer_count: number;
}

interface Action {
  /** Batches whose items it changes. */
  readonly statuses: readonly BatchStatus[];
  /** Which of their items it changes; names the table `items`. */
  readonly applies: (request: BulkRequest) => RawBuilder<boolean>;
  readonly change: (tx: Tx, chosen: Chosen, request: BulkRequest) => Promise<void>;
  /** True where it gives items a label, so that work on the batch has begun. */
  readonly starts?: true;
}

/** Labels that a verdict has been asked for stay as they are. */
const UNDER_WAY: readonly BatchStatus[] = ["created", "processing"];

/** What each action does, in a transaction that holds the batch and then the items. */
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
    applies: ({ model }) => sql`items.status = 'open' and exists (
      select from predictions where predictions.item_id = items.id and predictions.model = ${model})`,
    change: acceptPredictions,
    starts: true,
  },
};

/** A new priority has cursors of its own, which may have passed the item's turn: it takes a new one. */
async function changePriority(tx: Tx, { items }: Chosen, { priority }: BulkRequest): Promise<void> {
  const ids = items.map(({ id }) => id);
  await sql`update items set priority = ${priority}::integer where id = any(${ids}::text[])`.execute(tx);
  await giveTurns(tx, ids);
}

async function excludeItems(tx: Tx, { batch, items, now }: Chosen, { reason }: BulkRequest): Promise<void> {
  const ids = items.map(({ id }) => id);
  await cancelTasks(tx, ids, now);
  await sql`
    update items set status = 'excluded', excluded_reason = ${reason}, open_slots = 0, result = null, fields = null,
      support = null, origin = null, guideline_version = null
    where id = any(${ids}::text[])`.execute(tx);
  const accepted = items.filter(({ status }) => status === "accepted").length;
  await addProgress(tx, batch.id, { excluded: items.length, accepted: -accepted });
}

async function acceptPredictions(
  tx: Tx,
  { batch, items, now }: Chosen,
  { model }: BulkRequest,
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await cancelTasks(tx, ids, now);
  await sql`
    update items set status = 'accepted', open_slots = 0, result = predictions.result, fields = null,
      support = predictions.score, origin = 'prediction', guideline_version = predictions.guideline_version
    from predictions
    where items.id = any(${ids}::text[]) and predictions.item_id = items.id and model = ${model}`.execute(tx);
  await deliverGold(tx, ids);
  await addProgress(tx, batch.id, { accepted: items.length });
}

async function makeGold(tx: Tx, { batch, items, now }: Chosen): Promise<void> {
  const ids = items.map(({ id }) => id);
  await sql`
    insert into gold_answers (item_id, batch_id, guideline_version, result, fields, created_at)
    select id, batch_id, coalesce(guideline_version, 1), result, fields, ${now}
    from items where id = any(${ids}::text[]) and batch_id = ${batch.id}
    on conflict (item_id) do update set guideline_version = excluded.guideline_version, result = excluded.result,
      fields = excluded.fields, created_at = excluded.created_at`.execute(tx);
  await judgeAnswers(tx, batch, ids);
}
