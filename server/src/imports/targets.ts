import type { ItemFacts } from "@assay/domain/types/annotation-type.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { RESPONSES } from "../queue/store.ts";
import type { ImportLine } from "./line.ts";

type Counts = Pick<
  Row<"items">,
  "id" | "status" | "round" | "answer_count" | "skip_count" | "overlap_required" | "open_slots"
>;

/** An item that a line of an import names. */
export interface Target extends Counts, ItemFacts {
  readonly external_id: string | null;
}

/** The item that a line names; undefined where the batch has none such. */
export type FindTarget = (line: ImportLine) => Target | undefined;

/**
 * The batch's items that `lines` name. `offset 0` has each looked up by its key, whatever the planner thinks of a
 * batch that may have been filled a moment ago.
 */
export async function findTargets(
  tx: Tx,
  batch_id: string,
  lines: readonly ImportLine[],
  locking: RawBuilder<unknown> = sql``,
): Promise<FindTarget> {
  const { rows } = await sql<Target>`
    select items.id, items.external_id, items.status, items.round, items.answer_count, items.skip_count,
      items.overlap_required, items.open_slots, files.width, files.height, file_lines.text,
      files.duration, ${RESPONSES} as responses
    from items
    left join file_lines on file_lines.file_id = items.file_id and file_lines.line = coalesce(items.line, 0)
    left join files on files.id = coalesce(file_lines.media_file_id, items.file_id)
    where items.id = any(array(
      select items.id from unnest(${lines.flatMap(({ item_id }) => item_id ?? [])}::text[]) as sent (id)
      cross join lateral (select * from items where items.id = sent.id offset 0) as items
      where batch_id = ${batch_id}
      union all
      select items.id
      from unnest(${lines.flatMap(({ external_id }) => external_id ?? [])}::text[]) as sent (external_id)
      cross join lateral (
        select id from items where batch_id = ${batch_id} and items.external_id = sent.external_id offset 0
      ) as items
    ))
    order by items.id ${locking}`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  return ({ item_id, external_id }) =>
    item_id === undefined ? byExternalId.get(external_id ?? null) : byId.get(item_id);
}

/** The same, locked in the order of their ids until `tx` ends. */
export async function lockTargets(
  tx: Tx,
  batch_id: string,
  lines: readonly ImportLine[],
): Promise<FindTarget> {
  return findTargets(tx, batch_id, lines, sql`for update of items`);
}

/** Why a line has no item. */
export function unknownItem({ item_id, external_id }: ImportLine): string {
  const name = item_id === undefined ? `the external_id ${JSON.stringify(external_id)}` : `the id ${item_id}`;
  return `the batch has no item with ${name}`;
}
