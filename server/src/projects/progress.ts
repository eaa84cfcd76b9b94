import { MOST_TRAINING_ITEMS } from "@assay/domain/qualification.ts";
import { sql } from "kysely";
import Type, { type Static } from "typebox";
import type { Db } from "../platform/database/db.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";

/** The total progress of a project's batches. */
export const ProjectProgress = Type.Object(
  {
    items: Type.Integer({
      description:
        "Without the copies in batches that certify versions of datasets, as all counts of items here",
    }),
    accepted: Type.Integer({ description: "Items with an accepted label" }),
    excluded: Type.Integer(),
    certified: Type.Integer({ description: "Items of certified batches that are not excluded" }),
    open_audits: Type.Integer({ description: "Audits drawn that have no verdict yet" }),
    open_adjudications: Type.Integer({ description: "Items that wait for an adjudicator" }),
    failed_batches: Type.Integer(),
    known_items: Type.Integer({
      description: `Items with a known answer, which trainings need; counted to ${MOST_TRAINING_ITEMS}`,
    }),
    last_activity_at: nullable(Timestamp),
  },
  { title: "ProjectProgress" },
);
export type ProjectProgress = Static<typeof ProjectProgress>;

/** The condition that the items of the row `batches` are no copies of other items. */
const IS_OWN = sql<boolean>`batches.dataset_id is null`;

const NONE: ProjectProgress = {
  items: 0,
  accepted: 0,
  excluded: 0,
  certified: 0,
  open_audits: 0,
  open_adjudications: 0,
  failed_batches: 0,
  known_items: 0,
  last_activity_at: null,
};

/**
 * The progress of each of these projects of the account. The last activity is the latest answer, verdict or batch; null for
 * a project without batches.
 */
export async function progressOf(
  db: Db,
  account_id: string,
  project_ids: readonly string[],
): Promise<(id: string) => ProjectProgress> {
  const { rows } = await sql<Omit<ProjectProgress, "last_activity_at"> & { id: string; last: Date }>`
    select batches.project_id as id,
      coalesce(sum(item_count) filter (where ${IS_OWN}), 0)::integer as items,
      coalesce(sum(accepted) filter (where ${IS_OWN}), 0)::integer as accepted,
      coalesce(sum(excluded) filter (where ${IS_OWN}), 0)::integer as excluded,
      coalesce(sum(item_count - excluded) filter (where status = 'certified' and ${IS_OWN}), 0)::integer as certified,
      sum(open_audits)::integer as open_audits,
      sum(open_adjudications)::integer as open_adjudications,
      (count(*) filter (where status = 'failed'))::integer as failed_batches,
      (select count(*)::integer from (
        select from batches as own join gold_answers on gold_answers.account_id = own.account_id and gold_answers.batch_id = own.id
        where own.account_id = ${account_id} and own.project_id = batches.project_id and own.deleted_at is null
        limit ${MOST_TRAINING_ITEMS}) as known) as known_items,
      max(greatest(updated_at, last_answer)) as last
    from batches
    cross join lateral (
      select coalesce(sum(accepted), 0) as accepted, coalesce(sum(excluded), 0) as excluded
      from batch_progress where account_id = batches.account_id and batch_id = batches.id) as counted
    cross join lateral (
      select count(*) as open_audits from audits
      where batches.audit is not null and audits.account_id = batches.account_id and audits.batch_id = batches.id and audits.round = batches.round
        and acceptable is null) as audited
    cross join lateral (
      select count(*) as open_adjudications from tasks
      where tasks.account_id = batches.account_id and tasks.batch_id = batches.id and kind = 'adjudicate' and tasks.status = 'open') as disputed
    left join lateral (
      select created_at as last_answer from annotations
      where annotations.account_id = batches.account_id and annotations.batch_id = batches.id order by id desc limit 1) as answered on true
    where batches.account_id = ${account_id} and batches.project_id = any(${project_ids}::text[]) and deleted_at is null
    group by batches.project_id`.execute(db);
  const known = new Map(
    rows.map(({ id, last, ...counts }) => [id, { ...counts, last_activity_at: last.toISOString() }]),
  );
  return (id) => known.get(id) ?? NONE;
}
