import {
  type FoundSlice,
  MAX_SLICE_VALUES,
  MAX_VALUE_LENGTH,
  type PlannedSlice,
} from "@assay/domain/certification/slices.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { insertAudits, SLICES_ONLY } from "./audits.ts";

type BatchRow = Row<"batches">;

/**
 * The slices of a completed batch by the values of these metadata keys, compared as text, with their units in the first
 * stage of `first` audits; `ranked` is from `rankedUnits`. The most frequent values of a key come first, then the units
 * without the key, then the other values. A cluster has the values of its first item.
 */
export async function findSlices(
  tx: Tx,
  batch: BatchRow,
  ranked: RawBuilder<unknown>,
  keys: readonly string[],
  first: number,
): Promise<FoundSlice[]> {
  const { rows } = await sql<FoundSlice>`
    with ${ranked}, counted as (
      select key, place, value, count(*) as units, count(*) filter (where rank <= ${first}) as firsts,
        char_length(value) <= ${MAX_VALUE_LENGTH} as has_name
      from ranked ${valuesIn(batch)}, unnest(${keys}::text[]) with ordinality as keys (key, place),
        lateral (select metadata ->> key as value) as valued
      group by key, place, value
    ), named as (
      select *, value is not null and (not has_name or row_number() over (
        partition by key, has_name order by units desc, value collate "C") > ${MAX_SLICE_VALUES}) as is_other
      from counted
    ), sliced as (
      select key, place, is_other, case when not is_other then value end as value, units, firsts from named
    )
    select key, value, sum(units)::integer as "N", sum(firsts)::integer as in_first_stage,
      count(*) filter (where is_other)::integer as other_values
    from sliced group by key, place, is_other, value
    order by place, is_other, value is null, "N" desc, value collate "C"`.execute(tx);
  return rows;
}

/** Draws the audits that the samples of floors need besides the first stage: the units of lowest rank in the slice. */
export async function drawSlices(
  tx: Tx,
  batch: BatchRow,
  ranked: RawBuilder<unknown>,
  { slices, first }: { readonly slices: readonly PlannedSlice[]; readonly first: number },
): Promise<void> {
  const floors = slices.filter(({ is_floor }) => is_floor);
  if (floors.length === 0) return;
  const tables = sql`${ranked}, chosen as (
    select distinct id, "group", rank from (
      select ranked.*, n, row_number() over (partition by place order by rank) as nth
      from ranked ${valuesIn(batch)} join ${listOf(slices)} on ${isInSlice(slices)} and is_floor
    ) as sliced where nth <= n and rank > ${first}
  )`;
  await insertAudits(tx, batch, SLICES_ONLY, tables);
}

/** What the audits of a slice's sample found so far. */
export interface SliceProgress {
  readonly judged: number;
  /** Not acceptable. */
  readonly d: number;
}

/** The progress of each slice of the current round, in their order. */
export async function readSlices(
  tx: Tx,
  batch: Pick<BatchRow, "id" | "account_id" | "round">,
  slices: readonly PlannedSlice[],
): Promise<SliceProgress[]> {
  if (slices.length === 0) return [];
  const { rows } = await sql<SliceProgress & { readonly place: number }>`
    with ranked as (
      select rank, bool_and(acceptable is not null) as is_judged, bool_or(not acceptable) as is_wrong,
        (array_agg(coalesce(firsts.id, items.id)))[1] as id
      from audits join items on items.account_id = audits.account_id and items.id = audits.item_id
      left join lateral (
        select id from items as other
        where other.account_id = items.account_id and other.batch_id = items.batch_id and other."group" = items."group" and other.status = 'accepted'
        order by position limit 1
      ) as firsts on true
      where audits.account_id = ${batch.account_id} and audits.batch_id = ${batch.id} and audits.round = ${batch.round}
      group by rank
    ), sliced as (
      select place, n, is_judged, is_wrong, row_number() over (partition by place order by rank) as nth
      from ranked ${valuesIn(batch)} join ${listOf(slices)} on ${isInSlice(slices)}
    )
    select place, count(*) filter (where is_judged)::integer as judged,
      count(*) filter (where is_wrong)::integer as d
    from sliced where nth <= n group by place`.execute(tx);
  const found = new Map(rows.map(({ place, judged, d }) => [place, { judged, d }]));
  return slices.map((_, place) => found.get(place) ?? { judged: 0, d: 0 });
}

/** The metadata of the first item of a unit of `ranked`. */
function valuesIn({ account_id }: Pick<BatchRow, "account_id">): RawBuilder<unknown> {
  return sql`join lateral (
    select metadata from items where items.account_id = ${account_id} and items.id = ranked.id) as firsts on true`;
}

function listOf(slices: readonly PlannedSlice[]): RawBuilder<unknown> {
  const list = slices.map((slice, place) => ({ ...slice, place }));
  return sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as slice (place integer, key text, value text, other_values integer, n integer, is_floor boolean)`;
}

/** The condition that a unit with `metadata` belongs to the row `slice`. */
function isInSlice(slices: readonly PlannedSlice[]): RawBuilder<boolean> {
  const named = slices.flatMap(({ key, value }) => (value === null ? [] : [[key, value]]));
  return sql<boolean>`case
    when slice.other_values > 0 then metadata ->> slice.key is not null
      and not (${JSON.stringify(named)}::jsonb @> jsonb_build_array(jsonb_build_array(slice.key, metadata ->> slice.key)))
    when slice.value is null then metadata ->> slice.key is null
    else metadata ->> slice.key = slice.value end`;
}
