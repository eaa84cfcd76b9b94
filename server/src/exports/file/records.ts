import type { ExportAnswer, ExportItem } from "@assay/domain/formats/format.ts";
import { type RawBuilder, sql } from "kysely";
import type { PresentNames } from "../../guidelines/names.ts";
import type { Tx } from "../../platform/database/db.ts";
import { preferIndexes } from "../../platform/database/planner.ts";

/** Which items are read, and how they are told. */
export interface Reading {
  /** Read one after the other. */
  readonly batch_ids: readonly string[];
  /** The annotators' answers too; else each item has none. */
  readonly answers: boolean;
  /** The round whose corrections by auditors are told in place of the labels they correct; null tells none. */
  readonly corrected_round: number | null;
  readonly present: PresentNames;
}

/** Read first, when nothing is known of the items' size. */
const FIRST_PAGE = 50;
const MAX_PAGE = 200;
/** Characters of JSON and text that a page should have: two pages are in memory at once. */
const PAGE_CHARACTERS = 1_000_000;

/**
 * The items of some batches by batch and position, each with its answers, page by page in constant memory; each page
 * can be gone through once. `tx` must be of one snapshot (REPEATABLE READ) and otherwise idle: the next page is read while the last one is used.
 *
 * Annotators are `annotator_<n>`, n counting from 1 in the order of the members' ids among all who answered in
 * these batches. Answers are the current ones of each round, by round and time.
 */
export async function* listRecords(tx: Tx, reading: Reading): AsyncGenerator<Iterable<ExportItem>> {
  const annotators = reading.answers
    ? await readAnnotators(tx, reading.batch_ids)
    : new Map<string, string>();
  const fileOf = createFiles();
  for (const batch_id of reading.batch_ids) {
    for await (const rows of pages(tx, batch_id, reading)) {
      yield toItems(rows, fileOf, reading.present, annotators);
    }
  }
}

interface ItemRow extends Omit<ExportItem, "file" | "conversation" | "result" | "fields" | "answers"> {
  readonly file: string;
  readonly conversation: string | null;
  readonly result: string | null;
  readonly guideline_version: number | null;
  readonly fields: string | null;
  /** A JSON list of `AnswerRow`. */
  readonly answers: string | null;
}

type AnswerRow = readonly [
  id: string,
  member_id: string,
  round: number,
  guideline_version: number,
  created_ms: number,
  result: unknown,
  fields: ExportAnswer["fields"],
  response_order: readonly string[] | null,
];

async function* pages(tx: Tx, batch_id: string, reading: Reading): AsyncGenerator<readonly ItemRow[]> {
  const cursor = sql.id(`records_${batch_id}`);
  const fetch = async (limit: number) =>
    (await sql<ItemRow>`fetch ${sql.lit(limit)} from ${cursor}`.execute(tx)).rows;
  await declare(tx, cursor, batch_id, reading);
  let rows = await fetch(FIRST_PAGE);
  while (rows.length > 0) {
    const next = fetch(nextLimit(rows));
    next.catch(() => undefined); // where the reader stops early, nobody asks for it
    yield rows;
    rows = await next;
  }
  await sql`close ${cursor}`.execute(tx);
}

function nextLimit(rows: readonly ItemRow[]): number {
  const characters = rows.reduce(
    (sum, { text, conversation, result, answers }) =>
      sum +
      200 +
      (text?.length ?? 0) +
      (conversation?.length ?? 0) +
      (result?.length ?? 0) +
      (answers?.length ?? 0),
    0,
  );
  const fitting = Math.floor((PAGE_CHARACTERS * rows.length) / characters);
  return Math.max(1, Math.min(MAX_PAGE, fitting));
}

/**
 * Opens a cursor over the items: one plan for all pages. It looks rows up by their keys, in the order of the items,
 * whatever the planner guesses: sorted or hashed, a million items would stand in memory or on the disk before the first.
 */
async function declare(
  tx: Tx,
  cursor: RawBuilder<unknown>,
  batch_id: string,
  { answers, corrected_round }: Reading,
): Promise<void> {
  await preferIndexes(tx);
  await sql`
    declare ${cursor} no scroll cursor for
    select items.id, items.batch_id, items.external_id, items."group", items.metadata,
      items.line, lines.text, lines.conversation::text as conversation, items.status, items.excluded_reason, items.support,
      ${corrected_round === null ? LABEL : CORRECTED_LABEL},
      files.file, ${answers ? ANSWERS : sql`null`} as answers
    from items
    left join lateral (
      select text, conversation, media_file_id from file_lines
      where file_id = items.file_id and line = coalesce(items.line, 0) limit 1) as lines on true
    join lateral (
      select json_build_object('id', id, 'filename', filename, 'content_type', content_type,
        'sha256', sha256, 'width', width, 'height', height, 'duration', duration)::text as file
      from files where id = coalesce(lines.media_file_id, items.file_id) limit 1) as files on true
    ${corrected_round === null ? sql`` : correctionsOf(corrected_round)}
    where items.batch_id = ${batch_id}
    order by items.position`.execute(tx);
}

const LABEL = sql`
  items.result::text as result, items.fields::text as fields, items.origin, items.guideline_version`;

const CORRECTED_LABEL = sql`
  coalesce(audits.corrected, items.result)::text as result,
  (case when audits.corrected is null then items.fields else audits.corrected_fields end)::text as fields,
  case when audits.corrected is null then items.origin else 'audit' end as origin,
  case when audits.corrected is null then items.guideline_version
    else (select guideline_version from annotations where id = audits.annotation_id) end as guideline_version`;

function correctionsOf(round: number): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select corrected, corrected_fields, annotation_id from audits
      where item_id = items.id and round = ${round} and not acceptable limit 1) as audits on true`;
}

/**
 * JSON put together as text, ids and numbers needing no escapes: `json_build_array` takes three times as long. In no
 * order, and the time by way of `double precision`, which is exact to the millisecond: a sort for each item and the
 * arithmetic of `numeric` took a quarter of the whole query.
 */
const ANSWERS = sql`(
  select '[' || string_agg(
    '["' || id || '","' || member_id || '",' || round || ',' || guideline_version || ','
      || (date_part('epoch', created_at) * 1000)::bigint || ',' || result::text || ','
      || coalesce(fields::text, 'null') || ',' || coalesce(to_json(response_order)::text, 'null') || ']', ',') || ']'
  from annotations
  where item_id = items.id and kind = 'annotate' and superseded_at is null)`;

async function readAnnotators(tx: Tx, batch_ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from annotations
    where batch_id = any(${batch_ids}::text[]) and kind = 'annotate' order by member_id`.execute(tx);
  return new Map(rows.map(({ member_id }, index) => [member_id, `annotator_${index + 1}`]));
}

/** Reads a file's JSON once for all of its lines, which follow each other. */
function createFiles(): (text: string) => ExportItem["file"] {
  let last: { readonly text: string; readonly file: ExportItem["file"] } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, file: JSON.parse(text) };
    return last.file;
  };
}

/** One at a time, so that most of them are gone before the next collection of garbage. */
function* toItems(
  rows: readonly ItemRow[],
  fileOf: (text: string) => ExportItem["file"],
  present: PresentNames,
  annotators: ReadonlyMap<string, string>,
): Generator<ExportItem> {
  for (const row of rows) yield toItem(row, fileOf(row.file), present, annotators);
}

function toItem(
  row: ItemRow,
  file: ExportItem["file"],
  present: PresentNames,
  annotators: ReadonlyMap<string, string>,
): ExportItem {
  const { result, fields, answers, guideline_version, conversation } = row;
  return {
    ...row,
    file,
    conversation: conversation === null ? null : JSON.parse(conversation),
    result: result === null ? null : present(JSON.parse(result), guideline_version),
    fields: fields === null ? null : JSON.parse(fields),
    answers: answers === null ? [] : answersOf(answers, present, annotators),
  };
}

function answersOf(
  answers: string,
  present: PresentNames,
  annotators: ReadonlyMap<string, string>,
): ExportAnswer[] {
  const rows: AnswerRow[] = JSON.parse(answers);
  rows.sort(byRoundAndTime);
  return rows.map(([, member_id, round, guideline_version, created_ms, result, fields, response_order]) => ({
    annotator: annotators.get(member_id) ?? "annotator",
    round,
    guideline_version,
    created_at: new Date(created_ms).toISOString(),
    result: present(result, guideline_version),
    fields,
    ...(response_order === null ? {} : { response_order }),
  }));
}

/** Ids rise with time. */
function byRoundAndTime([id, , round]: AnswerRow, [otherId, , otherRound]: AnswerRow): number {
  return round - otherRound || (id < otherId ? -1 : 1);
}
