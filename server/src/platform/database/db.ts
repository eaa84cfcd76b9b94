import {
  Kysely,
  type LogEvent,
  PostgresDialect,
  sql,
  type Transaction,
  type TransactionBuilder,
} from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import { unlessOutdated } from "./outages.ts";
import { preparingPool } from "./prepared.ts";
import { NO_LIMITS, type TimeLimits, WATCHING_SERVER, welcome } from "./sessions.ts";
import type { Tables } from "./tables.ts";

/** Takes either a connection or an open transaction. */
export type Db = Kysely<Tables>;
/** Takes an open transaction only: the compiler refuses a plain connection. */
export type Tx = Transaction<Tables>;

const INT8 = 20;
pg.types.setTypeParser(INT8, Number); // sizes and turns stay far below 2^53

/** Each takes 8 to 13 MiB of PostgreSQL's memory in mixed work. */
const POOL_SIZE = 10;
const CONNECT_MS = 10_000;

export interface Database {
  readonly db: Db;
  /** The pool behind `db`, for COPY. */
  readonly pool: pg.Pool;
}

export interface PoolOptions {
  readonly max?: number;
  /** Called after each statement. */
  readonly onQuery?: ((event: LogEvent) => void) | undefined;
  /** How long a caller waits for a connection. */
  readonly connectMs?: number;
  /** For requests, whose callers wait. Without it a statement may take any time, as jobs need. */
  readonly limits?: TimeLimits;
  /** Looks whether this process may use a new connection; rejects otherwise. */
  readonly admit?: (client: pg.ClientBase) => Promise<void>;
}

/**
 * Opens a pool of at most `max` connections; the first query connects. End it with `db.destroy()`. The server may be
 * PostgreSQL or a pooler in front of it, such as PgBouncer: see `welcome`.
 */
export function connect(
  connectionString: string,
  { max = POOL_SIZE, onQuery, connectMs = CONNECT_MS, limits = NO_LIMITS, admit }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectMs,
    ...WATCHING_SERVER,
    onConnect: async (client) => {
      await welcome(client, limits, connectMs);
      await admit?.(client);
    },
  });
  // The pool replaces an idle connection that breaks (the server restarts); an unhandled error would end the
  // process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new RepeatingDb({
    dialect: new PostgresDialect({ pool: preparingPool(pool, limits), cursor: Cursor }),
    ...(onQuery && { log: onQuery }),
  });
  return { db, pool };
}

/** A transaction that failed because a newer version changed a table is rolled back by then, and runs again. */
class RepeatingDb extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => unlessOutdated(() => execute(work));
    return builder;
  }
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
  const snapshot = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return unlessOutdated(() => snapshot.execute(work));
}

/** The constraint of a unique violation; undefined for any other error. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === "23505" ? thrown.constraint : undefined;
}
