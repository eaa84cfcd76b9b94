import type { ItemFacts } from "@assay/domain/types/annotation-type.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { MESSAGES, RESPONSE_LENGTHS, RESPONSES } from "../queue/store.ts";
import type { ImportLine } from "./line.ts";

type Counts = Pick<
  Row<"items">,
  "account_id" | "id" | "status" | "round" | "answer_count" | "skip_count" | "overlap_required" | "open_slots"
>;

/** An item that a line of an import names. */
export interface Target extends Counts, ItemFacts {
  readonly external_id: string | null;
  /** Null if the item is a line of a file. */
  readonly filename: string | null;
}

/** The item that a line names, or the reason why there is none. */
export type FindTarget = (line: ImportLine) => Target | string;

/**
 * The batch's items that `lines` name. `offset 0` makes PostgreSQL look each up by its key, whatever it
 * estimates about a batch that may have been filled a moment ago.
 */
export async function findTargets(
  tx: Tx,
  { account_id, id: batch_id }: Pick<Row<"batches">, "account_id" | "id">,
  lines: readonly ImportLine[],
  locking: RawBuilder<unknown> = sql``,
): Promise<FindTarget> {
  const { rows } = await sql<Target>`
    select items.account_id, items.id, items.external_id, items.status, items.round, items.answer_count, items.skip_count,
      items.overlap_required, items.open_slots, files.width, files.height, file_lines.text,
      files.duration, ${RESPONSES} as responses, ${RESPONSE_LENGTHS} as response_lengths, ${MESSAGES} as messages, case when items.line is null then files.filename end as filename
    from items
    left join file_lines on file_lines.account_id = items.account_id and file_lines.file_id = items.file_id
      and file_lines.line = coalesce(items.line, 0)
    left join files on files.account_id = items.account_id and files.id = coalesce(file_lines.media_file_id, items.file_id)
    where items.account_id = ${account_id} and items.id = any(array(
      select items.id from unnest(${lines.flatMap(({ item_id }) => item_id ?? [])}::text[]) as sent (id)
      cross join lateral (
        select * from items where items.account_id = ${account_id} and items.id = sent.id offset 0) as items
      where batch_id = ${batch_id}
      union all
      select items.id
      from unnest(${lines.flatMap(({ external_id }) => external_id ?? [])}::text[]) as sent (external_id)
      cross join lateral (
        select id from items
        where items.account_id = ${account_id} and batch_id = ${batch_id} and items.external_id = sent.external_id offset 0
      ) as items
      union all
      select items.id
      from unnest(${lines.flatMap(({ filename }) => filename ?? [])}::text[]) as sent (filename)
      cross join lateral (
        select file_id from batch_files
        where account_id = ${account_id} and batch_id = ${batch_id} and batch_files.filename = sent.filename
        limit 2 -- two are enough to see that the name is not clear
      ) as named
      cross join lateral (
        select id from items
        where account_id = ${account_id} and batch_id = ${batch_id} and file_id = named.file_id and line is null offset 0
      ) as items
    ))
    order by items.id ${locking}`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  const byFilename = Map.groupBy(rows, ({ filename }) => filename);
  return ({ item_id, external_id, filename }) => {
    if (item_id !== undefined) return byId.get(item_id) ?? unknownItem(`id ${item_id}`);
    if (filename === undefined) {
      return (
        byExternalId.get(external_id ?? null) ?? unknownItem(`external_id ${JSON.stringify(external_id)}`)
      );
    }
    const [named, ...others] = byFilename.get(filename) ?? [];
    if (others.length > 0) {
      return `the batch has several files with the name ${JSON.stringify(filename)}: name the item by item_id`;
    }
    const hint = filename.includes("/") ? "" : " (a file of an archive is named with its path there)";
    return named ?? `${unknownItem(`filename ${JSON.stringify(filename)}`)}${hint}`;
  };
}

/** The same, locked in the order of their ids until `tx` ends. */
export async function lockTargets(
  tx: Tx,
  batch: Pick<Row<"batches">, "account_id" | "id">,
  lines: readonly ImportLine[],
): Promise<FindTarget> {
  return findTargets(tx, batch, lines, sql`for update of items`);
}

function unknownItem(name: string): string {
  return `the batch has no item with the ${name}`;
}
