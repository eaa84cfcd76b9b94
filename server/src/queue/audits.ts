import type { AuditVerdict } from "@assay/domain/audit-verdict.ts";
import { rankKey } from "@assay/domain/draw/order.ts";
import { type RawBuilder, sql } from "kysely";
import { seedOf } from "../draws/steps.ts";
import { findDraw } from "../draws/store.ts";
import { judgingRules } from "../guidelines/judging-rules.ts";
import type { Secrets } from "../platform/auth/secrets.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { AuditPlan } from "../platform/database/work-tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { copiedItem, IS_DELIVERED_CORRECTION } from "./claimable.ts";
import { cancelTasks } from "./leases.ts";
import type { Work } from "./store.ts";

type BatchRow = Row<"batches">;
type Needs = { readonly secrets: Secrets };

/**
 * The order of the round's items: HMAC-SHA-256(seed, nonce || id), which anybody can compute again once the seed is
 * revealed; see docs/log.md. Random in a round without a draw: one that an earlier version began, or where everything is audited.
 */
async function rankOf(
  needs: Needs,
  tx: Tx,
  { account_id, id: batch_id, round }: BatchRow,
): Promise<RawBuilder<unknown>> {
  const draw = await findDraw(tx, { account_id, batch_id, round });
  if (draw === undefined || draw.nonce === null) return sql`gen_random_uuid()`;
  const { inner, outer } = rankKey({ seed: Buffer.from(seedOf(needs, draw), "hex"), nonce: draw.nonce });
  return sql`sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(id, 'UTF8')))`;
}

/**
 * Draws the items, or whole clusters, of lowest rank that are not in the round's sample yet, after its `drawn` first
 * ones. A cluster has the rank of its first item that is not excluded: with the lowest rank of all its items, large
 * clusters would be drawn sooner than small ones.
 */
export async function drawSample(
  needs: Needs,
  tx: Tx,
  batch: BatchRow,
  { plan, drawn }: { readonly plan: AuditPlan; readonly drawn: number },
): Promise<void> {
  const rank = await rankOf(needs, tx, batch);
  await insertAudits(
    tx,
    batch,
    plan.look,
    sql`
    units as (${unitsOf(batch)}
    ), lowest as (
      select id, "group" from units
      where not exists (
        select from audits
        where account_id = ${batch.account_id} and item_id = units.id and round = ${batch.round} and look > ${SLICES_ONLY})
      order by ${rank}, id limit ${plan.required - drawn}
    ), chosen as (
      select id, "group", ${drawn} + row_number() over (order by ${rank}, id) as rank from lowest
    )`,
  );
}

/** The `look` of audits of slices alone. They are no part of the batch's sample until it has grown to their ranks. */
export const SLICES_ONLY = 0;

/**
 * Adds the rows of `chosen`, which `tables` ends with, to the audits. An audit of slices alone becomes one of the
 * look; its task stays.
 */
export async function insertAudits(
  tx: Tx,
  batch: BatchRow,
  look: number,
  tables: RawBuilder<unknown>,
): Promise<void> {
  const stem = newId("task").slice(0, -16);
  await sql`
    with ${tables}
    insert into audits (account_id, batch_id, round, rank, look, item_id, task_id, judged)
    select ${batch.account_id}, ${batch.id}, ${batch.round}, rank, ${look}, accepted.id,
      ${stem}::text || upper(substr(u.hex, 1, 12) || substr(u.hex, 29, 4)), result
    from chosen
    join items as accepted on accepted.account_id = ${batch.account_id} and accepted.batch_id = ${batch.id}
      and accepted.status = 'accepted'
      and coalesce(accepted."group", accepted.id) = coalesce(chosen."group", chosen.id)
      and accepted."group" is not distinct from chosen."group",
    lateral (select replace(gen_random_uuid()::text, '-', '') as hex where accepted.id <> '') as u
    on conflict (item_id, round) do update set look = excluded.look where audits.look = ${SLICES_ONLY}`.execute(
    tx,
  );
}

/**
 * The table `ranked` of all units of a round with a draw: `id` of the first item, `group`, and `rank` from 1. In a
 * round that audits everything the ranks are random.
 */
export async function rankedUnits(needs: Needs, tx: Tx, batch: BatchRow): Promise<RawBuilder<unknown>> {
  return sql`units as (${unitsOf(batch)}), ranked as (
    select id, "group", row_number() over (order by ${await rankOf(needs, tx, batch)}, id) as rank from units)`;
}

function unitsOf(batch: BatchRow): RawBuilder<unknown> {
  return batch.group_count === null ? itemsOf(batch) : clustersOf(batch);
}

function itemsOf({ id, account_id }: BatchRow): RawBuilder<unknown> {
  return sql`
    select id, null as "group" from items
    where account_id = ${account_id} and batch_id = ${id} and status = 'accepted'`;
}

function clustersOf({ id, account_id }: BatchRow): RawBuilder<unknown> {
  return sql`
    select id, "group" from items
    where account_id = ${account_id} and batch_id = ${id} and status = 'accepted' and "group" is null
    union all
    select id, "group" from (
      select distinct on ("group") id, "group" from items
      where account_id = ${account_id} and batch_id = ${id} and status = 'accepted' and "group" is not null
      order by "group", position
    ) as firsts`;
}

/**
 * Opens a task for each item drawn after the first `drawn` ranks, under the guidelines of its label, so that later changes of
 * labels and scored fields do not affect what auditors may answer. Ids are random, so their order reveals no
 * rank.
 */
export async function makeTasks(tx: Tx, batch: BatchRow, now: Date): Promise<void> {
  const { guideline_version } = await judgingRules(tx, batch);
  await sql`
    insert into tasks
      (id, account_id, batch_id, item_id, kind, round, status, guideline_version, created_at, updated_at)
    select task_id, ${batch.account_id}, audits.batch_id, item_id, 'audit', audits.round, 'open',
      coalesce(items.guideline_version, ${guideline_version}::integer), ${now}, ${now}
    from audits join items on items.account_id = audits.account_id and items.id = item_id
    where audits.account_id = ${batch.account_id} and audits.batch_id = ${batch.id} and audits.round = ${batch.round}
      and not exists (
        select from tasks where tasks.account_id = audits.account_id and tasks.id = task_id)`.execute(tx);
}

/** The audits that a second auditor repeats: a tenth of the sample, which is drawn at random. */
const IS_REPEATED = sql<boolean>`rank % 10 = 1`;

/** Cancels the audits of the current round that a verdict no longer needs, and the repeats that are open. */
export async function cancelAudits(tx: Tx, { id, account_id, round }: BatchRow, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select items.id from items join audits on audits.account_id = items.account_id and audits.item_id = items.id
    where audits.account_id = ${account_id} and audits.batch_id = ${id} and audits.round = ${round}
      and (acceptable is null or (${IS_REPEATED} and repeat_verdict is null))
    order by items.id for update of items`.execute(tx);
  const item_ids = rows.map((row) => row.id);
  if (item_ids.length > 0) await cancelTasks(tx, account_id, item_ids, now, ["audit"]);
}

interface ClosedAudit {
  readonly verdict: AuditVerdict;
  readonly decided_by: "auditor" | "rule";
  readonly annotation_id: string | null;
  readonly corrected: string | null;
  readonly corrected_fields: string | null;
  readonly reason: string | null;
}

/** Writes the verdict of one audit, and queues the batch's verdict, which it may decide. */
export async function closeAudit(tx: Tx, { task, item, batch }: Work, closed: ClosedAudit): Promise<void> {
  const annotated = await tx
    .selectFrom("annotations")
    .select("id")
    .where("account_id", "=", item.account_id)
    .where("member_id", "=", task.member_id ?? "")
    .where(
      sql<boolean>`((item_id = ${item.id} and (kind <> 'audit' or ${IS_DELIVERED_CORRECTION}))
        or item_id = ${copiedItem(sql`${item.account_id}`, sql`${item.id}`)})`,
    )
    .limit(1)
    .executeTakeFirst();
  await tx
    .updateTable("audits")
    .set({
      ...closed,
      acceptable: closed.verdict !== "wrong",
      independent: sql<boolean>`independent and ${annotated === undefined}`,
    })
    .where("account_id", "=", item.account_id)
    .where("item_id", "=", item.id)
    .where("round", "=", task.round)
    .execute();
  if (closed.annotation_id !== null) await openRepeat(tx, task);
  await addJob(tx, batch.account_id, "judge_batch", { batch_id: batch.id });
}

/**
 * Opens the repeat of an audit that an auditor has answered, if it has one. Nobody can tell it from a first audit: it has
 * the times of the first task, and a random id among those of the same draw, so auditors get it between the others.
 */
async function openRepeat(tx: Tx, { account_id, id, item_id, round }: Work["task"]): Promise<void> {
  await sql`
    insert into tasks
      (id, account_id, batch_id, item_id, kind, round, status, guideline_version, created_at, updated_at)
    select left(audits.task_id, -16) || upper(left(md5(gen_random_uuid()::text), 16)),
      tasks.account_id, tasks.batch_id, tasks.item_id, kind, tasks.round, 'open', guideline_version, tasks.created_at, tasks.created_at
    from tasks join audits on audits.account_id = tasks.account_id and audits.item_id = ${item_id} and audits.round = ${round} and ${IS_REPEATED}
    where tasks.account_id = ${account_id} and tasks.id = ${id}`.execute(tx);
}

/** Whether the task repeats an audit that has its verdict. */
export async function isRepeat(tx: Tx, { account_id, item_id, round }: Work["task"]): Promise<boolean> {
  const audit = await tx
    .selectFrom("audits")
    .select("acceptable")
    .where("account_id", "=", account_id)
    .where("item_id", "=", item_id)
    .where("round", "=", round)
    .executeTakeFirst();
  return audit !== undefined && audit.acceptable !== null;
}

/** Writes the verdict of the second auditor, which only the certificate's agreement of auditors counts. */
export async function closeRepeat(
  tx: Tx,
  { account_id, item_id, round }: Work["task"],
  { verdict, annotation_id }: Pick<ClosedAudit, "verdict" | "annotation_id">,
): Promise<void> {
  await tx
    .updateTable("audits")
    .set({ repeat_verdict: verdict, repeat_annotation_id: annotation_id })
    .where("account_id", "=", account_id)
    .where("item_id", "=", item_id)
    .where("round", "=", round)
    .execute();
}
