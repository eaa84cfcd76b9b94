import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { liftTimeLimit, type Tx } from "./db.ts";
import type { Tables } from "./tables.ts";

/** Sends the chunks of a `COPY … FROM STDIN` in text format, in the transaction it was given with. */
export type CopyIn = (statement: string, chunks: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Runs `work` in a transaction on a connection that also takes COPY: the way for many rows, in constant
 * memory, since chunks are read only as fast as the database takes them. A
 * chunk source that throws fails the COPY and with it the transaction.
 */
export async function copyTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx, copyIn: CopyIn) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Kysely gives the connection back when its one transaction ends, or has it closed where that fails.
  const lender = { connect: async () => client, end: async () => undefined, options: {} };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lender }) });
  return db.transaction().execute(async (tx) => {
    await liftTimeLimit(tx);
    return work(tx, async (statement, chunks) => pipeline(chunks, client.query(copyFrom(statement))));
  });
}

/** A value in COPY's text format. Source: PostgreSQL documentation, COPY, "Text Format". */
export function copyText(value: string | number | null): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  return NEEDS_ESCAPE.test(value) ? value.replace(ESCAPED, escapeSign) : value;
}

const NEEDS_ESCAPE = /[\\\n\r\t]/;
const ESCAPED = /[\\\n\r\t]/g;

function escapeSign(sign: string): string {
  switch (sign) {
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return "\\\\";
  }
}
