import type { ExportItem } from "@assay/domain/formats/format.ts";
import { sql } from "kysely";
import type { CopyOf } from "../platform/database/dataset-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { storedOrigin } from "./origin.ts";

/** Whose items are added, and the guideline version whose label names they have. */
interface Target extends Pick<Row<"batches">, "account_id" | "id"> {
  readonly guideline_version: number;
}

/**
 * Adds copies of records of a version after the first `before` items of a batch: the content of the items that they are of, and group,
 * metadata and label as the version has them. They are accepted, so nobody annotates them. Throws if an item is gone.
 */
export async function copyItems(
  tx: Tx,
  { account_id, id: batch_id, guideline_version }: Target,
  before: number,
  records: readonly ExportItem[],
): Promise<void> {
  const rows = records.map((record, index) => {
    const {
      id: item_id,
      external_id,
      split,
      group,
      metadata,
      result,
      fields,
      support,
      origin,
      model,
    } = record;
    if (split === undefined) throw new Error(`the record of ${item_id} has no split`);
    const copy_of: CopyOf = { item_id, batch_id: record.batch_id, external_id, split };
    const label = { result, fields, support, origin: storedOrigin(origin), model };
    return { id: newId("item"), position: before + index + 1, copy_of, group, metadata, ...label };
  });
  const { numAffectedRows } = await sql`
    insert into items (id, account_id, batch_id, position, file_id, line, "group", priority, metadata, status,
      overlap_required, open_slots, claim_order, result, fields, support, origin, model, guideline_version, copy_of)
    select row.id, ${account_id}, ${batch_id}, row.position, original.file_id, original.line, row."group", 0, row.metadata, 'accepted',
      1, 0, row.position, row.result, row.fields, row.support, row.origin, row.model, ${guideline_version}::integer, row.copy_of
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, position integer, copy_of jsonb, "group" text, metadata jsonb, result jsonb, fields jsonb, support real, origin text, model jsonb)
    join items as original on original.account_id = ${account_id} and original.id = row.copy_of ->> 'item_id'`.execute(
    tx,
  );
  if (Number(numAffectedRows) !== rows.length)
    throw new Error(`items of the version that ${batch_id} certifies are gone`);
}
