import { type RawBuilder, sql } from "kysely";
import type { Db } from "./db.ts";
import { preferIndexes } from "./planner.ts";
import type { Tables } from "./tables.ts";

/** Rows that one transaction changes; a crash repeats at most these. */
export const ROWS_AT_ONCE = 5_000;
/** The rest of a sweep waits for less than a second, and the next sweep is five seconds away. */
const STEPS_OF_A_SWEEP = 10;

/** A change of many rows. */
export interface SmallSteps<Row> {
  readonly table: keyof Tables;
  /** The account of the rows; absent for rows of all accounts. */
  readonly account_id?: string;
  /** Which rows: after the change, a row no longer meets it. An index should find them. */
  readonly condition: RawBuilder<unknown>;
  /** The statement that changes the rows of `table` that meet `chosen`. */
  readonly change: (chosen: RawBuilder<unknown>) => RawBuilder<Row>;
  /** Gets what the statement returned, after the commit. */
  readonly afterwards?: (rows: readonly Row[]) => Promise<void>;
}

/**
 * Changes all rows in small transactions (ADR 0065). It skips rows that others have locked, so that it holds no lock while it
 * waits for one: no deadlock is possible with claims and submits. It waits only for single rows.
 */
export async function changeAll<Row>(db: Db, steps: SmallSteps<Row>): Promise<void> {
  const isLeft = async () =>
    (await sql`select from ${sql.table(steps.table)} where ${whichOf(steps)} limit 1`.execute(db)).rows
      .length > 0;
  for (;;) {
    const changed = await changeSome(db, steps);
    if (changed === ROWS_AT_ONCE) continue; // to ask would read over the rows that are gone
    if (!(await isLeft())) return;
    if (changed === 0) await step(db, steps, sql`limit 1 for update`);
  }
}

/** For sweeps: changes up to 50,000 rows, without those that others have locked. The next sweep goes on. */
export async function changeFree<Row>(db: Db, steps: SmallSteps<Row>): Promise<void> {
  for (let count = 0; count < STEPS_OF_A_SWEEP; count += 1)
    if ((await changeSome(db, steps)) < ROWS_AT_ONCE) return;
}

function changeSome<Row>(db: Db, steps: SmallSteps<Row>): Promise<number> {
  return step(db, steps, sql`limit ${ROWS_AT_ONCE} for update skip locked`);
}

async function step<Row>(db: Db, steps: SmallSteps<Row>, selection: RawBuilder<unknown>): Promise<number> {
  const { rows, numAffectedRows } = await db.transaction().execute(async (tx) => {
    await preferIndexes(tx);
    // A bitmap would collect all rows for each step, to take the first of them.
    await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx);
    const chosen = sql`ctid = any(array(select ctid from ${sql.table(steps.table)} where ${whichOf(steps)} ${selection}))`;
    return steps.change(ofAccount(steps, chosen)).execute(tx);
  });
  await steps.afterwards?.(rows);
  return Number(numAffectedRows ?? 0);
}

function whichOf<Row>(steps: SmallSteps<Row>): RawBuilder<unknown> {
  return ofAccount(steps, steps.condition);
}

function ofAccount<Row>(
  { account_id }: SmallSteps<Row>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return account_id === undefined ? condition : sql`account_id = ${account_id} and (${condition})`;
}
