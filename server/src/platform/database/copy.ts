import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import Cursor from "pg-cursor";
import { readLineGroups } from "../chunks.ts";
import { lendPlain } from "./cursor.ts";
import { type Db, inSnapshot, liftTimeLimit, type Tx } from "./db.ts";
import type { Tables } from "./tables.ts";

/** Sends the chunks of a `COPY … FROM STDIN` in text format, in the transaction that it belongs to. */
export type CopyIn = (statement: string, chunks: AsyncIterable<Buffer>) => Promise<void>;

/** A row's columns in PostgreSQL's text format. */
export type CopiedRow = readonly (string | null)[];

/**
 * The rows of a query without parameters, in chunks and constant memory. The connection runs one COPY at a time and no other
 * statement until it ends. If a reader stops early, the next statement waits until the remaining rows have arrived.
 */
export type CopyOut = (query: string) => AsyncGenerator<Iterable<CopiedRow>>;

/**
 * Runs `work` in a transaction on a connection that also takes COPY: inserts many rows in constant memory,
 * because it reads chunks only as fast as the database takes them. A chunk source that throws fails the COPY
 * and the transaction.
 */
export async function copyTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx, copyIn: CopyIn) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  return dbOf(client)
    .transaction()
    .execute(async (tx) => {
      await liftTimeLimit(tx);
      return work(tx, async (statement, chunks) => pipeline(chunks, client.query(copyFrom(statement))));
    });
}

/** `inSnapshot` on a connection that can also read the rows of a query by COPY. */
export async function copySnapshot<T>(
  pool: pg.Pool,
  work: (tx: Tx, copyOut: CopyOut) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  return inSnapshot(dbOf(client), (tx) => work(tx, (query) => copyRows(client, query)));
}

/** Kysely returns the connection to the pool when its one transaction ends, or closes it if that fails. */
function dbOf(client: pg.PoolClient): Db {
  const lender = { connect: async () => lendPlain(client), end: async () => undefined, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lender, cursor: Cursor }) });
}

async function* copyRows(client: pg.PoolClient, query: string): AsyncGenerator<Iterable<CopiedRow>> {
  const sent = client.query(copyTo(`copy (${query}) to stdout`)).setEncoding("utf8");
  try {
    // If the stream were destroyed before its end, the connection would wait forever.
    for await (const lines of readLineGroups(sent.iterator({ destroyOnReturn: false }))) {
      yield rowsOf(lines);
    }
  } finally {
    sent.resume();
  }
}

/** Yields them one at a time, so that most can be freed at the next garbage collection. */
function* rowsOf(lines: readonly string[]): Generator<CopiedRow> {
  for (const line of lines) yield line.split("\t").map(copiedText);
}

/** The value that `copyText` encoded as `text`. */
function copiedText(text: string): string | null {
  if (!text.includes("\\")) return text;
  return text === "\\N" ? null : text.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

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
