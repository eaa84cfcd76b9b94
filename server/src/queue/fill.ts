import { randomInt } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { type Db, type Tx, violatedConstraint } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { changeAll } from "../platform/database/small-steps.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Filling } from "../platform/database/work-tables.ts";
import { newId } from "../platform/ids.ts";
import { getAnnotationType } from "../projects/settings.ts";

type FileRow = Row<"files">;

const MAX_NAMED = 20;
/** Items that the request to create a batch inserts, in about 80 ms; a job adds the others. */
export const ITEMS_IN_REQUEST = 4_000;
/** Items that one transaction of the job adds, in about 200 ms, during which the batch is locked. */
export const ITEMS_OF_A_STEP = 10_000;

/** Throws `invalid_state` while a job adds items, and if that failed. */
export function assertFilled({
  status,
  filling,
  item_count,
}: Pick<Row<"batches">, "status" | "filling" | "item_count">): void {
  if (filling === null) return;
  const message =
    status === "failed"
      ? "the batch has no items; delete it and create one without the fault that failure_reasons names"
      : `the batch has ${filling.items} of its ${item_count} items so far; try again when items_ready equals item_count`;
  throw new ServiceError("invalid_state", message);
}

/** The batch to fill. */
type Target = Pick<
  Row<"batches">,
  "id" | "account_id" | "canonical_type" | "policy" | "file_count" | "item_count"
>;

/**
 * Adds the next items of a batch, at most `limit`, in the order of its files, as far as these are recorded; returns where to
 * continue, null once all exist. Throws `invalid_request`, and adds nothing, for lines that do not match the annotation type
 * and for a repeated `external_id`.
 */
export async function addItems(
  tx: Tx,
  batch: Target,
  filling: Filling,
  limit: number,
): Promise<Filling | null> {
  await preferIndexes(tx);
  // PostgreSQL 15 would collect and sort all further lines of a file to take the first of them.
  await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx);
  const { count, place, line, unfit } = await insertItems(tx, batch, filling, limit).catch(
    (fault: unknown) => {
      throw violatedConstraint(fault) === "items_external" ? repeatedExternalId(fault) : fault;
    },
  );
  if (unfit.length > 0) {
    throw new ServiceError(
      "invalid_request",
      `these lines do not suit ${batch.canonical_type}: ${unfit.join(", ")}`,
    );
  }
  const items = filling.items + count;
  const isRecorded = filling.files === undefined;
  if (items === batch.item_count && isRecorded) return null;
  if (count === 0 && !isRecorded) return filling;
  if (count === 0) throw new Error(`${batch.id} has files for ${items} of its ${batch.item_count} items`);
  return { ...filling, items, ...(line === null ? { place: place + 1, line: 0 } : { place, line }) };
}

/** Adds all missing items. */
export async function addAllItems(tx: Tx, batch: Target, begun: Filling): Promise<void> {
  let filling: Filling | null = begun;
  while (filling !== null) filling = await addItems(tx, batch, filling, ITEMS_OF_A_STEP);
}

/** The number of hexadecimal digits for the position: 16^5 is more than a batch can have. */
const POSITION_DIGITS = 5;

/**
 * The ids of the items that one statement inserts: each a ULID whose last digits are the position, so that
 * index order is insertion order. Random ids made the insert of 100k items a quarter slower.
 */
function itemId(): RawBuilder<string> {
  const stem = newId("item").slice(0, -POSITION_DIGITS);
  return sql`${stem}::text || upper(lpad(to_hex(position), ${POSITION_DIGITS}, '0'))`;
}

/**
 * 11 random bits shared by all items that one statement inserts, 20 for each, then the position, which has at
 * most 20 bits, so that no two items of a batch are equal. The items of one statement are adjacent in the
 * index: with 31 random bits for each, PostgreSQL needed a sixth more time.
 */
function claimOrder(): RawBuilder<number> {
  return sql`${randomInt(2 ** 11) * 2 ** 40}::bigint + floor(random() * 1048576)::bigint * 1048576 + position`;
}

interface Inserted {
  readonly count: number;
  /** The last item's file and line; the line is null for a whole file. */
  readonly place: number;
  readonly line: number | null;
  /** Lines that do not match the annotation type; if there are any, nothing was inserted. */
  readonly unfit: readonly string[];
}

/**
 * Whole files and lines of files in one statement: `ahead` are the next files, as many as have `limit` items, and
 * `chunk` their items.
 */
async function insertItems(
  tx: Tx,
  { id: batch_id, account_id, canonical_type, policy: { overlap, overlap_share }, file_count }: Target,
  { items, place, line, turn, files = file_count }: Filling,
  limit: number,
): Promise<Inserted> {
  const { rows } = await sql<Inserted>`
    with following as (
      select batch_files.position as place, files.id, files.filename, files.medium,
        case medium when 'lines' then line_count else 1 end as items
      from batch_files join files on files.account_id = batch_files.account_id and files.id = file_id
      where batch_files.account_id = ${account_id} and batch_id = ${batch_id} and batch_files.position between ${place} and ${files} and (medium <> 'lines' or line_count > 0)
      order by batch_files.position limit ${limit + 1} -- all lines of the first one may have been added
    ), ahead as materialized ( -- with what an archive said of a whole file
      select counted.*, external_id, "group", priority, metadata
      from (select *, sum(items) over (order by place) - items as before from following) as counted
      left join file_lines as whole
        on medium <> 'lines' and whole.account_id = ${account_id} and whole.file_id = counted.id and whole.line = 0
      where before < ${line + limit}
    ), chunk as materialized (
      select place, ahead.id as file_id, filename, lines.line, lines.is_fit,
        coalesce(lines.external_id, ahead.external_id) as external_id, coalesce(lines."group", ahead."group") as "group",
        coalesce(lines.priority, ahead.priority) as priority, coalesce(lines.metadata, ahead.metadata) as metadata,
        case when random() < ${overlap_share} then ${overlap}::integer else 1 end as overlap,
        ${items}::integer + row_number() over (order by place, lines.line) as position
      from ahead left join lateral (
        select line, external_id, "group", priority, metadata, ${isFit(canonical_type)} as is_fit
        from file_lines
        -- No OR: with one, the index finds no start, and each step reads all lines before.
        where ahead.medium = 'lines' and account_id = ${account_id} and file_id = ahead.id
          and line > case when ahead.place > ${place} then 0 else ${line}::integer end
        order by line limit ${limit}
      ) as lines on true
      where ahead.medium <> 'lines' or lines.line is not null
      order by place, lines.line limit ${limit}
    ), unfit as (
      select filename || ' line ' || line as name from chunk where not is_fit limit ${MAX_NAMED}
    ), inserted as (
      insert into items (id, account_id, batch_id, position, file_id, line, external_id, "group", priority, metadata,
        overlap_required, open_slots, turn, claim_order)
      select ${itemId()}, ${account_id}, ${batch_id}, position, file_id, line, external_id, "group", coalesce(priority, 0),
        coalesce(metadata, '{}'), overlap, overlap, ${turn}::bigint, ${claimOrder()}
      from chunk where not exists (select from unfit)
    )
    select count(*)::integer as count, max(place) as place,
      (select line from chunk order by position desc limit 1) as line,
      array(select name from unfit) as unfit
    from chunk`.execute(tx);
  const [inserted] = rows;
  if (inserted === undefined) throw new Error("an aggregate has a row");
  return inserted;
}

/** What a line must have, for each kind of content. */
const LINE_CONTENT = {
  text: sql`text is not null`,
  image: linkedTo("image"),
  audio: linkedTo("audio"),
  conversation: sql`conversation is not null`,
};

function linkedTo(medium: FileRow["medium"]): RawBuilder<boolean> {
  return sql`exists (
    select from files as media
    where media.account_id = file_lines.account_id and media.id = media_file_id and media.medium = ${medium})`;
}

/** Whether the annotation type accepts the content of the row of `file_lines`. */
function isFit(canonical_type: string): RawBuilder<boolean> {
  const kinds = getAnnotationType(canonical_type).media.map((medium) => LINE_CONTENT[medium]);
  return sql`(${sql.join(kinds, sql` or `)})`;
}

function repeatedExternalId(fault: unknown): ServiceError {
  const detail = fault instanceof Error && "detail" in fault ? String(fault.detail) : "";
  const value = /=\([^,]*, (.*)\) already exists/.exec(detail)?.[1] ?? "";
  return new ServiceError("invalid_request", `external_id "${value}" occurs more than once in the batch`, {
    cause: fault,
  });
}

/** The job: removes the items of a batch that could not be filled, in small transactions (ADR 0065). */
export async function removeItems(
  { db }: { readonly db: Db },
  { account_id, batch_id }: { account_id: string; batch_id: string },
): Promise<void> {
  await changeAll(db, {
    table: "items",
    account_id,
    condition: sql`batch_id = ${batch_id}`,
    change: (chosen) => sql`delete from items where ${chosen}`,
  });
}
