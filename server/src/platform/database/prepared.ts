import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { lendClient } from "./cursor.ts";
import { isOutdated, isStandby } from "./outages.ts";
import { cancelAfter, isPooled, limitsOfTransaction, type TimeLimits } from "./sessions.ts";

/** A statement that runs this often is worth preparing. */
const OFTEN = 20;
/** Each prepared statement takes about 50 kB of the database's memory on each connection. */
const MOST_PREPARED = 100;
const MOST_WATCHED = 1_000;

/** The statements by which Kysely begins and ends a transaction. */
const BEGINS = /^(begin|start transaction)\b/;
const ENDS = /^(commit|rollback)$/;

/**
 * Lends the connections of `pool` to Kysely. A frequent statement is prepared, so that the database plans it
 * once per connection: planning a claim or a submit costs more than running it (measured on PostgreSQL 18,
 * November 2026: 1.8 ms of 3.1 ms for a submit). Behind a pooler nothing is prepared, and `limits` hold for each
 * transaction and statement instead of the session.
 */
export function preparingPool(pool: pg.Pool, limits: TimeLimits): PostgresPool {
  const statements = createStatements();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      return isPooled(client) ? lendPooled(client, limits) : lend(client, statements);
    },
    end: () => pool.end(),
  };
}

interface Statements {
  /** The name under which `text` is prepared; undefined for a rare statement. */
  readonly nameOf: (text: string) => string | undefined;
  /** Gives every statement a new name from now on. */
  readonly forget: () => void;
}

function createStatements(): Statements {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let made = 0;
  return {
    nameOf(text) {
      const name = names.get(text);
      if (name !== undefined || names.size === MOST_PREPARED) return name;
      const count = (uses.get(text) ?? 0) + 1;
      if (uses.size >= MOST_WATCHED) uses.clear();
      uses.set(text, count);
      if (count < OFTEN) return undefined;
      uses.delete(text);
      made += 1;
      names.set(text, `assay_${made}`);
      return names.get(text);
    },
    forget: () => names.clear(),
  };
}

/**
 * A statement whose result got another column since it was prepared is repeated. In a transaction, which it aborts, it throws, and
 * db.ts repeats the transaction.
 */
function lend(client: pg.PoolClient, { nameOf, forget }: Statements): PostgresPoolClient {
  let isLost = false;
  let isInTransaction = false;
  return lendClient(
    client,
    (text, values) => {
      if (BEGINS.test(text)) isInTransaction = true;
      if (ENDS.test(text)) isInTransaction = false;
      const run = () => {
        const name = values.length === 0 ? undefined : nameOf(text);
        return client.query({ text, values, ...(name && { name }) });
      };
      return run().catch((fault) => {
        isLost ||= isStandby(fault);
        if (!isOutdated(fault)) throw fault;
        forget();
        if (isInTransaction) throw fault;
        return run();
      });
    },
    (destroy) => client.release(destroy || isLost),
  );
}

/** A transaction's own limits end its statements; outside of one this process cancels them. */
function lendPooled(client: pg.PoolClient, limits: TimeLimits): PostgresPoolClient {
  let isInTransaction = false;
  return lendClient(client, (text, values) => {
    if (BEGINS.test(text)) {
      isInTransaction = true;
      return client.query(text + limitsOfTransaction(limits));
    }
    if (ENDS.test(text)) isInTransaction = false;
    const running = client.query(text, values);
    return isInTransaction || limits.statementMs === 0
      ? running
      : cancelAfter(client, limits.statementMs, running);
  });
}
