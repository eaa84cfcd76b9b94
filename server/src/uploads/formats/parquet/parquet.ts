import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { archiveFault, assertEntries, MAX_FILE_BYTES, type Unpacked } from "../archive.ts";
import { describeArrow, readArrow } from "../arrow/rows.ts";
import { cleanFilename } from "../filename.ts";
import { itemFault, toLine } from "../jsonl.ts";
import { kindOf } from "../kind.ts";
import { type Line, MAX_LINE_BYTES, type OnLineFault } from "../line.ts";
import type { Part, Staging } from "../part.ts";
import type { RowFile, RowValues } from "../row-file.ts";
import { footerOf, readRows } from "./rows.ts";
import { type Size, toJson, ValueFault } from "./values.ts";

type Named = Pick<Part, "filename" | "blob">;

/** Files of rows with typed columns. */
export type RowKind = "parquet" | "arrow";

interface Reader {
  readonly describe: (part: Named) => Promise<RowFile>;
  readonly rows: (part: Named, skipped?: number) => AsyncGenerator<readonly RowValues[]>;
}

const READERS: Readonly<Record<RowKind, Reader>> = {
  parquet: { describe: describeParquet, rows: readRows },
  arrow: { describe: describeArrow, rows: readArrow },
};

async function describeParquet(part: Named): Promise<RowFile> {
  const { schema, rows } = await footerOf(part);
  const columns = schema.children.map(({ element, children }) => ({
    name: element.name,
    fields: children.map((child) => child.element.name),
  }));
  return { columns, rows };
}

const MiB = 1024 * 1024;
/**
 * A dictionary makes a long value cheap to repeat: what the rows hold together may have this many characters and bytes, or this
 * many times the file's.
 */
const MIN_EXPANDED = 256 * MiB;
const MAX_RATIO = 100;

/** Which column of a file of rows holds the content of the items. */
export interface Columns {
  readonly kind: RowKind;
  readonly rows: number;
  readonly content: "text" | "messages" | "prompt" | "url" | "media";
  /** The column of images or recordings. */
  readonly media: string | undefined;
  readonly external_id: string | undefined;
}

/** Throws `invalid_request` for a file without a column that can be the content, and for one that cannot be read. */
export async function columnsOf(part: Named, kind: RowKind): Promise<Columns> {
  const { columns, rows } = await READERS[kind].describe(part);
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw archiveFault(part, `has two columns ${JSON.stringify(twice)}`);
  const media = columns.find(isMedia)?.name;
  const external_id = ["external_id", "id"].find((name) => names.includes(name));
  const has = (name: string): boolean => names.includes(name);
  const shared = { kind, rows, media, external_id };
  if (has("text")) return { content: "text", ...shared };
  if (has("messages")) return { content: "messages", ...shared };
  if (has("prompt") && has("responses")) return { content: "prompt", ...shared };
  if (has("url")) return { content: "url", ...shared };
  if (media !== undefined) return { content: "media", ...shared };
  throw archiveFault(
    part,
    `has none of the columns text, messages, prompt with responses, url, and a column of images as {bytes, path}: its columns are ${names.slice(0, 20).join(", ")}`,
  );
}

/** Images and recordings as Hugging Face writes them: a struct with `bytes` and `path`. */
function isMedia({ fields }: RowFile["columns"][number]): boolean {
  return fields.length === 2 && fields.includes("bytes") && fields.includes("path");
}

/** The rows of a file as lines, numbered from 1. Faulty rows, `row 17: …`, go to `onFault`. */
export async function* readLines(
  part: Named,
  kind: RowKind,
  onFault: OnLineFault,
): AsyncGenerator<readonly Line[]> {
  const columns = await columnsOf(part, kind);
  const size = { characters: 0 };
  let row = 0;
  for await (const rows of READERS[kind].rows(part)) {
    const lines: Line[] = [];
    for (const values of rows) {
      row += 1;
      const item = toItem(columns, values, size);
      const fault = typeof item === "string" ? item : itemFault(item);
      if (fault === undefined) lines.push(toLine(row, item));
      else onFault(row, rowFault(row, fault));
    }
    assertSize(part, size, row);
    yield lines;
  }
}

/** Stages the images or recordings of a file row by row, without the first `skipped` rows. */
export async function* unpackRows(
  part: Part,
  columns: Columns,
  staging: Staging,
  skipped: number,
): AsyncGenerator<Unpacked> {
  assertEntries(part, columns.rows);
  const size = { characters: 0 };
  let entry = skipped;
  for await (const rows of READERS[columns.kind].rows(part, skipped)) {
    for (const values of rows) {
      yield await unpackRow(part, { columns, values, entry }, staging, size);
      entry += 1;
      assertSize(part, size, entry);
    }
  }
}

interface Place {
  readonly columns: Columns;
  readonly values: RowValues;
  readonly entry: number;
}

async function unpackRow(
  part: Part,
  { columns, values, entry }: Place,
  staging: Staging,
  size: Size,
): Promise<Unpacked> {
  const column = columns.media ?? "";
  const refuse = (fault: string): Unpacked => {
    const filename = `${column} ${entry + 1}`;
    return { entry, filename, outcome: archiveFault(part, `row ${entry + 1}: ${fault}`) };
  };
  const { bytes, path } = Object(values[column]);
  size.characters += bytes?.length ?? 0;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return refuse(`${column} holds no bytes`);
  const item = toItem(columns, { ...values, [column]: null }, size);
  const fault = typeof item === "string" ? item : itemFault({ ...item, text: "-" });
  if (fault !== undefined) return refuse(fault);
  if (bytes.length > MAX_FILE_BYTES) return refuse(`${column} is larger than 256 MiB`);
  const blob = await staging.stage(Readable.from([bytes]), MAX_FILE_BYTES);
  const named = nameOf(path);
  const filename =
    named ?? `${column}-${entry + 1}${endingOf(await kindOf({ filename: "", declared: undefined, blob }))}`;
  const { external_id, group, priority, metadata } = toLine(entry + 1, item);
  return {
    entry,
    filename,
    outcome: { filename, declared: undefined, blob, details: { external_id, group, priority, metadata } },
  };
}

function nameOf(path: unknown): string | undefined {
  if (typeof path !== "string" || path === "") return undefined;
  try {
    return cleanFilename(path.replace(/^\/+/, ""));
  } catch {
    return undefined;
  }
}

function endingOf(kind: string): string {
  const [, subtype = "bin"] = kind.split("/");
  return `.${subtype === "jpeg" ? "jpg" : subtype}`;
}

const OWN = ["group", "priority"];

/** The fields of an item as in a JSON line, or the fault of the row. */
function toItem(
  { content, media, external_id }: Columns,
  row: RowValues,
  size: Size,
): Record<string, unknown> | string {
  const before = size.characters;
  const own = [external_id, ...OWN, ...contentColumns(content), content === "media" ? media : undefined];
  try {
    const fields: Record<string, unknown> = {};
    const metadata: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) {
      const json = at(name, () => toJson(value, size));
      if (own.includes(name)) fields[name] = json;
      else metadata[name] = json;
    }
    if (size.characters - before > 4 * MAX_LINE_BYTES) return "it is longer than 4 MiB";
    const main = contentColumns(content)[0];
    if (main !== undefined && (fields[main] ?? null) === null) return `the column ${main} is empty`;
    return { ...contentOf(content, fields), ...ownFields(external_id, fields), metadata };
  } catch (fault) {
    if (fault instanceof ValueFault) return fault.message;
    throw fault;
  }
}

function at<T>(column: string, convert: () => T): T {
  try {
    return convert();
  } catch (fault) {
    throw fault instanceof ValueFault ? new ValueFault(`the column ${column} ${fault.message}`) : fault;
  }
}

function contentColumns(content: Columns["content"]): string[] {
  return {
    text: ["text"],
    messages: ["messages", "responses"],
    prompt: ["prompt", "responses"],
    url: ["url"],
    media: [],
  }[content];
}

function contentOf(content: Columns["content"], fields: Record<string, unknown>): Record<string, unknown> {
  const responses = Array.isArray(fields.responses) ? fields.responses.map(toResponse) : null;
  switch (content) {
    case "text":
      return { text: fields.text };
    case "url":
      return { url: fields.url };
    case "messages":
      return { messages: withoutNulls(fields.messages), responses };
    case "prompt":
      return {
        messages:
          typeof fields.prompt === "string"
            ? [{ role: "user", content: fields.prompt }]
            : withoutNulls(fields.prompt),
        responses,
      };
    default:
      return {};
  }
}

function toResponse(response: unknown, index: number): unknown {
  if (typeof response === "string") return { id: String(index + 1), text: response };
  return withoutNulls(response);
}

/** A struct has all its fields in each row: those that a row lacks are null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function ownFields(id: string | undefined, { group, priority, ...fields }: Record<string, unknown>) {
  return {
    external_id: id === undefined ? null : toName(fields[id]),
    group: toName(group),
    priority: priority ?? null,
  };
}

/** Ids are often numbers. */
function toName(value: unknown): unknown {
  return typeof value === "number" ? String(value) : (value ?? null);
}

function rowFault(row: number, fault: string): ServiceError {
  return new ServiceError("invalid_request", `row ${row}: ${fault}`);
}

function assertSize(part: Named, { characters }: Size, row: number): void {
  if (characters <= Math.max(MIN_EXPANDED, MAX_RATIO * part.blob.size_bytes)) return;
  throw archiveFault(part, `expands to more than ${MAX_RATIO} times its size (up to row ${row})`);
}
