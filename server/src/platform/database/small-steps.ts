import { type QueryResult, type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "./db.ts";
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
 * Changes all rows in small transactions (ADR 0065); returns how many. It skips rows that others have
 * locked, so that it holds no lock while it waits for one: no deadlock is possible with claims and submits. It waits only for
 * single rows.
 */
export async function changeAll<Row>(db: Db, steps: SmallSteps<Row>): Promise<number> {
  let count = 0;
  for (;;) {
    const changed = await changeSome(db, steps);
    count += changed;
    if (changed === ROWS_AT_ONCE) continue; // to ask would read over the rows that are gone
    if (!(await isLeft(db, steps))) return count;
    if (changed === 0) count += await step(db, steps, sql`limit 1 for update`);
  }
}

/**
 * The first step, in a transaction that does more: changes up to 5,000 rows, without those that others have locked. If rows are
 * left, `isLeft`, add a job that calls `changeAll`.
 */
export async function changeFirst<Row>(
  tx: Tx,
  steps: SmallSteps<Row>,
): Promise<{ readonly changed: number; readonly isLeft: boolean }> {
  const { numAffectedRows } = await changeIn(tx, steps, FREE);
  return { changed: Number(numAffectedRows ?? 0), isLeft: await isLeft(tx, steps) };
}

/** For sweeps: changes up to 50,000 rows, without those that others have locked. The next sweep goes on. */
export async function changeFree<Row>(db: Db, steps: SmallSteps<Row>): Promise<void> {
  for (let count = 0; count < STEPS_OF_A_SWEEP; count += 1)
    if ((await changeSome(db, steps)) < ROWS_AT_ONCE) return;
}

function changeSome<Row>(db: Db, steps: SmallSteps<Row>): Promise<number> {
  return step(db, steps, FREE);
}

const FREE = sql`limit ${ROWS_AT_ONCE} for update skip locked`;

async function isLeft<Row>(db: Db, steps: SmallSteps<Row>): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(steps.table)} where ${whichOf(steps)} limit 1`.execute(db);
  return rows.length > 0;
}

async function step<Row>(db: Db, steps: SmallSteps<Row>, selection: RawBuilder<unknown>): Promise<number> {
  const changed = await db.transaction().execute((tx) => changeIn(tx, steps, selection));
  await steps.afterwards?.(changed.rows);
  return Number(changed.numAffectedRows ?? 0);
}

async function changeIn<Row>(
  tx: Tx,
  steps: SmallSteps<Row>,
  selection: RawBuilder<unknown>,
): Promise<QueryResult<Row>> {
  await preferIndexes(tx);
  // A bitmap would collect all rows for each step, to take the first of them.
  await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx);
  const chosen = sql`ctid = any(array(select ctid from ${sql.table(steps.table)} where ${whichOf(steps)} ${selection}))`;
  return steps.change(ofAccount(steps, chosen)).execute(tx);
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
