import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresQueryResult,
} from "kysely";
import type pg from "pg";
import Cursor from "pg-cursor";
import { afterAll } from "vitest";
import { buildApp } from "../src/app.ts";
import type { Tables } from "../src/platform/database/tables.ts";
import { type Request, requestOf, type Service } from "./service.ts";

/** The statements of the service's transactions, which become savepoints of the transaction that is undone. */
const NESTED: readonly (readonly [RegExp, string])[] = [
  [/^(begin|start transaction)\b/i, "savepoint nested"],
  [/^commit$/i, "release savepoint nested"],
  [/^rollback$/i, "rollback to savepoint nested"],
];

/**
 * The same service on one connection: the function sends a request with a key, or without one, and undoes all that it
 * changed in the database. For operations that many callers try on the same prepared data. One request at a time.
 */
export async function startUndoing(service: Service): Promise<(key: string | undefined) => Request> {
  const client = await service.deps.pool.connect();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: nesting(client), cursor: Cursor }) });
  const blobs = { ...service.deps.blobs, remove: async () => [] }; // files would not come back
  const app = await buildApp({ ...service.deps, db, blobs });
  afterAll(async () => {
    await app.close();
    client.release();
  });
  return (key) => {
    const request = requestOf(app, key, []);
    return async (...sent) => {
      await client.query("begin");
      try {
        return await request(...sent);
      } finally {
        await client.query("rollback");
      }
    };
  };
}

/** Lends the one connection to everybody. */
function nesting(client: pg.PoolClient): PostgresPool {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: string | object, values: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") return client.query(statement as Cursor);
    const nested = NESTED.find(([pattern]) => pattern.test(statement));
    return client.query(nested?.[1] ?? statement, [...values]);
  }
  return {
    options: {},
    connect: async () => ({ query, release: () => undefined }),
    end: async () => undefined,
  };
}
