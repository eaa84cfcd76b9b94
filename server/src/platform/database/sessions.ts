import pg from "pg";

/** Milliseconds after which PostgreSQL ends work of a request; 0 for never. */
export interface TimeLimits {
  readonly statementMs: number;
  /** For a lock that another transaction holds. */
  readonly lockMs: number;
  /** Between two statements of a transaction: it waits for the rest of a body, or for a slow reader. */
  readonly idleMs: number;
}

/** For jobs, which may take any time. */
export const NO_LIMITS: TimeLimits = { statementMs: 0, lockMs: 0, idleMs: 0 };

/** How long after its time limit a statement may end before its connection is closed. */
const GRACE_MS = 2_000;

/**
 * Expressions that let PostgreSQL look after 10 s of silence whether the client's host is there, and end the session 15 s later. A
 * host that loses its power or network says no goodbye, and by Linux's defaults its transactions would keep their locks for two
 * hours. Ignored on a Unix socket.
 */
export const WATCHING_CLIENT = `set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

/** The same of a client: Node.js then asks each second, ten times. A query whose server is gone would wait for two hours. */
export const WATCHING_SERVER = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const pooled = new WeakSet<pg.ClientBase>();

/**
 * Whether a pooler shares the server's session with other clients, so that nothing may be left in it: no prepared
 * statement and no setting.
 */
export function isPooled(client: pg.ClientBase): boolean {
  return pooled.has(client);
}

/**
 * Looks who is at the other end of a new connection, and sets the limits where the session is our own. A pooler tells each client
 * a process id of its own invention, and a server tells the true one. Rejects after `connectMs`: a pooler accepts clients
 * while all of its servers are in use.
 */
export async function welcome(client: pg.ClientBase, limits: TimeLimits, connectMs: number): Promise<void> {
  const late = setTimeout(() => close(client), connectMs);
  const { processID } = internals(client);
  const { rows } = await client
    .query<{ is_own: boolean }>(
      `select pg_backend_pid() = $1 as is_own, case when pg_backend_pid() = $1 then array[
         set_config('statement_timeout', $2, false), set_config('lock_timeout', $3, false),
         set_config('idle_in_transaction_session_timeout', $4, false), ${WATCHING_CLIENT}] end as limits`,
      [processID, ...[limits.statementMs, limits.lockMs, limits.idleMs].map(String)],
    )
    .finally(() => clearTimeout(late));
  if (rows[0]?.is_own !== true) pooled.add(client);
}

/** The limits as a suffix of the statement that begins a transaction on a pooled connection. */
export function limitsOfTransaction({ statementMs, lockMs, idleMs }: TimeLimits): string {
  return `; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs};
    set local idle_in_transaction_session_timeout = ${idleMs}`;
}

/**
 * Cancels the running statement of a pooled connection after `limitMs`, as PostgreSQL itself does where the session is our own.
 * Closes the connection if that does not help: no cancellation reaches a statement that still waits in the pooler for a server.
 */
export async function cancelAfter<T>(
  client: pg.ClientBase,
  limitMs: number,
  running: Promise<T>,
): Promise<T> {
  const cancelling = setTimeout(() => cancel(client), limitMs);
  const closing = setTimeout(() => close(client), limitMs + GRACE_MS);
  return running.finally(() => {
    clearTimeout(cancelling);
    clearTimeout(closing);
  });
}

function cancel(client: pg.ClientBase): void {
  const { processID, secretKey, host, port, ssl } = internals(client);
  const { connection } = internals(new pg.Client({ host, port, ssl }));
  connection.on("error", () => undefined); // the connection is closed soon
  connection.on(ssl ? "sslconnect" : "connect", () => connection.cancel(processID, secretKey));
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}

function close(client: pg.ClientBase): void {
  internals(client).connection.stream.destroy();
}

/** What pg has without naming it in its types. */
interface Internals {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
  readonly ssl: pg.ClientConfig["ssl"];
  readonly connection: pg.Connection & {
    connect(portOrPath: number | string, host?: string): void;
    cancel(processID: number, secretKey: number): void;
  };
}

function internals(client: pg.ClientBase): Internals {
  return client as unknown as Internals;
}
