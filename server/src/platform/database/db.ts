import { Kysely, type LogEvent, PostgresDialect, type Transaction } from "kysely";
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

export interface Database {
  readonly db: Db;
  /** The pool behind `db`, for COPY and for the job queue. */
  readonly pool: pg.Pool;
}

/**
 * Opens a pool of at most `max` connections; the first query connects. End it with `db.destroy()`. `onQuery` is told
 * of each statement that has ended.
 */
export function connect(
  connectionString: string,
  { max = POOL_SIZE, onQuery }: { max?: number; onQuery?: ((event: LogEvent) => void) | undefined } = {},
): Database {
  const pool = new pg.Pool({ connectionString, max });
  // An idle connection that breaks (the server restarts) is replaced by the pool; unheard it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(pool), cursor: Cursor }),
    ...(onQuery && { log: onQuery }),
  });
  return { db, pool };
}

/** Runs `work` on the database as it is at its first statement, whatever is written meanwhile. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
}

/** The rows of a unique-violation: which constraint an insert ran into; undefined for any other fault. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === "23505" ? thrown.constraint : undefined;
}
