import pg from "pg";

/**
 * No connection, too many connections, a server that starts, stops or is a standby, a pooler without a server (PgBouncer answers
 * with 08P01), a lock or transaction that waited too long, and statements that PostgreSQL aborts to end a deadlock.
 */
const CODES =
  /^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|57P0\d|08\w{3}|53300|25006|25P03|55P03|40001|40P01)$/;
/** Of pg, which gives them no code. */
const MESSAGES =
  /^(Connection terminated|timeout e\w+( when trying to connect)?$|Client (has encountered|was closed))/;

/**
 * Whether an error, or its cause where a library wraps it, says that the database is away, busy or just changed, so that the
 * same request may succeed later.
 */
export function isUnavailable(thrown: Error & { readonly code?: unknown }): boolean {
  const isOutage = CODES.test(String(thrown.code)) || MESSAGES.test(thrown.message) || isOutdated(thrown);
  return isOutage || (thrown.cause instanceof Error && isUnavailable(thrown.cause));
}

/** Whether a newer version changed a table while this process runs, so that a prepared statement has other columns now. */
export function isOutdated(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.routine === "RevalidateCachedQuery";
}

/** Migrations that may change a table while one transaction runs. */
const MOST_REPEATS = 5;

/** Runs `work` again if it fails because a newer version changed a table meanwhile. Such a failure has stored nothing. */
export async function unlessOutdated<T>(work: () => Promise<T>, repeats = MOST_REPEATS): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (!isOutdated(fault) || repeats === 0) throw fault;
    return unlessOutdated(work, repeats - 1);
  }
}

/** Whether the server became a standby, which keeps its connections: only a new one may reach its successor. */
export function isStandby(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "25006";
}
