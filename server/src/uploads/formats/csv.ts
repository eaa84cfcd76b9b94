import { pipeline, Readable } from "node:stream";
import { csvFault } from "@assay/domain/csv-fault.ts";
import { cutMiddle } from "@assay/domain/errors.ts";
import { CsvError, parse } from "csv-parse";
import { textFault } from "../../platform/http/json.ts";
import {
  itemTextFault,
  type Line,
  lineFault,
  MAX_LINE_BYTES,
  metadataFault,
  nameFault,
  type OnLineFault,
  priorityFault,
  refuseLine,
} from "./line.ts";
import { type Block, readBlocks } from "./line-blocks.ts";

const LINES_AT_ONCE = 500;
const OWN_COLUMNS = ["external_id", "group", "priority"];
/**
 * Up to three words of letters, digits and underscores: a sentence, a number or a URL cannot be a column
 * name.
 */
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_./()-]*(?: [\p{L}\p{M}\p{N}_./()-]+){0,2}$/u;

interface Row {
  readonly record: readonly string[];
  /** The line on which the record ends. */
  readonly info: { readonly lines: number };
}

interface Header {
  /** The columns; `id` is renamed to `external_id` unless another column has that name. */
  readonly names: readonly string[];
  readonly text: number;
}

/**
 * The rows of a CSV or TSV file with a header, some at a time, numbered by the line on which they end. `text`
 * (otherwise the first column) is the item's text; `external_id` (otherwise `id`), `group` and `priority`
 * have their meaning, and an empty cell is absent; every other column is metadata, as text. Faulty rows,
 * `line 17: …`, go to `onFault`. Throws `invalid_request` for a faulty header, and for quotes and bytes after
 * which rows cannot be separated.
 *
 * Source: RFC 4180, with LF or CRLF.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  kind: "csv" | "tsv",
  onFault: OnLineFault = refuseLine,
): AsyncGenerator<readonly Line[]> {
  let header: Header | undefined;
  let lines: Line[] = [];
  for await (const { record, info } of readRecords(chunks, kind === "tsv" ? "\t" : ",")) {
    if (header === undefined) {
      header = readHeader(info.lines, record);
      continue;
    }
    const fault = rowFault(header, record);
    if (fault === undefined) lines.push(toLine(info.lines, header, record));
    else onFault(info.lines, lineFault(info.lines, fault));
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines;
    lines = [];
  }
  if (header === undefined) throw lineFault(1, "a header line is required");
  yield lines;
}

/** The records of a CSV file, its header among them. Throws `invalid_request` for quotes and bytes after which they cannot be separated. */
export async function* readRecords(chunks: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ["\r\n", "\n"], // automatic detection fails on files that mix both
    skip_empty_lines: true,
    relax_column_count: true, // rowFault counts the cells
    max_record_size: MAX_LINE_BYTES,
  });
  pipeline(Readable.from(checkedBytes(chunks)), parser, () => undefined); // the loop below reports the error
  try {
    yield* parser;
  } catch (fault) {
    throw fault instanceof CsvError ? lineFault(Number(fault.lines ?? 1), csvFault(fault.code)) : fault;
  }
}

async function* checkedBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const { first, bytes } of readBlocks(chunks)) {
    if (bytes.includes(0)) throw lineFault(lineOfNul({ first, bytes }), "the line contains NUL");
    yield bytes;
  }
}

function lineOfNul({ first, bytes }: Block): number {
  return first + bytes.subarray(0, bytes.indexOf(0)).toString("latin1").split("\n").length - 1;
}

function readHeader(line: number, sent: readonly string[]): Header {
  const hasId = sent.includes("external_id");
  const names = sent.map((name) => (name === "id" && !hasId ? "external_id" : name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw lineFault(line, `the column ${JSON.stringify(twice)} occurs twice`);
  if (names.includes("")) throw lineFault(line, "a column has no name");
  const text = Math.max(0, names.indexOf("text"));
  if (!names.includes("text")) assertNames(line, names);
  if (names.includes("__proto__")) throw lineFault(line, "no column may be named __proto__");
  const others = names.filter((name, index) => index !== text && !OWN_COLUMNS.includes(name));
  const fault = metadataFault(Object.fromEntries(others.map((name) => [name, ""])));
  if (fault !== undefined) throw lineFault(line, fault);
  return { names, text };
}

/** Throws if the first column cannot be the text, or the row has values instead of names. */
function assertNames(line: number, names: readonly string[]): void {
  const [first = ""] = names;
  if (OWN_COLUMNS.includes(first)) throw lineFault(line, "a column named text is required");
  if (first === "url") throw lineFault(line, "a CSV file holds texts: send files by url as JSON lines");
  const value = names.find((name) => !COLUMN_NAME.test(name));
  if (value === undefined) return;
  throw lineFault(
    line,
    `the first row must hold the column names, and ${JSON.stringify(cutMiddle(value, 40))} is no name: add a first row with a column text`,
  );
}

function toLine(line: number, header: Header, record: readonly string[]): Line {
  const others = header.names.flatMap((name, index) =>
    index === header.text || OWN_COLUMNS.includes(name) ? [] : [[name, record[index] ?? ""] as const],
  );
  const metadata = Object.fromEntries(others);
  return { line, ...ownCells(header, record), url: null, conversation: null, metadata };
}

/** The fault of a row; undefined if there is none. */
function rowFault(header: Header, record: readonly string[]): string | undefined {
  if (record.length !== header.names.length) return csvFault("CSV_RECORD_INCONSISTENT_FIELDS_LENGTH");
  const { text, external_id, group, priority } = ownCells(header, record);
  return (
    itemTextFault(text) ??
    (external_id === null ? undefined : nameFault("external_id", external_id)) ??
    (group === null ? undefined : nameFault("group", group)) ??
    priorityFault(priority) ??
    record.map(textFault).find((found) => found !== undefined)
  );
}

function ownCells({ names, text }: Header, record: readonly string[]) {
  const cell = (name: string): string | null => record[names.indexOf(name)] || null;
  return {
    text: record[text] ?? "",
    external_id: cell("external_id"),
    group: cell("group"),
    priority: toInteger(cell("priority") ?? "0"),
  };
}

function toInteger(text: string): number {
  return /^\s*[-+]?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}
