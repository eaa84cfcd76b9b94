import type { Policy } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { type RawBuilder, sql } from "kysely";
import { type Tx, violatedConstraint } from "../platform/db.ts";
import { invalidRequest } from "../platform/error-handler.ts";
import { newId } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import type { Row } from "../platform/tables.ts";

type FileRow = Row<"files">;

const MAX_NAMED = 20;

interface Filled {
  readonly batch_id: string;
  /** Items that the batch has already. */
  readonly firstPosition: number;
  readonly policy: Pick<Policy, "overlap" | "overlap_share">;
  /** Where they come in the order of claims: behind the items of lower turns. */
  readonly turn: number;
}

/**
 * Throws `invalid_request` that names up to 20 files which cannot be items of `type`, and where the batch
 * would have no item or more than a million.
 */
export function checkFiles(files: readonly FileRow[], type: AnnotationType, itemsBefore: number): void {
  const unfit = files.filter((file) => file.status !== "ready" || !suits(file, type));
  if (unfit.length > 0) {
    const names = unfit.slice(0, MAX_NAMED).map(({ filename, id }) => `${filename} (${id})`);
    const rest = unfit.length > MAX_NAMED ? ` and ${unfit.length - MAX_NAMED} more` : "";
    throw invalidRequest([
      { path: "", message: `these files do not suit ${type.name}: ${names.join(", ")}${rest}` },
    ]);
  }
  const items = itemsBefore + countItems(files);
  if (items === 0)
    throw new ServiceError("invalid_request", "a batch needs at least one file: send upload_ids or file_ids");
  if (items > LIMITS.batch_items)
    throw new ServiceError(
      "invalid_request",
      `a batch has at most ${LIMITS.batch_items} items, not ${items}`,
    );
}

/** Items that the files become. */
export function countItems(files: readonly FileRow[]): number {
  return files.reduce((sum, file) => sum + (file.medium === "lines" ? (file.line_count ?? 0) : 1), 0);
}

function suits({ medium }: FileRow, { media }: AnnotationType): boolean {
  if (medium === "lines") return true; // each line is checked where it is inserted
  return media.some((accepted) => accepted === medium);
}

/**
 * Makes the items of `files`, in their order: whole files in one statement, each JSONL or CSV file in one.
 * Throws `invalid_request` for an `external_id` that comes twice and for lines that do not suit `type`.
 */
export async function insertItems(
  tx: Tx,
  files: readonly FileRow[],
  type: AnnotationType,
  filled: Filled,
): Promise<void> {
  await checkLines(tx, files, type);
  let position = filled.firstPosition;
  const whole: { readonly id: string; readonly position: number }[] = [];
  try {
    for (const file of files) {
      if (file.medium === "lines") await insertLines(tx, file, { ...filled, firstPosition: position });
      else whole.push({ id: file.id, position: position + 1 });
      position += countItems([file]);
    }
    if (whole.length > 0) await insertWhole(tx, whole, filled);
  } catch (fault) {
    throw violatedConstraint(fault) === "items_external" ? repeatedExternalId(fault) : fault;
  }
}

const COLUMNS = sql`
  id, batch_id, position, file_id, line, external_id, "group", priority, metadata,
  overlap_required, open_slots, turn, claim_order`;

/** The position takes as many digits: 16^5 is more than a batch can have. */
const POSITION_DIGITS = 5;

/**
 * The ids of the items that one statement inserts: each a ULID whose last digits are the position, so that they lie in
 * the index in the order in which they are inserted. Random ids made the insert of 100k items a quarter slower.
 */
function itemId(rows: "l" | "f"): RawBuilder<string> {
  const stem = newId("item").slice(0, -POSITION_DIGITS);
  const position = sql.ref(`${rows}.position`);
  return sql`${stem}::text || upper(lpad(to_hex(${position}), ${POSITION_DIGITS}, '0'))`;
}

/** 31 random bits, then the position, which has at most 20, so that no two items of a batch share a place. */
function claimOrder(rows: "l" | "f"): RawBuilder<number> {
  return sql`floor(random() * 2147483648)::bigint * 1048576 + ${sql.ref(`${rows}.position`)}`;
}

/** How many answers each item takes, as `o.overlap`: all, or by the policy's share at random just one. */
function overlapOf(rows: "l" | "f", { policy: { overlap, overlap_share } }: Filled): RawBuilder<unknown> {
  const draw = sql`random() < ${overlap_share} and ${sql.ref(`${rows}.position`)} > 0`; // for each row anew
  const drawn = overlap_share === 1 ? sql`true` : draw;
  return sql`lateral (select case when ${drawn} then ${overlap}::integer else 1 end as overlap) as o`;
}

async function insertLines(tx: Tx, file: FileRow, filled: Filled): Promise<void> {
  const { batch_id, firstPosition, turn } = filled;
  await sql`
    insert into items (${COLUMNS})
    select ${itemId("l")}, ${batch_id}, l.position, ${file.id}, l.line, l.external_id, l."group", l.priority, l.metadata,
      o.overlap, o.overlap, ${turn}::bigint, ${claimOrder("l")}
    from (
      select line, external_id, "group", priority, metadata,
        ${firstPosition}::integer + row_number() over (order by line) as position
      from file_lines where file_id = ${file.id}
    ) as l, ${overlapOf("l", filled)}`.execute(tx);
}

async function insertWhole(
  tx: Tx,
  files: readonly { readonly id: string; readonly position: number }[],
  filled: Filled,
): Promise<void> {
  const { batch_id, turn } = filled;
  await sql`
    insert into items (${COLUMNS})
    select ${itemId("f")}, ${batch_id}, f.position, f.id, null, null, null, 0, '{}',
      o.overlap, o.overlap, ${turn}::bigint, ${claimOrder("f")}
    from unnest(${files.map(({ id }) => id)}::text[], ${files.map((file) => file.position)}::integer[])
      as f (id, position), ${overlapOf("f", filled)}`.execute(tx);
}

/** What a line must have for each kind of content. */
const LINE_CONTENT = {
  text: sql`text is not null`,
  image: linkedTo("image"),
  audio: linkedTo("audio"),
  conversation: sql`conversation is not null`,
};

function linkedTo(medium: FileRow["medium"]): RawBuilder<boolean> {
  return sql`exists (select from files as media where media.id = media_file_id and media.medium = ${medium})`;
}

async function checkLines(tx: Tx, files: readonly FileRow[], type: AnnotationType): Promise<void> {
  const ids = files.filter(({ medium }) => medium === "lines").map(({ id }) => id);
  if (ids.length === 0) return;
  const fit = sql.join(
    type.media.map((medium) => LINE_CONTENT[medium]),
    sql` or `,
  );
  const { rows } = await sql<{ filename: string; line: number }>`
    select filename, line from file_lines join files on files.id = file_id
    where file_id = any(${ids}::text[]) and not (${fit}) limit ${MAX_NAMED}`.execute(tx);
  if (rows.length === 0) return;
  const named = rows.map(({ filename, line }) => `${filename} line ${line}`).join(", ");
  throw new ServiceError("invalid_request", `these lines do not suit ${type.name}: ${named}`);
}

function repeatedExternalId(fault: unknown): ServiceError {
  const detail = fault instanceof Error && "detail" in fault ? String(fault.detail) : "";
  const value = /=\([^,]*, (.*)\) already exists/.exec(detail)?.[1] ?? "";
  return new ServiceError("invalid_request", `external_id "${value}" comes more than once in the batch`, {
    cause: fault,
  });
}
