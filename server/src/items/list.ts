import { hash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import Type, { type Static } from "typebox";
import { isHiddenFrom, seesSuspicion } from "../bounds/views.ts";
import type { Deps } from "../deps.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { ItemCursor, ItemFilter } from "../platform/database/bulk-tables.ts";
import type { Db } from "../platform/database/db.ts";
import { isPosition, type Page, readCursor, writeCursor } from "../platform/http/paging.ts";
import { asksForLabels, type FoundFilter, findFilter } from "./filter.ts";
import { type ItemSummary, toItemSummary } from "./schemas.ts";
import { beginSearch } from "./search.ts";
import { listSortedIds, type SortedPlace } from "./sorted.ts";
import { listItemSummaries } from "./store.ts";
import { walkItems } from "./walk.ts";

const METADATA = "metadata.";

export const ItemQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
    project_id: Type.Optional(Type.String({ maxLength: 50, description: "Required without batch_id" })),
    batch_id: Type.Optional(Type.String({ maxLength: 50 })),
    sort: Type.Optional(
      Type.Enum(["-suspicion", "support"], {
        description:
          "Accepted items only, and only with batch_id; the other filters count. -suspicion: those whose label is most likely wrong first; " +
          "not for viewers. support: by the share of annotators who gave the label, the smallest first",
      }),
    ),
    state: Type.Optional(Type.Enum(["open", "accepted", "excluded"])),
    label: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "In the accepted result" }),
    ),
    annotator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The annotator: a member id or an external id",
      }),
    ),
    answer: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Only items with this label in an answer of `annotator`, or of any annotator",
      }),
    ),
    other_answer: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Only items that somebody else answered with this label in the same round; needs answer",
      }),
    ),
    support_lt: Type.Optional(
      Type.Number({ minimum: 0, description: "Only labels with less support than this" }),
    ),
    waits_for: Type.Optional(
      Type.Enum(["adjudication", "another_answer"], {
        description:
          "adjudication: open items that an adjudicator is to decide. another_answer: open items whose answers disagree and that " +
          "need one more annotator",
      }),
    ),
    audited: Type.Optional(
      Type.Literal("wrong", {
        description:
          "Only items whose label the last audit of the batch found wrong, at most 10,000; needs batch_id. Audits count once the " +
          "batch has its verdict",
      }),
    ),
    external_id: Type.Optional(Type.String({ maxLength: 255 })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Text that the item's text or file name contains, ignoring case",
      }),
    ),
  },
  { patternProperties: { "^metadata\\.": Type.String() } },
);
export type ItemQuery = Static<typeof ItemQuery>;

type Sorted = Omit<ItemQuery, "limit" | "cursor"> & { readonly sort: NonNullable<ItemQuery["sort"]> };

/**
 * A page of the items that match `query`, by batch id and position. `query` is the whole query string, in
 * which `metadata.<key>` parameters may join the known ones. Throws like `findFilter` and, for a
 * search, `beginSearch`, and `invalid_request` for a cursor of another filter.
 */
export async function listItems(
  deps: Deps,
  caller: Caller,
  { limit, cursor, sort, ...query }: ItemQuery & Readonly<Record<string, unknown>>,
): Promise<Page<ItemSummary>> {
  const { db } = deps;
  if (sort !== undefined) return listSorted(deps, caller, { sort, ...query }, { limit, cursor });
  const filter = filterOf(query);
  const list = listOf("items", filter);
  const after = cursor === undefined ? undefined : placeIn(cursor, list);
  const { account_id } = caller;
  const found = await findFilter(db, account_id, filter);
  const conditions = [...found.conditions];
  if (asksForLabels(filter)) conditions.push(sql`not ${isHiddenFrom(caller)}`);
  const walk = (on: Db) => walkItems(on, { ...found, conditions }, { limit, after });
  const { items, next } = await searching(db, caller, found, walk);
  const rows = await listItemSummaries(
    db,
    caller,
    items.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => toItemSummary(deps, row)),
    has_more: next !== undefined,
    next_cursor:
      next === undefined ? null : writeCursor(list, { time: String(next.position), id: next.batch_id }),
  };
}

/**
 * The accepted items of a batch that match, in another order than their positions. Throws `invalid_request` without a batch,
 * `forbidden` for who may not see suspicions, and like `listItems`. While the caller audits blind, there are none.
 */
async function listSorted(
  deps: Deps,
  caller: Caller,
  { sort, batch_id, ...others }: Sorted & Readonly<Record<string, unknown>>,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<ItemSummary>> {
  if (batch_id === undefined) throw new ServiceError("invalid_request", `sort=${sort} needs batch_id`);
  if (sort === "-suspicion" && !seesSuspicion(caller))
    throw new ServiceError(
      "forbidden",
      "only owners, managers, reviewers and API keys may sort by suspicion",
    );
  const { db } = deps;
  const wanted = filterOf({ batch_id, ...others });
  const list = listOf(`items ${sort}`, wanted);
  const after = cursor === undefined ? undefined : placeBySort(cursor, list);
  const filter = await findFilter(db, caller.account_id, wanted);
  const asked = { batch_id, sort, filter, limit, after };
  const { ids, next } = await searching(db, caller, filter, (on) => listSortedIds(on, caller, asked));
  const rows = await listItemSummaries(db, caller, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    data: ids.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toItemSummary(deps, row)];
    }),
    has_more: next !== undefined,
    next_cursor:
      next === undefined ? null : writeCursor(list, { time: String(next.value), id: String(next.position) }),
  };
}

/** The list that a cursor belongs to. */
function listOf(name: string, filter: ItemFilter): string {
  return `${name} ${hash("sha1", JSON.stringify(filter), "base64url").slice(0, 8)}`;
}

/** Reads items by a filter: a search that reads their contents is one of few at once. */
async function searching<Found>(
  db: Db,
  { account_id }: Caller,
  { bytesRead }: FoundFilter,
  read: (on: Db) => Promise<Found>,
): Promise<Found> {
  if (bytesRead.length === 0) return read(db);
  return db.transaction().execute(async (tx) => {
    await beginSearch(tx, account_id);
    return read(tx);
  });
}

function placeBySort(cursor: string, list: string): SortedPlace {
  const { time, id } = readCursor(cursor, list, (text) => Number(text) >= 0 && Number(text) <= 1);
  if (!isPosition(id)) throw new ServiceError("invalid_request", "cursor is not one of this list");
  return { value: Number(time), position: Number(id) };
}

function filterOf(
  query: Omit<ItemQuery, "limit" | "cursor" | "sort"> & Readonly<Record<string, unknown>>,
): ItemFilter {
  const {
    project_id,
    batch_id,
    state,
    label,
    annotator,
    answer,
    other_answer,
    support_lt,
    waits_for,
    audited,
    external_id,
    q,
  } = query;
  const external_ids = external_id === undefined ? undefined : [external_id];
  return {
    project_id,
    batch_id,
    state,
    label,
    annotator,
    answer,
    other_answer,
    support_lt,
    waits_for,
    audited,
    external_ids,
    metadata: metadataIn(query),
    q,
  };
}

function metadataIn(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const wanted: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith(METADATA)) continue;
    if (typeof value !== "string") throw new ServiceError("invalid_request", `${name} must be given once`);
    wanted[name.slice(METADATA.length)] = value;
  }
  return wanted;
}

function placeIn(cursor: string, list: string): ItemCursor {
  const { time, id } = readCursor(cursor, list, isPosition);
  return { batch_id: id, position: Number(time) };
}
