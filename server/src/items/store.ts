import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db } from "../platform/db.ts";
import type { Row } from "../platform/tables.ts";

/** An item with what it shows. */
export interface ItemRecord extends Omit<Row<"items">, "audit_rank" | "turn" | "claim_order" | "open_slots"> {
  readonly project_id: string;
  readonly file: {
    readonly id: string;
    readonly filename: string;
    readonly content_type: string;
    readonly width: number | null;
    readonly height: number | null;
  };
  /** The file whose bytes are shown: the item's own, or the one that its line links to. */
  readonly media_id: string;
  readonly text: string | null;
  readonly conversation: unknown;
  readonly predictions: readonly {
    readonly model: string;
    readonly score: number | null;
    readonly result: unknown;
  }[];
}

const COLUMNS = [
  "items.id",
  "items.batch_id",
  "items.position",
  "items.file_id",
  "items.line",
  "items.external_id",
  "items.group",
  "items.priority",
  "items.metadata",
  "items.status",
  "items.round",
  "items.overlap_required",
  "items.answer_count",
  "items.skip_count",
  "items.result",
  "items.fields",
  "items.support",
  "items.origin",
  "items.excluded_reason",
] as const;

/** Items of the account with the files they show, for further conditions. Content is null: see `withContent`. */
export function selectItems(db: Db, account_id: string) {
  return db
    .selectFrom("items")
    .innerJoin("batches", "batches.id", "items.batch_id")
    .leftJoin("file_lines", (join) =>
      join
        .onRef("file_lines.file_id", "=", "items.file_id")
        .on("file_lines.line", "=", sql<number>`coalesce(items.line, 0)`),
    )
    .innerJoin("files", (join) =>
      join.on("files.id", "=", sql<string>`coalesce(file_lines.media_file_id, items.file_id)`),
    )
    .select(COLUMNS)
    .select(["batches.project_id", "files.id as media_id"])
    .select(
      sql<ItemRecord["file"]>`json_build_object('id', files.id, 'filename', files.filename,
        'content_type', files.content_type, 'width', files.width, 'height', files.height)`.as("file"),
    )
    .where("batches.account_id", "=", account_id)
    .where("batches.deleted_at", "is", null);
}

/** The items with their text, conversation and pre-labels, in no order. */
export async function listItemsWithContent(
  db: Db,
  account_id: string,
  ids: readonly string[],
): Promise<ItemRecord[]> {
  if (ids.length === 0) return [];
  return selectItems(db, account_id)
    .select(["file_lines.text", "file_lines.conversation"])
    .select(
      sql<ItemRecord["predictions"]>`coalesce((
        select json_agg(json_build_object('model', model, 'score', score, 'result', result) order by model)
        from predictions where item_id = items.id), '[]')`.as("predictions"),
    )
    .where("items.id", "in", ids)
    .execute();
}

/** The account's item with its content; throws `not_found`. */
export async function getItem(db: Db, account_id: string, id: string): Promise<ItemRecord> {
  const [item] = await listItemsWithContent(db, account_id, [id]);
  if (item === undefined) throw new ServiceError("not_found", `there is no item ${id}`);
  return item;
}
