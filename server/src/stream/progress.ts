import { sql } from "kysely";
import Type, { type Static } from "typebox";
import type { Db } from "../platform/database/db.ts";
import { Timestamp } from "../platform/http/wire.ts";

/** The progress of a batch in work, which a stream sends between events. */
export const BatchProgress = Type.Object(
  {
    type: Type.Literal("batch.progress"),
    created_at: Timestamp,
    data: Type.Object({
      batch_id: Type.String(),
      project_id: Type.String(),
      item_count: Type.Integer(),
      annotated_count: Type.Integer(),
      excluded_count: Type.Integer(),
      answer_count: Type.Integer(),
    }),
  },
  { title: "BatchProgress" },
);
export type BatchProgress = Static<typeof BatchProgress>["data"];

/** More batches in work than anybody watches at the same time. */
const MOST = 500;

/** The progress of the account's batches in work, newest first, at most 500. */
export async function readProgress(db: Db, account_id: string): Promise<BatchProgress[]> {
  const { rows } = await sql<BatchProgress>`
    select batches.id as batch_id, project_id, item_count,
      coalesce(sum(accepted), 0)::integer as annotated_count, coalesce(sum(excluded), 0)::integer as excluded_count,
      coalesce(sum(answers), 0)::integer as answer_count
    from batches
    left join batch_progress on batch_progress.account_id = batches.account_id and batch_progress.batch_id = batches.id
    where batches.account_id = ${account_id} and stage in ('created', 'processing', 'completed') and deleted_at is null
    group by batches.id order by batches.id desc limit ${MOST}`.execute(db);
  return rows;
}

/** The progress of a batch as it is sent. */
export function textOfProgress(data: BatchProgress, created_at: string): string {
  return `event: batch.progress\ndata: ${JSON.stringify({ type: "batch.progress", created_at, data })}\n\n`;
}
