import type { Deps } from "../deps.ts";
import { type Page, readCursor, writeCursor } from "../platform/http/paging.ts";
import type { EventQuery } from "./schemas.ts";
import { placeEvents, selectPlaced } from "./store.ts";

/**
 * One page of the account's events as they were sent, in order of their sequence numbers. Unlike other lists
 * it has a `next_cursor` at its end too, from which a reader continues later without missing anything. Throws
 * `invalid_request` for a cursor from another list or other filters.
 */
export async function listEvents(
  { db, now }: Pick<Deps, "db" | "now">,
  account_id: string,
  { limit, cursor, type, created_after }: EventQuery,
): Promise<Page<unknown>> {
  const list = `events ${type ?? ""} ${created_after ?? ""}`;
  const after = cursor === undefined ? 0 : Number(readCursor(cursor, list, isPlace).time);
  // Before reading the page: an event numbered by now is on the page, is before `after`, or is filtered out.
  const reach = await placeEvents(db, account_id, now());
  let query = selectPlaced(db, account_id, after);
  if (type !== undefined) query = query.where("type", "=", type);
  if (created_after !== undefined) query = query.where("created_at", ">", new Date(created_after));
  const rows = await query.limit(limit + 1).execute();

  const shown = rows.slice(0, limit);
  const last = shown.at(-1)?.place ?? after;
  const isCut = rows.length > limit;
  return {
    data: shown.map(({ body }) => JSON.parse(body)),
    has_more: isCut || reach.has_more,
    next_cursor: writeCursor(list, { time: String(isCut ? last : Math.max(last, reach.end)), id: "" }),
  };
}

/**
 * Whether a text can be an event's sequence number: microseconds since 1970, with 16 digits until the year
 * 2286.
 */
export function isPlace(text: string): boolean {
  return /^\d{1,16}$/.test(text);
}
