import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { createPause } from "../platform/pause.ts";
import { AT_ONCE, type Page, placeNext, readCompared, setKeys } from "../queue/order.ts";
import { type BatchRow, findBatch } from "./store.ts";

/** Puts the items of a batch in its order again, because their predictions changed. Nothing for the random order. */
export async function refreshOrder(
  db: Db,
  batch: Pick<BatchRow, "account_id" | "id" | "queue_order">,
): Promise<void> {
  if (batch.queue_order !== "random") await orderAgain(db, batch);
}

/** Puts the items of a batch in its order. */
export async function orderAgain(
  db: Db,
  { account_id, id }: Pick<BatchRow, "account_id" | "id">,
): Promise<void> {
  await addJob(db, account_id, "order_queue", { batch_id: id });
}

/**
 * The job: gives every item of the batch that nobody has begun a key, then a turn ahead of every member's cursor, in the order of the
 * keys. Items that somebody has begun, holds or has to check keep their turns, which come earlier. A run after a crash begins
 * again; each step leaves a valid queue.
 */
export async function orderQueue(
  { db }: Deps,
  { account_id, batch_id }: { readonly account_id: string; readonly batch_id: string },
): Promise<void> {
  const batch = await findBatch(db, account_id, batch_id);
  if (batch === undefined || batch.filling !== null) return;
  for (let after = 0; after < batch.item_count; after += AT_ONCE) {
    const page = { after, until: after + AT_ONCE };
    const keys = batch.queue_order === "disagreement" ? await agreements(db, batch, page) : undefined;
    await step(db, (tx) => setKeys(tx, batch, page, keys));
  }
  while (await step(db, (tx) => placeNext(tx, batch)));
}

/** A transaction that a later run of the job repeats if a crash of the database takes its commit. */
function step<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    return work(tx);
  });
}

/** How much the predictions of each item of a page agree: 1 minus the mean distance of each two. Without items that have fewer than two. */
async function agreements(db: Db, batch: BatchRow, page: Page): Promise<ReadonlyMap<string, number>> {
  const { distance } = typeOf(batch);
  const pause = createPause();
  const found = new Map<string, number>();
  for (const { id, results } of await readCompared(db, batch, page)) {
    await pause();
    const pairs = results.flatMap((one, index) =>
      results.slice(index + 1).map((other) => distance(one, other)),
    );
    found.set(id, 1 - pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length);
  }
  return found;
}
