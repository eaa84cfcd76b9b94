import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import Cursor from "pg-cursor";
import { readLineGroups } from "../chunks.ts";
import { type Db, inSnapshot, liftTimeLimit, type Tx } from "./db.ts";
import type { Tables } from "./tables.ts";

/** Sends the chunks of a `COPY … FROM STDIN` in text format, in the transaction it was given with. */
export type CopyIn = (statement: string, chunks: AsyncIterable<Buffer>) => Promise<void>;

/** A row's columns as PostgreSQL writes them in text. */
export type CopiedRow = readonly (string | null)[];

/**
 * The rows of a query without parameters, some at a time, in constant memory. One COPY at a time, and no other statement
 * on the connection until it ends; a reader that stops early waits in the next statement until the rest has come.
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

/** `inSnapshot` on a connection that also gives the rows of a query by COPY. */
export async function copySnapshot<T>(
  pool: pg.Pool,
  work: (tx: Tx, copyOut: CopyOut) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  return inSnapshot(dbOf(client), (tx) => work(tx, (query) => copyRows(client, query)));
}

/** Kysely gives the connection back when its one transaction ends, or has it closed where that fails. */
function dbOf(client: pg.PoolClient): Db {
  const lender = { connect: async () => client, end: async () => undefined, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lender, cursor: Cursor }) });
}

async function* copyRows(client: pg.PoolClient, query: string): AsyncGenerator<Iterable<CopiedRow>> {
  const sent = client.query(copyTo(`copy (${query}) to stdout`)).setEncoding("utf8");
  try {
    // Destroyed before its end, the stream would leave the connection waiting for ever.
    for await (const lines of readLineGroups(sent.iterator({ destroyOnReturn: false }))) {
      yield rowsOf(lines);
    }
  } finally {
    sent.resume();
  }
}

/** One at a time, so that most of them are gone before the next collection of garbage. */
function* rowsOf(lines: readonly string[]): Generator<CopiedRow> {
  for (const line of lines) yield line.split("\t").map(copiedText);
}

/** The value that `copyText` gave `text` for. */
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
