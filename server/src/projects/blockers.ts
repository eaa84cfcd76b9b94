import { SKIPS_TO_ADJUDICATE } from "@assay/domain/item.ts";
import { sql } from "kysely";
import Type, { type Static } from "typebox";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { nullable } from "../platform/http/wire.ts";

/** A decision that somebody must make before a batch can continue. */
export const Blocker = Type.Object(
  {
    kind: Type.Enum(["failed", "hold", "conflict", "tied", "skipped", "skipped_once", "paused"], {
      description:
        "failed: a batch waits for rework. hold: a batch with work to do is on hold. conflict: items whose answers " +
        "disagree, skipped: items that were skipped; both wait for an adjudicator. tied: items whose answers " +
        "disagree and wait for one more answer, skipped_once: items that one person skipped and that wait for another; " +
        "both once nothing else is left to annotate in the batch. paused: an annotator whose answers to known items " +
        "were too often wrong",
    }),
    batch_id: nullable(Type.String()),
    batch_name: nullable(Type.String()),
    member_id: nullable(Type.String({ description: "The paused member" })),
    count: Type.Integer({ description: "Number of items; 1 for failed, hold and paused" }),
    detail: nullable(
      Type.String({
        description: "Why",
        examples: ["Unclear (2), Bad media (1)", "paused since 2026-11-20"],
      }),
    ),
  },
  { title: "Blocker" },
);

export const Blockers = Type.Object({
  data: Type.Array(Blocker, { description: "By batch, the oldest first; up to 200" }),
});
type Blocker = Static<typeof Blocker>;

const MOST = 200;

/** The pending decisions in the batches of a project. */
export async function blockersOf(
  db: Db,
  { id, account_id }: Pick<Row<"projects">, "id" | "account_id">,
): Promise<Blocker[]> {
  const { rows } = await sql<Blocker>`
    with open as (
      select account_id, id, name, stage, hold, failure_reasons, created_at, (policy ->> 'overlap')::integer as overlap
      from batches
      where account_id = ${account_id} and project_id = ${id} and deleted_at is null
        and (stage in ('created', 'processing', 'failed') or stage = 'completed' and audit is not null)
    ), stuck as materialized (
      select account_id, id as batch_id, overlap from open
      where stage in ('created', 'processing') and not hold and not exists (
        select from items
        where account_id = open.account_id and batch_id = open.id and open_slots > 0 and overlap_required <= overlap and skip_count = 0)
    ), waiting as (
      select tasks.account_id, tasks.batch_id, tasks.item_id,
        items.skip_count >= ${SKIPS_TO_ADJUDICATE} or items.overlap_required <= open.overlap as is_skipped
      from open
      join tasks on tasks.account_id = open.account_id and tasks.batch_id = open.id
        and tasks.kind = 'adjudicate' and tasks.status = 'open'
      join items on items.account_id = tasks.account_id and items.id = tasks.item_id
    ), reasons as (
      select batch_id, string_agg(reason || ' (' || count || ')', ', ' order by count desc, reason) as detail
      from (
        select waiting.batch_id, left(tasks.reason, 100) as reason, count(*) from waiting
        join tasks on tasks.account_id = waiting.account_id and tasks.item_id = waiting.item_id
          and tasks.kind = 'annotate' and tasks.status = 'skipped'
        where is_skipped group by 1, 2) as told
      group by batch_id
    ), found as (
      select 'failed' as kind, id as batch_id, null as member_id, 1 as count,
        (select string_agg(reason ->> 'message', ' ') from jsonb_array_elements(failure_reasons) as reason) as detail
      from open where stage = 'failed'
      union all
      select 'hold', id, null, 1, null from open where hold and stage <> 'failed'
      union all
      select case when is_skipped then 'skipped' else 'conflict' end, batch_id, null, count(*),
        case when is_skipped then (select detail from reasons where reasons.batch_id = waiting.batch_id) end
      from waiting group by batch_id, is_skipped
      union all
      select case when overlap_required > overlap then 'tied' else 'skipped_once' end, stuck.batch_id, null, count(*), null
      from stuck join items on items.account_id = stuck.account_id and items.batch_id = stuck.batch_id
      where open_slots > 0 and open_slots = overlap_required - answer_count group by stuck.batch_id, 1
      union all
      select 'paused', null, member_id, 1, 'paused since ' || to_char(paused_at at time zone 'UTC', 'YYYY-MM-DD')
      from pauses where account_id = ${account_id} and project_id = ${id} and resumed_at is null
    )
    select kind, batch_id, open.name as batch_name, member_id, count::integer as count, detail
    from found left join open on open.id = batch_id
    order by open.created_at, batch_id, kind, member_id limit ${MOST}`.execute(db);
  return rows;
}
