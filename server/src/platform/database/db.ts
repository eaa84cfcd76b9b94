import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import { preparingPool } from "./prepared.ts";
import type { Tables } from "./tables.ts";

/** Takes either a connection or an open transaction. */
export type Db = Kysely<Tables>;
/** Takes an open transaction only: the compiler refuses a plain connection. */
export type Tx = Transaction<Tables>;

const INT8 = 20;
pg.types.setTypeParser(INT8, Number); // sizes and turns stay far below 2^53

/** Connections of one process: room for 16 requests at once and a few jobs. */
const POOL_SIZE = 20;
/** How long a request waits for a connection. */
const CONNECT_MS = 10_000;
/** How long a transaction of a request may wait for its next statement: for the rest of a body, or a slow reader. */
const IDLE_IN_TRANSACTION_MS = 5 * 60_000;

export interface Database {
  readonly db: Db;
  /** The pool behind `db`, for COPY and for the job queue. */
  readonly pool: pg.Pool;
}

export interface PoolOptions {
  readonly max?: number;
  /** Called with each statement that has ended. */
  readonly onQuery?: ((event: LogEvent) => void) | undefined;
  /** For requests, whose caller waits: ends statements after this long (0: never), and idle transactions. */
  readonly statementTimeoutMs?: number;
}

/**
 * Opens a pool of at most `max` connections; the first query connects. End it with `db.destroy()`. Without
 * `statementTimeoutMs` a statement may take any time, as jobs need it.
 */
export function connect(
  connectionString: string,
  { max = POOL_SIZE, onQuery, statementTimeoutMs }: PoolOptions = {},
): Database {
  const limits =
    statementTimeoutMs === undefined
      ? {}
      : {
          connectionTimeoutMillis: CONNECT_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
          ...(statementTimeoutMs > 0 && { statement_timeout: statementTimeoutMs }),
        };
  const pool = new pg.Pool({ connectionString, max, ...limits });
  // An idle connection that breaks (the server restarts) is replaced by the pool; unheard it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(pool), cursor: Cursor }),
    ...(onQuery && { log: onQuery }),
  });
  return { db, pool };
}

/** Lets the statements of a request's transaction take any time: one that writes as many rows as the caller asked for. */
export async function liftTimeLimit(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
}

/** Runs `work` on the database as it is at its first statement, whatever is written meanwhile. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
}

/** The rows of a unique-violation: which constraint an insert ran into; undefined for any other fault. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === "23505" ? thrown.constraint : undefined;
}
