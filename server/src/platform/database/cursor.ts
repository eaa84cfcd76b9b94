import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import type Cursor from "pg-cursor";

/**
 * Sends a cursor that ends with its connection: `read` then rejects, and `close` resolves. pg-cursor's own wait for an answer that
 * a broken connection never sends, `close` always and `read` between the last row and the server's readiness, so a job that reads
 * rows would hang.
 */
export function sendCursor<Row>(client: pg.ClientBase, cursor: Cursor<Row>): PostgresCursor<Row> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.once("end", end);
  const sent = client.query(cursor);
  const broken = ended.then((): never => {
    throw new Error("the connection ended while rows were read");
  });
  broken.catch(() => undefined); // nobody may be reading
  return {
    read: (count) => Promise.race([sent.read(count), broken]),
    async close() {
      try {
        await Promise.race([sent.close(), ended]);
      } finally {
        client.off("end", end);
      }
    },
  };
}

/** Lends a connection to Kysely that sends statements by `run` and cursors so that closing one never hangs. */
export function lendClient(
  client: pg.PoolClient,
  run: (text: string, values: unknown[]) => Promise<unknown>,
  release: (destroy?: boolean) => void = (destroy) => client.release(destroy),
): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: string | object, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") return sendCursor(client, statement as Cursor);
    return run(statement, [...values]);
  }
  return { query, release };
}

/** Lends a connection to Kysely with such cursors, and otherwise as it is. */
export function lendPlain(client: pg.PoolClient): PostgresPoolClient {
  return lendClient(client, (text, values) => client.query(text, values));
}
