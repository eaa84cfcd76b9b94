import pg from "pg";
import { isPooled, NO_LIMITS, welcome } from "./sessions.ts";

/**
 * Throws, with advice, if sessions at `directUrl` (or else at `databaseUrl`) are shared with other clients, or if nobody
 * answers within `connectMs` at one of them.
 */
export async function assertDirect(
  databaseUrl: string,
  directUrl: string | undefined,
  connectMs: number,
): Promise<void> {
  if (directUrl !== undefined) await (await openClient(databaseUrl, "DATABASE_URL", connectMs)).end();
  const name = directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const open = () => openClient(directUrl ?? databaseUrl, name, connectMs);
  const first = await open();
  try {
    if (!isPooled(first)) return;
    if (directUrl === undefined) {
      throw new Error(
        "DATABASE_URL: a pooler such as PgBouncer answers there; set DATABASE_DIRECT_URL to the URL of the same database " +
          "without the pooler, for notifications and migrations",
      );
    }
    const second = await open(); // a pooler may also keep a session for each client
    const [one, other] = [await backendOf(first), await backendOf(second).finally(() => second.end())];
    if (one !== other) return;
    throw new Error(
      "DATABASE_DIRECT_URL: a pooler answers there that shares sessions between clients; name the database itself, " +
        "or a pool in session mode",
    );
  } finally {
    await first.end().catch(() => undefined);
  }
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
    throw new Error(
      `${name}: the database did not answer within ${connectMs / 1000} s (${reason}); start it, or if a pooler answers there, ` +
        "give it more server connections (PgBouncer: default_pool_size)",
      { cause },
    );
  }
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
