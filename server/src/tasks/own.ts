import { type RawBuilder, sql } from "kysely";
import { withinPart } from "../bounds/within.ts";
import type { Worker } from "../members/acting.ts";
import { isAlone } from "../members/store.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import type { Scope } from "../queue/candidates.ts";
import {
  batchesAhead,
  canAudit,
  claimable,
  hasOpenTaskFor,
  isQualified,
  LEVELS,
  notYetTaken,
  OPEN_STAGES,
  reservedBatches,
  type TaskRow,
} from "../queue/claimable.ts";
import { isNewGoldFor } from "../queue/lease-gold.ts";

/** The maximum length of a list of own tasks. */
const MOST_OWN = 100;

/**
 * Counts stop here. Each counted item costs two probes, whether the member had it. With 1,000 as the limit, a list of ten batches took 58
 * ms in a database of 20 million items (2026-11-27).
 */
export const MOST_COUNTED = 100;

interface OwnFilter {
  readonly status: "leased" | "submitted";
  readonly batch_id: string | undefined;
  readonly project_id: string | undefined;
}

/** A member's leased or latest answered tasks that the caller may see, latest change first; at most 100. */
export async function listOwnTasks(
  db: Db,
  caller: Caller,
  { id, account_id }: Pick<Worker, "id" | "account_id">,
  { status, batch_id, project_id }: OwnFilter,
): Promise<TaskRow[]> {
  let query = db
    .selectFrom("tasks")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("member_id", "=", id)
    .where("status", "=", sql.lit(status));
  // The index of leases has only leases with an end.
  if (status === "leased") query = query.where("lease_expires_at", "is not", null);
  if (batch_id !== undefined) {
    // The training items of a project may be in any of its batches.
    query = query.where(sql<boolean>`(tasks.batch_id = ${batch_id} or tasks.kind = 'training' and exists (
      select from batches as named
      join batches as theirs on theirs.account_id = named.account_id and theirs.project_id = named.project_id
      where named.account_id = ${account_id} and named.id = ${batch_id} and theirs.id = tasks.batch_id))`);
  }
  if (project_id !== undefined) {
    query = query.where(isInBatch(sql`project_id = ${project_id} and deleted_at is null`));
  }
  const within = withinPart(caller, "batches.project_id");
  if (within !== undefined) {
    query = query.where(isInBatch(within));
  }
  return query.orderBy("updated_at", "desc").orderBy("id", "desc").limit(MOST_OWN).execute();
}

/** The condition on the batch of a task. `offset 0` looks up each batch, or all tasks of the member may be sorted. */
function isInBatch(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from batches
    where batches.account_id = tasks.account_id and batches.id = tasks.batch_id and ${condition} offset 0)`;
}

/** The work of one batch that waits for a member; each count stops at 100. */
export interface Waiting {
  readonly batch_id: string;
  readonly batch_name: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly annotation_type: string;
  readonly annotate: number;
  readonly rework: number;
  readonly audit: number;
  readonly adjudicate: number;
  readonly in_hand: number;
}

/** The work to list: of all batches, or of one batch or project. */
export interface WaitingFilter {
  readonly audits: boolean;
  readonly batch_id: string | undefined;
  readonly project_id: string | undefined;
  readonly limit: number;
}

const JUDGED = ["adjudicate", "audit"];

/**
 * At most `limit` batches with work for a member, by the batch's priority and age. Of more batches with items to annotate, those
 * whose items claims give first are taken. `annotate` includes known answers that the member may get, in addition to open
 * items: otherwise the count after a claim would reveal which item is gold.
 */
export async function listWaiting(
  db: Db,
  member: Worker,
  { audits, batch_id, project_id, limit }: WaitingFilter,
): Promise<Waiting[]> {
  const { id: member_id, account_id, is_model, project_ids, groups } = member;
  const scope: Scope = { account_id, member_id, is_model, batch_id, project_id, project_ids, groups };
  const alone = audits && (await isAlone(db, member.account_id, member.id));
  const findAhead = async () => [
    ...(await batchesAhead(db, { scope, wish: null, most: limit })),
    ...(audits
      ? await batchesAhead(db, { scope, wish: { kinds: JUDGED, isAlone: alone }, most: limit })
      : []),
  ];
  const isAhead =
    batch_id === undefined
      ? sql`and batches.id = any(${await findAhead()}::text[] || array(
          select batch_id from tasks where account_id = ${account_id} and member_id = ${member_id} and status = 'leased')
          || array(${reservedBatches(scope)}))`
      : sql``;
  const counted = (from: ReturnType<typeof sql>) =>
    sql`(select count(*)::integer from (select ${from} limit ${sql.lit(MOST_COUNTED)}) as counted)`;
  const open = (condition: ReturnType<typeof sql>) =>
    counted(sql`from tasks
      where tasks.account_id = batches.account_id and tasks.batch_id = batches.id and tasks.status = 'open' and ${condition}
      and ${hasOpenTaskFor(member.id)}`);
  const audited = (kind: "audit" | "adjudicate") =>
    audits ? open(sql`tasks.kind = ${sql.lit(kind)} and ${canAudit(member.id, alone)}`) : sql`0`;
  const { rows } = await sql<Waiting>`
    select batches.id as batch_id, batches.name as batch_name, batches.project_id, projects.name as project_name,
      projects.annotation_type, counts.*
    from (
      select batches.*, array_position(array['high', 'normal', 'low'], batches.priority) as priority_rank
      from ${claimable(scope, OPEN_STAGES)} ${isAhead}
      order by priority_rank, batches.created_at, batches.id
    ) as batches
    join lateral (
      select * from projects where account_id = batches.account_id and id = batches.project_id offset 0) as projects on true
    cross join lateral (
      select ${counted(sql`from (${LEVELS} select * from levels) as levels
          left join claim_cursors on claim_cursors.account_id = batches.account_id and claim_cursors.member_id = ${member.id}
            and claim_cursors.batch_id = batches.id and claim_cursors.priority = levels.priority
          cross join lateral (
            select from items
            where items.account_id = batches.account_id and items.batch_id = batches.id and items.priority = levels.priority and items.open_slots > 0
              and (items.turn, items.claim_order) >= (coalesce(claim_cursors.turn, -1), coalesce(claim_cursors.claim_order, -1))
              and ${notYetTaken(member.id)}
            limit ${sql.lit(MOST_COUNTED)}) as ahead`)} as fresh,
        ${counted(sql`from gold_answers
          join items on items.account_id = gold_answers.account_id and items.id = gold_answers.item_id
          where gold_answers.account_id = batches.account_id and gold_answers.batch_id = batches.id and items.open_slots = 0
            and (batches.policy ->> 'gold_share')::double precision > 0 and ${isNewGoldFor(member.id)}`)} as gold
      offset 0
    ) as ahead
    cross join lateral (
      select
        case when batches.stage = 'completed' or fresh = 0 or not ${isQualified(scope)} then 0
          else least(fresh + gold, ${sql.lit(MOST_COUNTED)}) end as annotate,
        ${open(sql`tasks.account_id = ${account_id} and tasks.kind = 'annotate' and tasks.member_id = ${member.id}`)} as rework,
        ${audited("audit")} as audit,
        ${audited("adjudicate")} as adjudicate,
        (select count(*)::integer from tasks
          where tasks.account_id = ${account_id} and tasks.batch_id = batches.id and tasks.member_id = ${member.id} and tasks.status = 'leased'
            and tasks.lease_expires_at is not null) as in_hand
      offset 0 -- or each count would be made twice
    ) as counts
    where counts.annotate + counts.rework + counts.audit + counts.adjudicate + counts.in_hand > 0
    order by priority_rank, batches.created_at, batches.id limit ${limit}`.execute(db);
  return rows;
}
