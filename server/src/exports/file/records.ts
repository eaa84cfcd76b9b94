import type { LabelingModel } from "@assay/domain/formats/format.ts";
import { escapeLineEnds } from "@assay/domain/formats/json-line.ts";
import { type RawBuilder, sql } from "kysely";
import type { PresentNames } from "../../guidelines/names.ts";
import type { CopiedRow, CopyOut } from "../../platform/database/copy.ts";
import type { CopyOf } from "../../platform/database/dataset-tables.ts";
import type { Tx } from "../../platform/database/db.ts";
import { preferIndexes } from "../../platform/database/planner.ts";
import { LABELING_MODEL, ORIGIN } from "../../queue/origin.ts";

/** Which items to read, and what each record has. */
export interface Reading {
  readonly account_id: string;
  /** Batches, read one after the other. */
  readonly batch_ids: readonly string[];
  /** Whether records have the annotators' answers; else `answers` is empty. */
  readonly answers: boolean;
  /** Whether the versions of auditors replace the labels that they judged, as at certification. */
  readonly corrected: boolean;
  readonly present: PresentNames;
}

/** One item, as one line of `dataset.jsonl`. */
export interface RecordLine {
  /** Without the line's end: the bytes of `toRecord`. */
  readonly line: string;
  readonly isExcluded: boolean;
  /** The delivered result; null if there is none. */
  readonly result: unknown;
  /** The pseudonym of each answer's annotator. */
  readonly annotators: readonly string[];
}

/**
 * The items of some batches by batch and position, each with its answers, in constant memory. `tx` must be of one
 * snapshot (REPEATABLE READ), `copyOut` its connection, which runs no other statement until it ends.
 *
 * Annotators are `annotator_<n>`, n counting from 1 in the order of the members' ids among all who answered
 * in these batches. Answers are the current ones of each round, by round and time.
 */
export async function* listRecords(
  tx: Tx,
  copyOut: CopyOut,
  reading: Reading,
): AsyncGenerator<Iterable<RecordLine>> {
  const annotators = reading.answers
    ? await readAnnotators(tx, reading.account_id, reading.batch_ids)
    : new Map<string, string>();
  const texts = createTexts(reading.present);
  await preferIndexes(tx);
  for (const batch_id of reading.batch_ids) {
    const query = queryOf(batch_id, reading).compile(tx).sql;
    for await (const rows of copyOut(query)) {
      yield toLines(batch_id, rows, texts, annotators);
    }
  }
}

/**
 * For one COPY: pages of a cursor cost PostgreSQL half as much again, and this process 5 µs more for each item. It looks
 * rows up by their keys, in the order of the items, whatever the planner guesses: a sort or a hash would keep a million items
 * in memory or on disk before it returns the first.
 */
function queryOf(batch_id: string, { account_id, answers, corrected }: Reading): RawBuilder<unknown> {
  return sql`
    select items.id, items.external_id, items."group", items.metadata, items.line, lines.text,
      lines.conversation, items.status, items.excluded_reason, items.support,
      ${corrected ? CORRECTED_LABEL : LABEL}, ${answers ? ANSWERS : sql`null`}, items.copy_of, files.*
    from items
    left join lateral (
      select text, conversation, media_file_id from file_lines
      where account_id = items.account_id and file_id = items.file_id and line = coalesce(items.line, 0) limit 1) as lines on true
    join lateral (
      select id, filename, content_type, sha256, width, height, duration, case when sha256 is null then (
        select etag from upload_objects as object
        where object.account_id = files.account_id and object.upload_id = files.upload_id
          and object.position = files.position) end
      from files where account_id = items.account_id and id = coalesce(lines.media_file_id, items.file_id) limit 1) as files on true
    ${corrected ? LAST_AUDIT : sql``}
    where items.account_id = ${sql.lit(account_id)} and items.batch_id = ${sql.lit(batch_id)}
    order by items.position`;
}

const LABEL = sql`
  items.result, items.guideline_version, items.fields, ${ORIGIN}, ${LABELING_MODEL}`;

const CORRECTED_LABEL = sql`
  coalesce(audits.corrected, items.result),
  case when audits.corrected is null then items.guideline_version
    else (
      select guideline_version from annotations where account_id = items.account_id and id = audits.annotation_id) end,
  case when audits.corrected is null then items.fields else audits.corrected_fields end,
  case when audits.corrected is null then ${ORIGIN} else 'correction' end,
  case when audits.corrected is null then ${LABELING_MODEL} end`;

/** As in `deliverCorrections`, which runs once the file is written. */
const LAST_AUDIT = sql`
  left join lateral (
    select corrected, corrected_fields, annotation_id from audits
    where account_id = items.account_id and item_id = items.id and audits.round >= items.round and acceptable is not null
    order by audits.round desc limit 1) as audits on true`;

const ANSWER_END = "\x1e";
const COLUMN_END = "\x1f";

/**
 * Answers as text between separators, which no id, number or JSON holds. In no order, and the time by way of
 * `double precision`, which is exact to the millisecond: a sort for each item and the arithmetic of `numeric` took a
 * quarter of the whole query.
 */
const ANSWERS = sql`(
  select string_agg(
    id || E'\\x1f' || member_id || E'\\x1f' || round || E'\\x1f' || guideline_version || E'\\x1f'
      || (date_part('epoch', created_at) * 1000)::bigint || E'\\x1f' || result::text || E'\\x1f'
      || coalesce(fields::text, 'null') || E'\\x1f' || coalesce(to_json(response_order)::text, '')
      || E'\\x1f' || coalesce((date_part('epoch', answered_at) * 1000)::bigint::text, '')
      || E'\\x1f' || case when (prediction ->> 'is_shown')::boolean then (prediction - 'is_shown')::text else '' end, E'\\x1e')
  from annotations
  where account_id = items.account_id and item_id = items.id and kind = 'annotate' and superseded_at is null)`;

/** The pseudonyms of those who answered in these batches, by member id. */
export async function readAnnotators(
  tx: Tx,
  account_id: string,
  batch_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from annotations
    where account_id = ${account_id} and batch_id = any(${batch_ids}::text[]) and kind = 'annotate' order by member_id`.execute(
    tx,
  );
  return new Map(rows.map(({ member_id }, index) => [member_id, `annotator_${index + 1}`]));
}

interface Result {
  readonly value: unknown;
  readonly json: string;
}

/** The JSON that `toRecord` writes, from PostgreSQL's output. */
interface Texts {
  readonly compact: (json: string) => string;
  readonly model: (json: string) => string;
  /** With the present names of the labels that were given under a guideline version, which is empty for none. */
  readonly result: (version: string) => (json: string) => Result;
}

function createTexts(present: PresentNames): Texts {
  return {
    compact: remembered((json) => JSON.stringify(JSON.parse(json))),
    model: (json) => {
      const { name, version, score }: LabelingModel = JSON.parse(json); // safe: queue/labels.ts wrote it
      return JSON.stringify({ name, version, score });
    },
    result: remembered((version) =>
      remembered((json) => {
        const value = present(JSON.parse(json), version === "" ? null : Number(version));
        return { value, json: JSON.stringify(value) };
      }),
    ),
  };
}

/** Longer texts seldom come twice. */
const MAX_REMEMBERED_LENGTH = 300;
const MAX_REMEMBERED = 1_000;

/** Remembers what short texts gave: labels and metadata come again and again. */
function remembered<T extends string | object>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (text.length > MAX_REMEMBERED_LENGTH) return made;
    if (known.size === MAX_REMEMBERED) known.clear();
    known.set(text, made);
    return made;
  };
}

function* toLines(
  batch_id: string,
  rows: Iterable<CopiedRow>,
  texts: Texts,
  pseudonyms: ReadonlyMap<string, string>,
): Generator<RecordLine> {
  for (const row of rows) yield toLine(batch_id, row, texts, pseudonyms);
}

type Column = CopiedRow[number] | undefined;

/** In the order of the query's columns and of `toRecord`. */
function toLine(
  batch_id: string,
  row: CopiedRow,
  texts: Texts,
  pseudonyms: ReadonlyMap<string, string>,
): RecordLine {
  const [id, external_id, group, metadata, line, text, conversation, status, excluded_reason, support] = row;
  const [result, version, fields, origin, model, answers, copy_of, ...file] = row.slice(10);
  const copied: CopyOf | null = copy_of == null ? null : JSON.parse(copy_of); // safe: queue/copy.ts wrote it
  const compact = (json: Column) => (json == null ? "null" : texts.compact(json));
  const label = result == null ? { value: null, json: "null" } : texts.result(version ?? "")(result);
  const annotators: string[] = [];
  const answerTexts = (answers?.split(ANSWER_END) ?? [])
    .map((answer) => answer.split(COLUMN_END))
    .sort(byRoundAndTime)
    .map(
      ([
        ,
        member_id = "",
        round,
        given_version = "",
        created_ms,
        given = "",
        given_fields,
        order,
        answered_ms,
        prediction,
      ]) => {
        const annotator = pseudonyms.get(member_id) ?? "annotator";
        annotators.push(annotator);
        return (
          `{"annotator":"${annotator}","round":${round},"guideline_version":${given_version},` +
          `"created_at":"${new Date(Number(created_ms)).toISOString()}",` +
          `"result":${texts.result(given_version)(given).json},"fields":${compact(given_fields)}` +
          `${order ? `,"response_order":${order}` : ""}` +
          `${answered_ms ? `,"answered_at":"${new Date(Number(answered_ms)).toISOString()}"` : ""}` +
          `${prediction ? `,"prediction_shown":${compact(prediction)}` : ""}}`
        );
      },
    );
  const record =
    `{"id":"${id}","batch_id":"${batch_id}","external_id":${quoted(external_id ?? copied?.external_id)},"group":${quoted(group)},` +
    `"metadata":${compact(metadata)},"file":${fileText(file)},"line":${line ?? "null"},"text":${quoted(text)},` +
    `"conversation":${compact(conversation)},"status":"${status}","excluded_reason":${quoted(excluded_reason)},` +
    `"result":${label.json},"fields":${compact(fields)},"support":${support == null ? "null" : Number(support)},` +
    `"origin":${quoted(origin)},${model == null ? "" : `"model":${texts.model(model)},`}"answers":[${answerTexts.join(",")}]${copied === null ? "" : copyText(copied)}}`;
  return {
    line: escapeLineEnds(record),
    isExcluded: status === "excluded",
    result: label.value,
    annotators,
  };
}

/** From its columns: to parse and write JSON of PostgreSQL for each takes longer. */
function fileText(columns: CopiedRow): string {
  const [id, filename, content_type, sha256, width, height, duration, etag] = columns;
  const version = sha256 == null ? `"sha256":null,"etag":${quoted(etag)}` : `"sha256":"${sha256}"`;
  return (
    `{"id":"${id}","filename":${quoted(filename)},"content_type":${quoted(content_type)},${version},` +
    `"width":${width ?? "null"},"height":${height ?? "null"},"duration":${duration == null ? "null" : Number(duration)}}`
  );
}

/** The last fields of `toRecord`. */
function copyText({ item_id, batch_id, split }: CopyOf): string {
  return `,"copy_of":{"item_id":"${item_id}","batch_id":"${batch_id}"},"split":"${split}"`;
}

function quoted(text: Column): string {
  return text == null ? "null" : JSON.stringify(text);
}

/** Ids rise with time. */
function byRoundAndTime(
  [id = "", , round]: readonly string[],
  [otherId = "", , otherRound]: readonly string[],
): number {
  return Number(round) - Number(otherRound) || (id < otherId ? -1 : 1);
}
