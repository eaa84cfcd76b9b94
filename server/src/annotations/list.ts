import { sql } from "kysely";
import { type BatchRow, findBatch } from "../batches/store.ts";
import { assertNotBlind, showsAnswer } from "../bounds/views.ts";
import { getItem } from "../items/store.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { type ItemAnnotations, toAnnotation } from "./schemas.ts";

/**
 * Every answer to an item of the caller's account, and its label. Throws `not_found`, and `invalid_state` if
 * the caller must audit the batch blind.
 */
export async function listItemAnnotations(db: Db, caller: Caller, id: string): Promise<ItemAnnotations> {
  const item = await getItem(db, caller, id);
  await assertNotBlind(db, caller, item);
  const batch = await findBatch(db, caller.account_id, item.batch_id);
  const rows = await db
    .selectFrom("annotations")
    .selectAll()
    .where("account_id", "=", caller.account_id)
    .where("item_id", "=", item.id)
    .where(showsAnswer(caller, batch ?? { stage: "created", round: item.round }))
    .orderBy("id")
    .execute();
  const audits = await db
    .selectFrom("audits")
    .select(["annotation_id", "acceptable", "reason", "judged as delivered"])
    .where("account_id", "=", caller.account_id)
    .where("batch_id", "=", item.batch_id)
    .where("item_id", "=", item.id)
    .orderBy("round")
    .execute();
  const shown = new Set(rows.map((row) => row.id));
  const { status, round, result, fields, support, origin, model } = item;
  const consensus = result === null ? null : { label: result, fields, support, origin, model };
  return {
    ...{ item_id: item.id, status, round, consensus, data: rows.map(toAnnotation) },
    // an audit is as secret as the answer that it was made of
    audits: audits.flatMap(({ annotation_id, ...audit }) =>
      annotation_id !== null && shown.has(annotation_id) ? [{ annotation_id, ...audit }] : [],
    ),
  };
}

/** The number of answers per page of a stream: few at first, then as many as fit this many characters. */
const FIRST_PAGE = 50;
const MAX_PAGE = 1_000;
const PAGE_CHARACTERS = 2_000_000;

/**
 * Every answer to a batch as lines of JSON, oldest first, in constant memory: each in the form of the API,
 * with the `external_id` of its item and its `annotator`, as an import accepts them. Reads page by page, so
 * that a slow reader holds no database connection.
 */
export async function* streamAnnotations(db: Db, caller: Caller, batch: BatchRow): AsyncGenerator<string> {
  let [after, limit] = ["", FIRST_PAGE];
  for (;;) {
    const rows = await readPage(db, { batch, caller }, after, limit);
    const lines = rows.map(
      ({ external_id, annotator, ...row }) =>
        `${JSON.stringify({ ...toAnnotation(row), external_id, annotator })}\n`,
    );
    yield* lines;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    const characters = lines.reduce((sum, { length }) => sum + length, 0);
    after = last.id;
    limit = Math.max(1, Math.min(MAX_PAGE, Math.floor((PAGE_CHARACTERS * rows.length) / characters)));
  }
}

/** Looks names up row by row: PostgreSQL might plan a join as a scan of all items for every page. */
async function readPage(
  db: Db,
  { batch, caller }: { readonly batch: BatchRow; readonly caller: Caller },
  after: string,
  limit: number,
) {
  return db
    .selectFrom("annotations")
    .selectAll("annotations")
    .select([
      sql<string | null>`(
        select external_id from items where items.account_id = annotations.account_id and items.id = item_id)`.as(
        "external_id",
      ),
      sql<string>`coalesce((
        select external_id from members where members.account_id = annotations.account_id and members.id = member_id), member_id)`.as(
        "annotator",
      ),
    ])
    .where("annotations.account_id", "=", batch.account_id)
    .where("annotations.batch_id", "=", batch.id)
    .where("annotations.id", ">", after)
    .where(showsAnswer(caller, batch))
    .orderBy("annotations.id")
    .limit(limit)
    .execute();
}
