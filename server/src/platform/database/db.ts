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

/** Each takes 8 to 13 MiB of PostgreSQL's memory in mixed work. */
const POOL_SIZE = 10;
/** How long a request waits for a connection. */
const CONNECT_MS = 10_000;
/**
 * How long a request's transaction may idle between statements: it waits for the rest of a body, or for a
 * slow reader.
 */
const IDLE_IN_TRANSACTION_MS = 5 * 60_000;

export interface Database {
  readonly db: Db;
  /** The pool behind `db`, for COPY and the job queue. */
  readonly pool: pg.Pool;
}

export interface PoolOptions {
  readonly max?: number;
  /** Called after each statement. */
  readonly onQuery?: ((event: LogEvent) => void) | undefined;
  /** For requests, whose callers wait: ends statements after this long (0: never), and idle transactions. */
  readonly statementTimeoutMs?: number;
}

/**
 * Opens a pool of at most `max` connections; the first query connects. End it with `db.destroy()`. Without
 * `statementTimeoutMs` a statement may take any time, as jobs need.
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
  // The pool replaces an idle connection that breaks (the server restarts); an unhandled error would end the
  // process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(pool), cursor: Cursor }),
    ...(onQuery && { log: onQuery }),
  });
  return { db, pool };
}

/**
 * Removes the time limit from the statements of a request's transaction that writes as many rows as the
 * caller asked for.
 */
export async function liftTimeLimit(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
}

/** Runs `work` on one snapshot of the database, taken at its first statement. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
}

/** The constraint of a unique violation; undefined for any other error. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === "23505" ? thrown.constraint : undefined;
}
