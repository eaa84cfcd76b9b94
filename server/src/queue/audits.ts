import type { AuditVerdict } from "@assay/domain/audit-verdict.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { AuditPlan } from "../platform/database/work-tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { IS_DELIVERED_CORRECTION } from "./claimable.ts";
import type { Work } from "./store.ts";

type BatchRow = Row<"batches">;

/** A round's own order of the items: random, secret, and independent of every other round. */
function rankOf(round: number): RawBuilder<string> {
  return sql`md5(audit_rank::text || ':' || ${round}::text)`;
}

/**
 * Draws the whole clusters of lowest rank. A cluster has the random number of its first item, even if that
 * item is excluded: with the lowest number of all its items, large clusters would be drawn sooner than small
 * ones.
 */
export async function drawSample(tx: Tx, batch: BatchRow, plan: AuditPlan, drawn: number): Promise<void> {
  const stem = newId("task").slice(0, -16);
  await sql`
    with accepted as (
      select * from items where batch_id = ${batch.id} and status = 'accepted'
    ), units as (${batch.group_count === null ? ITEMS : clustersOf(batch.id)}
    ), lowest as (
      select id, "group", row_number() over (order by ${rankOf(batch.round)}, id) as rank
      from units order by rank limit ${plan.required}
    )
    insert into audits (batch_id, round, rank, look, item_id, task_id, judged)
    select ${batch.id}, ${batch.round}, rank, ${plan.look}, accepted.id,
      ${stem}::text || upper(substr(u.hex, 1, 12) || substr(u.hex, 29, 4)), result
    from lowest
    join accepted on case when lowest."group" is null then accepted.id = lowest.id else accepted."group" = lowest."group" end,
    lateral (select replace(gen_random_uuid()::text, '-', '') as hex where accepted.id <> '') as u
    where rank > ${drawn}`.execute(tx);
}

const ITEMS = sql`select id, null as "group", audit_rank from accepted`;

function clustersOf(batch_id: string): RawBuilder<unknown> {
  return sql`
    select id, null as "group", audit_rank from accepted where "group" is null
    union all
    select id, "group", audit_rank from (
      select distinct on ("group") id, "group", audit_rank from items
      where batch_id = ${batch_id} and "group" is not null order by "group", position
    ) as firsts
    where "group" in (select "group" from accepted)`;
}

/**
 * Opens a task for each newly drawn item, under the guidelines of the item's label, so that later changes of
 * labels and scored fields do not affect what auditors may answer. Ids are random, so their order reveals no
 * rank.
 */
export async function makeTasks(tx: Tx, batch: BatchRow, plan: AuditPlan, now: Date): Promise<void> {
  const guideline_version = await getGuidelineVersion(tx, batch.project_id);
  await sql`
    insert into tasks
      (id, account_id, batch_id, item_id, kind, round, status, guideline_version, created_at, updated_at)
    select task_id, ${batch.account_id}, audits.batch_id, item_id, 'audit', audits.round, 'open',
      coalesce(items.guideline_version, ${guideline_version}::integer), ${now}, ${now}
    from audits join items on items.id = item_id
    where audits.batch_id = ${batch.id} and audits.round = ${batch.round} and look = ${plan.look}`.execute(
    tx,
  );
}

interface ClosedAudit {
  readonly verdict: AuditVerdict;
  readonly decided_by: "auditor" | "rule";
  readonly annotation_id: string | null;
  readonly corrected: string | null;
  readonly corrected_fields: string | null;
  readonly reason: string | null;
}

/** Writes the verdict of one audit, and queues the batch's verdict if it may have been the last audit. */
export async function closeAudit(tx: Tx, { task, item, batch }: Work, closed: ClosedAudit): Promise<void> {
  const annotated = await tx
    .selectFrom("annotations")
    .select("id")
    .where("item_id", "=", item.id)
    .where("member_id", "=", task.member_id ?? "")
    .where(sql<boolean>`(kind <> 'audit' or ${IS_DELIVERED_CORRECTION})`)
    .limit(1)
    .executeTakeFirst();
  await tx
    .updateTable("audits")
    .set({
      ...closed,
      acceptable: closed.verdict !== "wrong",
      independent: sql<boolean>`independent and ${annotated === undefined}`,
    })
    .where("item_id", "=", item.id)
    .where("round", "=", task.round)
    .execute();
  await addJob(tx, "judge_batch", { batch_id: batch.id });
}
