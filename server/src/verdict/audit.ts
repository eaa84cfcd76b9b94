import { firstLookOf, planLook } from "@assay/domain/certification/looks.ts";
import { type RawBuilder, sql } from "kysely";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { AuditPlan } from "../platform/database/work-tables.ts";
import { newId } from "../platform/ids.ts";
import { getGuidelineVersion } from "../projects/store.ts";

export type AuditRow = Row<"audits">;

/** Opens the round's first look at `N` items, or clusters: plans it, draws the sample and makes its audit tasks. */
export async function beginAudit(
  tx: Tx,
  batch: BatchRow,
  N: number,
  now: Date,
  required?: number,
): Promise<void> {
  const look = planLook({ N, need: batch.policy.score, look: nextLookOf(batch), lookOfRound: 1 });
  await openLook(tx, batch, now, {
    look: look.look,
    look_of_round: 1,
    required: required ?? look.required,
    wrong_allowed: look.wrongAllowed,
  });
}

/**
 * The number in the batch's life of the look under way, or of the round's first one where none is. Rounds that gates
 * failed before anybody audited take no look, so they leave theirs to the next (ADR 0026); not where agreement is the
 * evidence, since that is of the same answers as the gates.
 */
export function nextLookOf({ audit, policy, looks }: Pick<BatchRow, "audit" | "policy" | "looks">): number {
  if (audit !== null) return audit.look;
  const taken = looks.filter(({ n }) => n > 0 || policy.evidence === "agreement");
  const rounds = Math.ceil(Math.max(0, ...taken.map(({ look }) => look)) / policy.max_looks);
  return firstLookOf(rounds + 1, policy.max_looks);
}

/** Extends the round's sample to what `plan` asks for; the items drawn before stay in it. */
export async function openLook(tx: Tx, batch: BatchRow, now: Date, plan: AuditPlan): Promise<void> {
  const unit = batch.group_count === null ? {} : { unit: "group" };
  await updateBatch(tx, batch.id, { audit: JSON.stringify({ ...plan, ...unit }), updated_at: now });
  const drawn = (await listAudits(tx, batch)).at(-1)?.rank ?? 0;
  await drawSample(tx, batch, plan, drawn);
  await makeTasks(tx, batch, plan, now);
}

/** The present round's audits, by rank. */
export async function listAudits(tx: Tx, { id, round }: BatchRow): Promise<AuditRow[]> {
  return tx
    .selectFrom("audits")
    .selectAll()
    .where("batch_id", "=", id)
    .where("round", "=", round)
    .orderBy("rank")
    .execute();
}

/** A round's own order of the items: random, secret, and independent of that of every other round. */
function rankOf(round: number): RawBuilder<string> {
  return sql`md5(audit_rank::text || ':' || ${round}::text)`;
}

/**
 * Draws the clusters of lowest rank, whole. A cluster has the random number of its first item, whatever has become
 * of that one: were it the lowest of all its items', large clusters would be drawn sooner than small ones.
 */
async function drawSample(tx: Tx, batch: BatchRow, plan: AuditPlan, drawn: number): Promise<void> {
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
 * One open task for each newly drawn item, under the guidelines that the item's label was given under: what becomes of
 * labels and scored fields later cannot change what auditors may answer. Ids are random, so their order reveals no rank.
 */
async function makeTasks(tx: Tx, batch: BatchRow, plan: AuditPlan, now: Date): Promise<void> {
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
