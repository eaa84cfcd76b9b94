import { sql } from "kysely";
import { batchesOf } from "../batches/certifying.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Independence } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { SLICES_ONLY } from "../queue/audits.ts";

/** The work of one auditor in the deciding round, under a pseudonym. */
export interface Auditor {
  readonly auditor: string;
  /** Of the batch's sample, like the next two. */
  readonly audits: number;
  readonly wrong: number;
  readonly changed: number;
  /** Audits for slices alone, which `n` does not count. Absent in certificates of earlier versions, where `audits` has them. */
  readonly slice_audits?: number;
  /** False if an API key named them in any of these audits. */
  readonly signed_in: boolean;
  /** Whether they also annotated or adjudicated any item of the batch. */
  readonly annotated: boolean;
}

/**
 * Of the current round's audits, given whether each was by somebody else than the item's annotators. `persons` only where
 * each audited label is known to come from a signed-in person who is another one than its auditor.
 */
export async function readIndependence(
  tx: Tx,
  { account_id, id, round }: Pick<BatchRow, "account_id" | "id" | "round">,
  independent: boolean,
): Promise<Independence> {
  if (!independent) return "none";
  const { rows } = await sql`
    select from audits join items on items.account_id = audits.account_id and items.id = audits.item_id
    where audits.account_id = ${account_id} and audits.batch_id = ${id} and audits.round = ${round} and audits.acceptable is not null
      and (${IS_BY_KEY} or ${IS_IMPORTED} or ${MAY_HAVE_JOINED_AGAIN})
    limit 1`.execute(tx);
  return rows.length === 0 ? "persons" : "declared";
}

/** The condition that the row `annotations` belongs to the row `items`, or to the item that it is the copy of. */
const IS_OF_ITEM = sql<boolean>`(annotations.account_id = items.account_id
  and (annotations.item_id = items.id or annotations.item_id = items.copy_of ->> 'item_id'))`;

/** The condition that the row `annotations` may have given the label of the row `items`: in a copy also as the audit of the original. */
const MAY_BE_LABEL = sql<boolean>`(annotations.kind in ('annotate', 'adjudicate') or annotations.item_id <> items.id)`;

/** A key named somebody who answered or audited the item. */
const IS_BY_KEY = sql<boolean>`exists (
  select from annotations
  where ${IS_OF_ITEM} and annotations.by_person is not true
    and (annotations.id = audits.annotation_id or ${MAY_BE_LABEL}))`;

/** The label is a prediction, or a known answer that no signed-in annotator gave too: anybody may have written it. */
const IS_IMPORTED = sql<boolean>`(items.origin = 'prediction' or (items.origin = 'gold' and not exists (
  select from annotations
  where ${IS_OF_ITEM} and annotations.by_person and annotations.gold_right)))`;

/** An annotator was deleted before the auditor joined. Both may be one person: nothing of a deleted member is left to compare. */
const MAY_HAVE_JOINED_AGAIN = sql<boolean>`exists (
  select from annotations
  join members as former on former.account_id = annotations.account_id and former.id = annotations.member_id
  join annotations as audit on audit.account_id = annotations.account_id and audit.id = audits.annotation_id
  join members as auditor on auditor.account_id = annotations.account_id and auditor.id = audit.member_id
  where ${IS_OF_ITEM} and ${MAY_BE_LABEL}
    and former.deleted_at <= auditor.created_at)`;

const IS_OF_SAMPLE = sql<boolean>`(look > ${sql.lit(SLICES_ONLY)})`;

/** The auditors of the current round, as `auditor_<n>` in the order of the members' ids. */
export async function listAuditors(
  tx: Tx,
  batch: Pick<BatchRow, "account_id" | "id" | "round" | "dataset_id" | "dataset_version">,
): Promise<Auditor[]> {
  const { account_id, id, round } = batch;
  const { rows } = await sql<Omit<Auditor, "auditor">>`
    select count(*) filter (where ${IS_OF_SAMPLE})::integer as audits,
      count(*) filter (where ${IS_OF_SAMPLE} and not acceptable)::integer as wrong,
      count(*) filter (where ${IS_OF_SAMPLE} and verdict = 'accepted_with_change')::integer as changed,
      count(*) filter (where not ${IS_OF_SAMPLE})::integer as slice_audits,
      bool_and(coalesce(by_person, false)) as signed_in,
      exists (
        select from annotations as own
        where own.account_id = ${account_id} and own.batch_id = any(${batchesOf(batch)}) and own.member_id = annotations.member_id
          and own.kind in ('annotate', 'adjudicate')
      ) as annotated
    from audits
    join annotations on annotations.account_id = audits.account_id and annotations.id = audits.annotation_id
    where audits.account_id = ${account_id} and audits.batch_id = ${id} and audits.round = ${round} and acceptable is not null
    group by annotations.member_id order by annotations.member_id`.execute(tx);
  return rows.map((counts, index) => ({ auditor: `auditor_${index + 1}`, ...counts }));
}
