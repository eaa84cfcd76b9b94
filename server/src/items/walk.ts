import type { BatchStatus } from "@assay/domain/batch.ts";
import { sql } from "kysely";
import type { ItemCursor } from "../platform/database/bulk-tables.ts";
import type { Db } from "../platform/database/db.ts";
import { every, type FoundFilter } from "./filter.ts";

/** Items that one step of a walk examines if no index leads to the matches (about 100 ms). */
export const LOOKED_AT = 50_000;

/** Texts, labels, answers and metadata that one step reads for a search (about 300 ms). */
export const BYTES_SEARCHED = 16_000_000;

/** Maximum number of batches in one step. */
const BATCHES = 1_000;

/**
 * Maximum bytes of stored labels and metadata that one step returns: a thousand items with large results
 * would be too much.
 */
const MAX_BYTES = 4_000_000;

/** The part of a batch that a step covers: positions above `from`, up to `to`. */
interface Stretch {
  readonly batch_id: string;
  readonly from: number;
  readonly to: number;
}

export interface FoundItem extends ItemCursor {
  readonly id: string;
  /** Stored bytes of its label and metadata. */
  readonly bytes: number;
}

/** One step of a walk. */
export interface Step {
  /** By batch id and position; at most `limit`, and fewer or none if the step reached its limits. */
  readonly items: readonly FoundItem[];
  /** The start of the next step; undefined at the end. */
  readonly next: ItemCursor | undefined;
}

interface Walk {
  readonly limit: number;
  /** Absent: from the beginning. */
  readonly after?: ItemCursor | undefined;
  /** Goes through batches in these that have all of their items. Absent: through all batches. */
  readonly statuses?: readonly BatchStatus[];
}

/**
 * The next items that match a filter, by batch id and position. The cost of a step does not depend on the
 * stored amount: it examines the items that it returns, or, to filter them, up to 50,000 items and 16 MB of
 * their texts, labels, answers and metadata.
 */
export async function walkItems(db: Db, filter: FoundFilter, walk: Walk): Promise<Step> {
  const { limit } = walk;
  const isPlain = filter.conditions.length === 0;
  const { stretches, end } = await nextStretches(db, filter, walk, isPlain ? limit + 1 : LOOKED_AT);
  const found = await findItems(db, filter, stretches, limit + 1);
  const items = fitting(found.slice(0, limit));
  if (items.length === found.length) return { items, next: end };
  const last = items.at(-1);
  return { items, next: last && { batch_id: last.batch_id, position: last.position } };
}

export interface ItemCount {
  readonly count: number;
  /** Whether there was more to examine than one step may. */
  readonly is_lower_bound: boolean;
}

/** Counts the matches of `filter` among the items that one step examines. */
export async function countItems(
  db: Db,
  filter: FoundFilter,
  statuses?: readonly BatchStatus[],
): Promise<ItemCount> {
  const { stretches, end } = await nextStretches(
    db,
    filter,
    statuses === undefined ? {} : { statuses },
    LOOKED_AT,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${unnested(stretches)} join items
      on items.account_id = ${filter.account_id} and items.batch_id = stretch.batch_id and items.position > stretch.first and items.position <= stretch.last
    where ${every(filter.conditions)}`.execute(db);
  return { count: rows[0]?.count ?? 0, is_lower_bound: end !== undefined };
}

/** The first of `items` that fit one response: at least one. */
function fitting(items: readonly FoundItem[]): readonly FoundItem[] {
  let bytes = 0;
  const tooMany = items.findIndex((item, index) => {
    bytes += item.bytes;
    return index > 0 && bytes > MAX_BYTES;
  });
  return tooMany === -1 ? items : items.slice(0, tooMany);
}

interface Stretches {
  readonly stretches: readonly Stretch[];
  /** Undefined if they include the last item. */
  readonly end: ItemCursor | undefined;
}

/** The range of a step: `budget` items, or all if an index leads to the matches. */
async function nextStretches(
  db: Db,
  filter: FoundFilter,
  { after, statuses }: Omit<Walk, "limit">,
  budget: number,
): Promise<Stretches> {
  const { account_id, project_id, batch_id } = filter;
  let query = db
    .selectFrom("batches")
    .select(["id", "item_count"])
    .where("project_id", "=", project_id)
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(BATCHES + 1);
  if (batch_id !== undefined) query = query.where("id", "=", batch_id);
  if (after !== undefined) query = query.where("id", ">=", after.batch_id);
  if (statuses !== undefined) query = query.where("status", "in", statuses).where("filling", "is", null);
  const reach = cut(
    await query.execute(),
    after,
    filter.direct.length > 0 ? Number.POSITIVE_INFINITY : budget,
  );
  return filter.bytesRead.length > 0 ? cutByBytes(db, filter, reach) : reach;
}

/** Ends with the item whose bytes exceed the limit of a step. */
async function cutByBytes(
  db: Db,
  { account_id, bytesRead, direct }: FoundFilter,
  reach: Stretches,
): Promise<Stretches> {
  const bytes = sql.join(
    bytesRead.map((size) => sql`coalesce(${size}, 0)`),
    sql` + `,
  );
  const { rows } = await sql<ItemCursor>`
    select batch_id, position from (
      select items.batch_id, items.position, stretch.nth,
        sum(${bytes}) over (order by stretch.nth, items.position) as bytes
      from ${unnested(reach.stretches)}
      join items on items.account_id = ${account_id} and items.batch_id = stretch.batch_id
        and items.position > stretch.first and items.position <= stretch.last
      where ${every(direct)}
    ) as sized where bytes > ${BYTES_SEARCHED}::integer order by nth, position limit 1`.execute(db);
  const [end] = rows;
  if (end === undefined) return reach;
  const last = reach.stretches.findIndex(({ batch_id }) => batch_id === end.batch_id);
  const stretches = reach.stretches
    .slice(0, last + 1)
    .map((stretch, index) => (index === last ? { ...stretch, to: end.position } : stretch));
  return { stretches, end };
}

function unnested(stretches: readonly Stretch[]) {
  return sql`unnest(
      ${stretches.map(({ batch_id }) => batch_id)}::text[],
      ${stretches.map(({ from }) => from)}::integer[], ${stretches.map(({ to }) => to)}::integer[]
    ) with ordinality as stretch (batch_id, first, last, nth)`;
}

/** The part of `batches` within the budget. */
function cut(
  batches: readonly { readonly id: string; readonly item_count: number }[],
  after: ItemCursor | undefined,
  budget: number,
): Stretches {
  const stretches: Stretch[] = [];
  let rest = budget;
  for (const { id: batch_id, item_count } of batches) {
    const last = stretches.at(-1);
    if (last !== undefined && (rest <= 0 || stretches.length === BATCHES)) {
      return { stretches, end: { batch_id: last.batch_id, position: last.to } };
    }
    const from = batch_id === after?.batch_id ? after.position : 0;
    const to = Math.min(item_count, from + rest);
    stretches.push({ batch_id, from, to });
    rest -= Math.max(0, to - from);
    if (to < item_count) return { stretches, end: { batch_id, position: to } };
  }
  return { stretches, end: undefined };
}

async function findItems(
  db: Db,
  { account_id, conditions }: FoundFilter,
  stretches: readonly Stretch[],
  limit: number,
): Promise<readonly FoundItem[]> {
  if (stretches.length === 0) return [];
  const { rows } = await sql<FoundItem>`
    select found.* from ${unnested(stretches)}
    cross join lateral (
      select items.id, items.batch_id, items.position,
        coalesce(pg_column_size(items.result), 0) + pg_column_size(items.metadata) as bytes
      from items
      where items.account_id = ${account_id} and items.batch_id = stretch.batch_id
        and items.position > stretch.first and items.position <= stretch.last and ${every(conditions)}
      order by items.position limit ${limit}
    ) as found
    order by stretch.nth, found.position limit ${limit}`.execute(db);
  return rows;
}
