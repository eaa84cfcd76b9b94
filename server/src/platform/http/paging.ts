import { hash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Compilable, type SelectQueryBuilder, sql } from "kysely";
import Type, { type Static } from "typebox";
import type { Config } from "../../config.ts";
import type { Tables } from "../database/tables.ts";
import { LIMITS } from "../limits.ts";
import { textFault } from "./json.ts";

/** The query parameters of every list. */
export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIMITS.page_size, default: 20 }),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
  sort: Type.Enum(["created_at", "-created_at", "updated_at", "-updated_at"], { default: "-created_at" }),
  created_after: Type.Optional(Type.String({ format: "date-time", description: "With an offset or Z" })),
  created_before: Type.Optional(Type.String({ format: "date-time", description: "With an offset or Z" })),
});
export type PageQuery = Static<typeof PageQuery>;

/** The same for lists of immutable resources, which have no `updated_at`. */
export const CreatedPageQuery = Type.Object({
  ...PageQuery.properties,
  sort: Type.Enum(["created_at", "-created_at"], { default: "-created_at" }),
});

/** The parameters of a list with a fixed order. */
export const PositionQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: PageQuery.properties.cursor,
});

export interface Page<T> {
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface Key {
  readonly time: string;
  readonly id: string;
}

type Sorted = { id: string; created_at: Date; updated_at?: Date };

/** What a request for a page asks for: its path, the filters and order in its query, and who asks. */
type Listing = Pick<FastifyRequest, "url" | "caller"> & { readonly query: PageQuery };

/**
 * One page by key: `query` has the request's filters, and its table has `id`, `created_at` and, to sort by it,
 * `updated_at`. The id breaks ties, so rows of one millisecond are neither skipped nor repeated. Throws
 * `invalid_request` for a cursor from another list, or from this list with other filters or another order.
 */
export async function listPage<Table extends keyof Tables, O extends Sorted>(
  request: Listing,
  query: SelectQueryBuilder<Tables, Table, O>,
  table: Table,
): Promise<Page<O>> {
  const { limit, cursor, sort, created_after, created_before } = request.query;
  const descending = sort.startsWith("-");
  const column = sort.endsWith("updated_at") ? "updated_at" : "created_at";
  const time = sql.ref<Date>(`${table}.${column}`);
  const id = sql.ref<string>(`${table}.id`);
  const created = sql.ref<Date>(`${table}.created_at`);

  let paged = query;
  if (created_after !== undefined) paged = paged.where(sql<boolean>`${created} > ${new Date(created_after)}`);
  if (created_before !== undefined)
    paged = paged.where(sql<boolean>`${created} < ${new Date(created_before)}`);
  const list = { s: nameBefore(paged, sort), f: filterOf(request) };
  if (cursor !== undefined) {
    const key = readCursor(cursor, list);
    const order = descending ? sql`<` : sql`>`;
    paged = paged.where(sql<boolean>`(${time}, ${id}) ${order} (${new Date(key.time)}, ${key.id})`);
  }
  const direction = descending ? sql`desc` : sql`asc`;
  const rows = await paged
    .orderBy(sql`${time} ${direction}, ${id} ${direction}`)
    .limit(sql.lit(rowsToRead(limit)))
    .execute();
  return toPage(rows, limit, (row) =>
    writeCursor(list, { time: (row[column] ?? row.created_at).toISOString(), id: row.id }),
  );
}

/**
 * One page of the list named `list`, by position: `read` returns up to the given number of rows after a
 * position, starting at -1. Throws like `listPage`.
 */
export async function listByPosition<T>(
  list: string,
  { limit, cursor }: Static<typeof PositionQuery>,
  read: (after: number, limit: number) => Promise<readonly T[]>,
  positionOf: (row: T) => number,
): Promise<Page<T>> {
  const after = cursor === undefined ? -1 : Number(readCursor(cursor, list, isPosition).time);
  const rows = await read(after, limit + 1);
  return toPage(rows, limit, (row) => writeCursor(list, { time: String(positionOf(row)), id: "" }));
}

/**
 * One row more than a page of `limit` or the next usual length has. The number is part of the statement: PostgreSQL takes a
 * parameter for a tenth of the table, so that it planned the page of a large account anew each time (0.5 ms of 2.5). Few
 * lengths, because each is a statement that a connection may keep prepared.
 */
function rowsToRead(limit: number): number {
  return 1 + (USUAL_LENGTHS.find((length) => limit <= length) ?? limit);
}

const USUAL_LENGTHS = [10, 20, 50, LIMITS.page_size];

/** Parameters that choose no rows. */
const NO_FILTERS: ReadonlySet<string> = new Set(["limit", "cursor", "include"]);

/** Identifies a list by what the caller asks for, which stays the same when a version reads it by another statement. */
function filterOf({ url, caller, query }: Listing): string {
  const asked = Object.entries(query)
    .filter(([name, value]) => !NO_FILTERS.has(name) && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const list = JSON.stringify([caller?.account_id, url.split("?")[0], asked]);
  return hash("sha1", list, "base64url").slice(0, 8);
}

/**
 * The name that the version before gives to a list: its order and the statement that filters it. Remove it with the next version, when
 * no process of that one runs beside this.
 */
function nameBefore(query: Compilable, sort: string): string {
  const { sql: text, parameters } = query.compile();
  return `${sort} ${hash("sha1", JSON.stringify([text, parameters]), "base64url").slice(0, 8)}`;
}

/** A page from `limit + 1` rows; `cursorOf` makes the cursor of the last row shown. */
function toPage<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const has_more = rows.length > limit;
  return { data, has_more, next_cursor: has_more && last !== undefined ? cursorOf(last) : null };
}

/** The sequence that a cursor belongs to: its name, or the name for the version before and the digest of its filters. */
type Sequence = string | { readonly s: string; readonly f: string };

/** An opaque cursor, bound to its list. */
export function writeCursor(list: Sequence, key: Key): string {
  const names = typeof list === "string" ? { s: list } : list;
  return Buffer.from(JSON.stringify({ v: 1, ...names, k: [key.time, key.id] })).toString("base64url");
}

/**
 * The key in a cursor that `writeCursor` made for the same `list`. Throws `invalid_request` for any other
 * text, and if `isKey` refuses the time: a forged cursor must not reach the database.
 */
export function readCursor(cursor: string, list: Sequence, isKey: (text: string) => boolean = isTime): Key {
  try {
    const { v, k, ...names } = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [time, id] = [String(k[0]), String(k[1])];
    if (v === 1 && isOf(list, names) && isKey(time) && textFault(id) === undefined) return { time, id };
  } catch {
    // falls through to the refusal below
  }
  throw new ServiceError(
    "invalid_request",
    "cursor must be a next_cursor of this list with the same filters and sort order",
  );
}

/** Of a cursor from the version before only the order is checked, because this one may filter by another statement. */
function isOf(list: Sequence, { s, f }: { readonly s?: unknown; readonly f?: unknown }): boolean {
  if (typeof list === "string") return s === list;
  return f === undefined ? String(s).split(" ")[0] === list.s.split(" ")[0] : f === list.f;
}

/** Whether a cursor of a list by position has a position in place of the time. */
export function isPosition(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Sends a page, with the `Link` header to the next one if there is one. */
export function sendPage<T>(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page<T>,
): Page<T> {
  if (page.has_more && page.next_cursor !== null) {
    const { pathname, searchParams } = new URL(request.url, config.baseUrl);
    searchParams.set("cursor", page.next_cursor);
    reply.header("link", `<${config.baseUrl}${pathname}?${searchParams}>; rel="next"`);
  }
  return page;
}
