import { fileNameIn } from "./addresses.ts";
import { timesOf } from "./answer-times.ts";
import { conversationIn } from "./conversation.ts";
import {
  answerOf,
  type ForeignAnswer,
  type ForeignFault,
  type ForeignItem,
  ImportFault,
  partOf,
} from "./importer.ts";
import { isJsonObject, type JsonObject, shown } from "./json-value.ts";
import { extensionOf } from "./media-content.ts";
import { cell, jsonCell, numberCell, type Table, type TableRow, textCell } from "./table.ts";
import { type Columns, OBJECT_SHAPES, type Shape } from "./table-columns.ts";
import { answersOf, resultOf, tokensText } from "./table-results.ts";

/** A table, and what the dataset says of it besides. */
export interface GivenTable {
  readonly table: Table;
  /** The folder to which the names of files are relative, with a slash at its end; empty for the top. */
  readonly base: string;
  /** Null if the dataset has no splits. */
  readonly split: string | null;
  /** The names of the classes of columns that hold their numbers. */
  readonly classes: ReadonlyMap<string, readonly string[]>;
}

/** How a table is read. */
export interface TableReading extends GivenTable {
  readonly columns: Columns;
  readonly shape: Shape | undefined;
  /** Whether Assay itself wrote the table: then some of its columns say what an import finds out again. */
  readonly isOurs: boolean;
}

/** Columns of Assay's own exports that are no metadata of an item. */
const OURS = new Set([
  ...[
    "id",
    "batch_id",
    "file_id",
    "filename",
    "file_name",
    "content_type",
    "sha256",
    "image_width",
    "image_height",
  ],
  ...[
    "duration",
    "line",
    "status",
    "excluded_reason",
    "support",
    "origin",
    "model",
    "object",
    "span",
    "segment",
    "span_text",
  ],
  ...["objects", "label", "labels", "transcript", "generated_text", "rank", "response"],
]);
/** Columns of Assay's own exports that an import cannot keep. */
const LOST = ["fields", "group"];
/** Names that any file system takes. */
const FILE_NAME = /^[^.\p{Cc}\\:*?"<>|][^\p{Cc}\\:*?"<>|]{0,150}$/u;
/** The maximum that an item may have. */
const MAX_METADATA_KEYS = 50;

/** The items of a table, each with its medium under a name that is not in `names` yet. The rows of one item must stand together. */
export async function* itemsOfTable(
  reading: TableReading,
  names: Set<string>,
): AsyncGenerator<ForeignItem | ForeignFault> {
  const seen = new Set<string>();
  for await (const rows of groupsOf(reading)) {
    const [row] = rows;
    if (row === undefined) continue;
    yield await partOf(row.at, () => {
      const key = isGrouped(reading) ? keyOf(reading, row) : null;
      if (key !== null && seen.has(key))
        throw new ImportFault(row.at, `the rows of ${shown(key)} do not stand together: sort them`);
      if (key !== null) seen.add(key);
      return itemOf(reading, rows, names);
    });
  }
}

function isGrouped({ columns, shape, isOurs }: TableReading): boolean {
  if (shape === "answers" || shape === "result") return false;
  return (
    isOurs || OBJECT_SHAPES.has(shape ?? "") || columns.annotator !== undefined || columns.model !== undefined
  );
}

/** The rows of each item. Bytes in them are valid only where each item is one row. */
async function* groupsOf(reading: TableReading): AsyncGenerator<readonly TableRow[]> {
  const grouped = isGrouped(reading);
  let [key, rows]: [string | null, TableRow[]] = [null, []];
  for await (const row of reading.table.rows()) {
    const next = grouped ? keyOf(reading, row) : null;
    if (next === null) {
      yield [row];
      continue;
    }
    if (rows.length > 0 && next !== key) {
      yield rows;
      rows = [];
    }
    key = next;
    rows.push(row);
  }
  if (rows.length > 0) yield rows;
}

/** What the rows of one item share; null if the row says nothing of that kind. */
function keyOf({ columns, isOurs }: TableReading, { values }: TableRow): string | null {
  const column = isOurs ? "id" : (columns.media ?? columns.external_id);
  const value = column === undefined ? null : values[column];
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function itemOf(reading: TableReading, rows: readonly TableRow[], names: Set<string>): ForeignItem {
  const { columns, isOurs, split } = reading;
  const [row] = rows;
  if (row === undefined) throw new RangeError("an item has a row at least");
  const lost = new Set(LOST.filter((name) => isOurs && cell(row, name) !== null));
  const text = textOf(reading, row);
  const conversation = text === null ? conversationIn(jsonCell(row, columns.conversation)) : undefined;
  const medium = text === null && conversation === undefined ? mediumOf(reading, row, names) : null;
  if (text === null && conversation === undefined && medium === null)
    throw new ImportFault(row.at, `the ${columns.media ?? columns.tokens ?? columns.text} is empty`);
  return {
    at: row.at,
    media: medium?.name ?? null,
    ...(medium?.content === undefined ? {} : { content: medium.content }),
    text,
    ...(conversation === undefined ? {} : { conversation }),
    external_id: textCell(row, columns.external_id) ?? (isOurs ? textCell(row, "id") : null),
    metadata: { ...metadataOf(reading, row, lost), ...(split === null ? {} : { split }) },
    answers: answersIn({ ...reading, isText: medium === null }, rows, lost),
    lost: [...lost],
  };
}

function textOf({ columns, isOurs }: TableReading, row: TableRow): string | null {
  if (columns.tokens !== undefined) return tokensText(row, columns.tokens);
  return columns.media === undefined || isOurs ? textCell(row, columns.text) : null;
}

interface Medium {
  readonly name: string;
  readonly content?: Uint8Array;
}

/** A path, or `{bytes, path}` as Hugging Face writes images and recordings; null if there is none. Throws an ImportFault. */
function mediumOf({ columns, base }: TableReading, row: TableRow, names: Set<string>): Medium | null {
  const value = cell(row, columns.media);
  const { bytes, path } = isJsonObject(value) ? value : { bytes: null, path: value };
  if (bytes instanceof Uint8Array) {
    const number = names.size + 1;
    const last = typeof path === "string" ? (path.split("/").at(-1) ?? "") : "";
    const given = FILE_NAME.test(last) ? last : `${number}.${extensionOf(bytes)}`;
    const name = names.has(given) ? `${number}-${given}` : given;
    names.add(name);
    return { name, content: bytes };
  }
  if (path === null || path === undefined || path === "") return null;
  if (typeof path !== "string")
    throw new ImportFault(`${row.at}: ${columns.media}`, `must be the name of a file, not ${shown(path)}`);
  const name = /^[a-z][a-z0-9+.-]*:\/\//i.test(path) ? fileNameIn(path) : path;
  return { name: `${base}${name}` };
}

function metadataOf({ columns, isOurs, table }: TableReading, row: TableRow, lost: Set<string>): JsonObject {
  const used = new Set<string>([...Object.values(columns), ...(isOurs ? [...OURS, ...LOST] : [])]);
  const given = jsonCell(row, columns.metadata);
  const own = table.columns.filter((name) => !used.has(name) && cell(row, name) !== null);
  const all = [
    ...Object.entries(isJsonObject(given) ? given : {}),
    ...own.map((name): [string, unknown] => [name, cell(row, name)]),
  ];
  if (all.length > MAX_METADATA_KEYS - 1) lost.add(`columns beyond ${MAX_METADATA_KEYS - 1}`);
  return Object.fromEntries(all.slice(0, MAX_METADATA_KEYS - 1));
}

type Rows = TableReading & { readonly isText: boolean };

/** The answers of an item's rows: one for each annotator and model. */
function answersIn(reading: Rows, rows: readonly TableRow[], lost: Set<string>): ForeignAnswer[] {
  const { columns, shape, isOurs } = reading;
  const [row] = rows;
  if (shape === undefined || row === undefined) return [];
  if (isOurs && cell(row, "status") !== "accepted" && cell(row, "status") !== null) return [];
  const given = shape === "answers" ? answersOf(row, columns.answers) : [];
  if (given.length > 0) return given.map((answer) => answerOf(answer.result, saidBy(answer, lost)));
  const byPerson = Map.groupBy(rows, (each) =>
    JSON.stringify([textCell(each, columns.annotator), textCell(each, columns.model)]),
  );
  return [...byPerson.values()].flatMap((own) => {
    const result = resultOf({ ...reading, shape }, own);
    const [first = row] = own;
    const said = {
      annotator: textCell(first, columns.annotator),
      ...timesOf({ at: textCell(first, columns.answered_at) }, lost),
      model: textCell(first, columns.model),
      score: numberCell(first, columns.score),
    };
    return result === undefined ? [] : [answerOf(result, said)];
  });
}

function saidBy(
  { annotator, answered_at, created_at }: JsonObject,
  lost: Set<string>,
): Partial<ForeignAnswer> {
  return {
    annotator: typeof annotator === "string" ? annotator : null,
    ...timesOf({ at: answered_at ?? created_at }, lost),
  };
}
