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

/** A file of JSON lines as a table; its columns are those of all its lines. Throws an ImportFault. */
export async function jsonLinesTable(folder: Folder, path: string): Promise<Table> {
  const lines = await linesIn(folder, [path], path);
  async function* rows(): AsyncGenerator<TableRow> {
    for (const { at, fields } of lines) yield { at, values: fields() };
  }
  const columns = [...new Set(validOf(lines).flatMap((line) => Object.keys(line)))];
  return { path, columns, huggingface: null, rows };
}

async function linesIn(
  folder: Folder,
  paths: readonly string[],
  importer: string,
): Promise<readonly JsonLine[]> {
  const lines: JsonLine[] = [];
  for (const path of paths) {
    const text = await folder.text(path);
    const found = text.trimStart().startsWith("[")
      ? membersOf(path, parseJson(path, text))
      : text.split("\n").flatMap((line, index) => lineAt(`${path}: line ${index + 1}`, line));
    for (const line of found) lines.push(line); // as arguments of one push, 120,000 lines overflow the stack
  }
  if (lines.length === 0) throw new ImportFault(importer, "there is no .jsonl file with a line");
  return lines;
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

function lineAt(at: string, line: string): JsonLine[] {
  return line.trim() === "" ? [] : [{ at, fields: () => objectAt(at, parseJson(at, line)) }];
}

function membersOf(path: string, value: unknown): JsonLine[] {
  const members = Array.isArray(value) ? value : [];
  return members.map((member, index) => {
    const at = `${path}: [${index}]`;
    return { at, fields: () => objectAt(at, member) };
  });
}
