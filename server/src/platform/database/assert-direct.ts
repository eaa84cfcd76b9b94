import pg from "pg";
import { isPooled, NO_LIMITS, welcome } from "./sessions.ts";

/**
 * PostgreSQL's codes for a server that starts or stops, for one without a free connection, and for a connection that failed, which
 * PgBouncer sends if it does not reach its server.
 */
const MAY_PASS = /^(57P0[123]|53300|08)/;

/**
 * Throws, with advice, if sessions at `directUrl` (or else at `databaseUrl`) are shared with other clients, if the two name
 * different databases, or if one of them refuses the connection or does not answer within `connectMs`.
 */
export async function assertDirect(
  databaseUrl: string,
  directUrl: string | undefined,
  connectMs: number,
): Promise<void> {
  const name = directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const open = () => openClient(directUrl ?? databaseUrl, name, connectMs);
  const first = await open();
  try {
    if (isPooled(first)) await assertOwnSession(first, directUrl, open);
    if (directUrl === undefined) return;
    const other = await openClient(databaseUrl, "DATABASE_URL", connectMs);
    const [one, same] = [await databaseOf(first), await databaseOf(other).finally(() => other.end())];
    if (one !== same) {
      throw new Error(
        "DATABASE_DIRECT_URL: names another database than DATABASE_URL; it must lead to the same one, without the pooler",
      );
    }
  } finally {
    await first.end().catch(() => undefined);
  }
}

/** A pooler may also keep a session for each client. */
async function assertOwnSession(
  first: pg.Client,
  directUrl: string | undefined,
  open: () => Promise<pg.Client>,
): Promise<void> {
  if (directUrl === undefined) {
    throw new Error(
      "DATABASE_URL: a pooler such as PgBouncer answers there; set DATABASE_DIRECT_URL to the URL of the same database " +
        "without the pooler, for notifications and migrations",
    );
  }
  const second = await open();
  const [one, other] = [await backendOf(first), await backendOf(second).finally(() => second.end())];
  if (one !== other) return;
  throw new Error(
    "DATABASE_DIRECT_URL: a pooler answers there that shares sessions between clients; name the database itself, " +
      "or a pool in session mode",
  );
}

async function openClient(connectionString: string, name: string, connectMs: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
  client.on("error", () => undefined); // the running statement fails and reports the error
  try {
    await client.connect();
    await welcome(client, NO_LIMITS, connectMs);
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    const reason = cause instanceof Error ? cause.message || ("code" in cause && cause.code) : cause;
    if (cause instanceof pg.DatabaseError && !MAY_PASS.test(cause.code ?? "")) {
      throw new Error(
        `${name}: the server refuses the connection (${reason}); check user, password and database in this URL`,
        { cause },
      );
    }
    throw new Error(
      `${name}: the database did not answer within ${connectMs / 1000} s (${reason}); start it, or if a pooler answers there, ` +
        "give it more server connections (PgBouncer: default_pool_size)",
      { cause },
    );
  }
}

/** The same text for two connections that lead to one database. */
async function databaseOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    "select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as name",
  );
  return rows[0]?.name;
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
