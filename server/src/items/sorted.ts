import { type RawBuilder, sql } from "kysely";
import { isHiddenFrom } from "../bounds/views.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { every, type FoundFilter } from "./filter.ts";
import { BYTES_SEARCHED, LOOKED_AT } from "./walk.ts";

/** The place of an item in a sorted list: by `value`, then position. */
export interface SortedPlace {
  /** 0 to 1. */
  readonly value: number;
  readonly position: number;
}

interface Order {
  /** The accepted items that the order has. */
  readonly rows: (account_id: string, batch_id: string) => RawBuilder<unknown>;
  readonly value: RawBuilder<number>;
  readonly position: RawBuilder<number>;
  readonly by: RawBuilder<unknown>;
  readonly after: (place: SortedPlace) => RawBuilder<boolean>;
}

const ORDERS: Readonly<Record<"-suspicion" | "support", Order>> = {
  "-suspicion": {
    rows: (account_id, batch_id) => sql`
      suspicions join items on items.account_id = suspicions.account_id and items.id = suspicions.item_id
      where suspicions.account_id = ${account_id} and suspicions.batch_id = ${batch_id} and items.status = 'accepted'`,
    value: sql`suspicions.suspicion`,
    position: sql`suspicions.position`,
    by: sql`suspicions.suspicion desc, suspicions.position`,
    after: ({ value, position }) => sql`suspicions.suspicion <= ${value}::real
      and (suspicions.suspicion < ${value}::real or suspicions.position > ${position})`,
  },
  support: {
    rows: (account_id, batch_id) => sql`
      items where items.account_id = ${account_id} and items.batch_id = ${batch_id}
        and items.status = 'accepted' and items.support is not null`,
    value: sql`items.support`,
    position: sql`items.position`,
    by: sql`items.support, items.position`,
    after: ({ value, position }) => sql`(items.support, items.position) > (${value}::real, ${position})`,
  },
};
export type Sort = keyof typeof ORDERS;

interface Asked {
  readonly batch_id: string;
  readonly sort: Sort;
  readonly filter: FoundFilter;
  readonly limit: number;
  readonly after: SortedPlace | undefined;
}

/** A page of a sorted list. */
interface SortedPage {
  readonly ids: readonly string[];
  /** The place of the last item that was examined; undefined if there are no others. */
  readonly next: SortedPlace | undefined;
}

/**
 * The accepted items of a batch that match a filter: by falling suspicion, or those whose label people gave by rising support;
 * then by position, after a place in that order. None that are hidden from `caller`. It examines as much as a step of `walkItems`,
 * so that a page may have fewer items than `limit`, or none, before the end.
 */
export async function listSortedIds(
  db: Db,
  caller: Caller,
  { batch_id, sort, filter, limit, after }: Asked,
): Promise<SortedPage> {
  const { rows: from, value, position, by, after: isAfter } = ORDERS[sort];
  const { conditions, bytesRead } = filter;
  const budget = conditions.length === 0 ? limit + 1 : LOOKED_AT;
  const bytes = bytesRead.map((size) => sql`coalesce(${size}, 0)`);
  const read = bytes.length === 0 ? sql`0` : sql`sum(${sql.join(bytes, sql` + `)}) over (order by ${by})`;
  const { rows } = await sql<SortedPlace & { id: string; is_match: boolean; is_end: boolean }>`
    with looked_at as materialized (
      select items.id, ${value} as value, ${position} as position, row_number() over (order by ${by}) as nth, ${read} as read
      from ${from(caller.account_id, batch_id)} and not ${isHiddenFrom(caller)}
        and ${after === undefined ? sql`true` : isAfter(after)}
      order by ${by} limit ${budget}
    ), within as (select * from looked_at where nth = 1 or read <= ${BYTES_SEARCHED}::integer),
    ending as (select max(nth) as nth from within where (select count(*) from looked_at) = ${budget}::integer or
      exists (select from looked_at where read > ${BYTES_SEARCHED}::integer and nth > 1))
    select within.id, within.value, within.position, matching.is_match, within.nth = ending.nth as is_end
    from within cross join ending
    cross join lateral (
      select ${every(conditions)} as is_match from items
      where items.account_id = ${caller.account_id} and items.id = within.id
    ) as matching
    where matching.is_match or within.nth = ending.nth
    order by within.nth limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit || last?.is_end === true;
  return {
    ids: shown.filter(({ is_match }) => is_match).map(({ id }) => id),
    next: hasMore && last !== undefined ? { value: last.value, position: last.position } : undefined,
  };
}
