import { type Folder, type ForeignFault, type ForeignItem, ImportFault, partOf } from "./importer.ts";
import { type JsonObject, objectAt, parseJson } from "./json-value.ts";
import type { Table, TableRow } from "./table.ts";

/** A line of a file of JSON lines, or a member of a file that is one JSON list. */
export interface JsonLine {
  readonly at: string;
  /** Throws an ImportFault if the line is no JSON object. */
  readonly fields: () => JsonObject;
}

/** The lines of all .jsonl, .ndjson and .json files; throws an ImportFault if there is none. */
export async function linesOf(folder: Folder, importer: string): Promise<readonly JsonLine[]> {
  const paths = folder.paths.filter((name) => /\.(jsonl|ndjson|json)$/i.test(name));
  return linesIn(folder, paths, importer);
}

/**
 * A file of JSON lines as a table; its columns are those of all its lines. It is read anew each time that its rows are, so that many
 * tables keep no lines. Throws an ImportFault.
 */
export async function jsonLinesTable(folder: Folder, path: string): Promise<Table> {
  const columns = new Set<string>();
  let isEmpty = true;
  for (const line of linesOfText(path, await folder.text(path))) {
    isEmpty = false;
    for (const fields of validOf([line])) for (const column of Object.keys(fields)) columns.add(column);
  }
  if (isEmpty) throw noLine(path);
  async function* rows(): AsyncGenerator<TableRow> {
    for (const { at, fields } of linesOfText(path, await folder.text(path))) yield { at, values: fields() };
  }
  return { path, columns: [...columns], huggingface: null, rows };
}

async function linesIn(
  folder: Folder,
  paths: readonly string[],
  importer: string,
): Promise<readonly JsonLine[]> {
  const lines: JsonLine[] = [];
  // As arguments of one push, 120,000 lines overflow the stack.
  for (const path of paths) for (const line of linesOfText(path, await folder.text(path))) lines.push(line);
  if (lines.length === 0) throw noLine(importer);
  return lines;
}

function noLine(at: string): ImportFault {
  return new ImportFault(at, "there is no .jsonl file with a line");
}

/** Those lines that are objects, to find out what the dataset is; the others are named when items are read. */
export function validOf(lines: readonly JsonLine[]): JsonObject[] {
  return lines.flatMap(({ fields }) => {
    try {
      return [fields()];
    } catch (thrown) {
      if (thrown instanceof ImportFault) return [];
      throw thrown;
    }
  });
}

/** The items of lines, each made by `itemOf`. */
export async function* itemsOfLines(
  lines: readonly JsonLine[],
  itemOf: (at: string, fields: JsonObject) => ForeignItem,
): AsyncGenerator<ForeignItem | ForeignFault> {
  for (const { at, fields } of lines) yield partOf(at, () => itemOf(at, fields()));
}

/** The lines of a text, or the members of a text that is one JSON list. */
export function* linesOfText(path: string, text: string): Generator<JsonLine> {
  if (text.trimStart().startsWith("[")) {
    yield* membersOf(path, parseJson(path, text));
    return;
  }
  for (let [from, number] = [0, 1]; from < text.length; number += 1) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end === -1 ? undefined : end);
    const at = `${path}: line ${number}`;
    if (line.trim() !== "") yield { at, fields: () => objectAt(at, parseJson(at, line)) };
    from = end === -1 ? text.length : end + 1;
  }
}

function* membersOf(path: string, value: unknown): Generator<JsonLine> {
  for (const [index, member] of (Array.isArray(value) ? value : []).entries()) {
    const at = `${path}: [${index}]`;
    yield { at, fields: () => objectAt(at, member) };
  }
}
