import type { Suspicion } from "@assay/domain/models/suspicion.ts";
import { sql } from "kysely";
import { ANSWERS_TEXT } from "../answers/answers.ts";
import type { BatchRow } from "../batches/store.ts";
import type { LabelScores } from "../platform/database/answer-tables.ts";
import type { Db } from "../platform/database/db.ts";
import type { OtherLabels } from "../platform/database/model-tables.ts";
import { IS_OF_ANSWERS } from "../queue/origin.ts";

const WRITTEN_AT_ONCE = 2_000;

type Batch = Pick<BatchRow, "account_id" | "id">;

/** Vectors that can be compared: of one version of a model, and of one length. */
export interface VectorKey {
  /** See `predictionKey`. */
  readonly key: string;
  readonly length: number;
}

/** The model and length of most vectors of a batch; undefined if it has none. */
export async function findVectorKey(db: Db, { account_id, id }: Batch): Promise<VectorKey | undefined> {
  const { rows } = await sql<VectorKey>`
    select model as key, length(vector) / 4 as length from predictions
    where account_id = ${account_id} and batch_id = ${id} and vector is not null
    group by 1, 2 order by count(*) desc, 1, 2 limit 1`.execute(db);
  return rows[0];
}

/** An accepted item with the evidence about its label. */
export interface AcceptedRow {
  readonly id: string;
  readonly position: number;
  readonly result: unknown;
  readonly guideline_version: number;
  /** Null unless the label is a consensus of answers. */
  readonly support: number | null;
  readonly answer_count: number;
  /** See `ANSWERS_TEXT`; null likewise. */
  readonly answers: string | null;
  readonly vector: Buffer | null;
  readonly predictions: readonly {
    readonly key: string;
    readonly score: number | null;
    readonly label_scores: LabelScores | null;
    readonly result: unknown;
    readonly guideline_version: number;
  }[];
}

interface Stretch {
  readonly after: number;
  readonly limit: number;
  readonly vectors: VectorKey | undefined;
}

/** The next accepted items by position. */
export async function readAccepted(
  db: Db,
  { account_id, id }: Batch,
  { after, limit, vectors }: Stretch,
): Promise<readonly AcceptedRow[]> {
  const { rows } = await sql<AcceptedRow>`
    select items.id, items.position, items.result, items.guideline_version, items.answer_count,
      case when ${IS_OF_ANSWERS} then items.support end as support,
      case when ${IS_OF_ANSWERS} then (
        select ${ANSWERS_TEXT} from annotations
        where annotations.account_id = items.account_id and annotations.item_id = items.id and annotations.round = items.round
          and kind = 'annotate' and superseded_at is null) end as answers,
      (select vector from predictions
        where predictions.account_id = items.account_id and predictions.item_id = items.id
          and predictions.model = ${vectors?.key ?? ""} and length(vector) = ${4 * (vectors?.length ?? 0)}::integer) as vector,
      (select coalesce(json_agg(json_build_object('key', model, 'score', score, 'label_scores', label_scores, 'result', predictions.result,
          'guideline_version', predictions.guideline_version) order by model), '[]')
        from predictions
        where predictions.account_id = items.account_id and predictions.item_id = items.id) as predictions
    from items
    where items.account_id = ${account_id} and items.batch_id = ${id} and items.position > ${after}
      and items.status = 'accepted' and items.result is not null
    order by items.position limit ${limit}`.execute(db);
  return rows;
}

/** The suspicion of an item's label. */
export interface NewSuspicion extends Suspicion {
  readonly predicted: readonly OtherLabels[];
  readonly item_id: string;
  readonly position: number;
}

interface Block {
  readonly after: number;
  /** Null for the last block of the batch. */
  readonly last: number | null;
  readonly started: Date;
}

/**
 * Stores the suspicions of a block of items in several transactions, and removes those of items that have none now. Items without any
 * evidence get none. Returns false if the batch was deleted meanwhile.
 */
export async function writeSuspicions(
  db: Db,
  { account_id, id }: Batch,
  found: readonly NewSuspicion[],
  { after, last, started }: Block,
): Promise<boolean> {
  const rows = found.filter(({ answers, models, neighbors }) => (answers ?? models ?? neighbors) !== null);
  for (let start = 0; start <= rows.length; start += WRITTEN_AT_ONCE) {
    const some = rows.slice(start, start + WRITTEN_AT_ONCE);
    const isThere = await db.transaction().execute(async (tx) => {
      // The lock makes a deletion wait, whose job then removes these rows too.
      const { rows: there } = await sql`
        select from batches where account_id = ${account_id} and id = ${id} and deleted_at is null for share`.execute(
        tx,
      );
      if (there.length === 0) return false;
      await sql`
        insert into suspicions (account_id, batch_id, item_id, position, suspicion, answers, models, neighbors, predicted, computed_at)
        select ${account_id}, ${id}, item_id, position, suspicion, answers, models, neighbors, predicted, ${started}
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as row (
          item_id text, position integer, suspicion real, answers real, models real, neighbors real, predicted jsonb)
        on conflict (account_id, item_id) do update set suspicion = excluded.suspicion, answers = excluded.answers,
          models = excluded.models, neighbors = excluded.neighbors, predicted = excluded.predicted, computed_at = excluded.computed_at`.execute(
        tx,
      );
      return true;
    });
    if (!isThere) return false;
  }
  await sql`
    delete from suspicions
    where account_id = ${account_id} and batch_id = ${id} and computed_at < ${started} and position > ${after}
      ${last === null ? sql`` : sql`and position <= ${last}`}`.execute(db);
  return true;
}
