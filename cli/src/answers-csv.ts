import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import { pipeline, Readable } from "node:stream";
import { type Answers, orderAnswers } from "@assay/domain/consensus/answers.ts";
import { createColumn, createPlaces } from "@assay/domain/consensus/columns.ts";
import { csvFault } from "@assay/domain/csv-fault.ts";
import { CsvError, parse } from "csv-parse";
import { assertFile } from "./files.ts";

/** The answers of a file; answers refer to names by index. */
export interface NamedAnswers {
  readonly items: readonly string[];
  readonly workers: readonly string[];
  readonly labels: readonly string[];
  readonly answers: Answers;
  /** The number of answers that a later answer of the same worker to the same item replaces. */
  readonly repeated: number;
}

const COLUMNS = ["item", "worker", "label"] as const;

/**
 * Reads a CSV file in UTF-8 with the columns item, worker and label, in any order and among others; accepts LF, CRLF
 * and a byte order mark. Throws an error that names the line of the first fault.
 */
export async function readAnswers(path: string): Promise<NamedAnswers> {
  const names = { items: createPlaces(), workers: createPlaces(), labels: createPlaces() };
  const columns = { item: createColumn(), worker: createColumn(), label: createColumn() };
  for await (const [item, worker, label] of readColumns(path, COLUMNS)) {
    columns.item.push(names.items.place(item));
    columns.worker.push(names.workers.place(worker));
    columns.label.push(names.labels.place(label));
  }
  const [item, worker, label] = [columns.item.all(), columns.worker.all(), columns.label.all()];
  if (item.length === 0) throw new Error(`${path} has no answers`);
  const [items, workers, labels] = [names.items.names, names.workers.names, names.labels.names];
  const sizes = { items: items.length, workers: workers.length, labels: labels.length };
  const answers = orderAnswers({ ...sizes, item, worker, label, names: { items, workers } });
  return { items, workers, labels, answers, repeated: item.length - answers.worker.length };
}

/** What is wrong with the cells of a row; undefined if nothing is. */
export type RowCheck = (cells: readonly string[], columns: readonly string[]) => string | undefined;

/**
 * The cells of the named columns, row by row; none is empty, or all pass another `check`. Throws an error that names
 * file and line for the first fault. Source: RFC 4180, with LF or CRLF.
 */
export async function* readColumns<const C extends readonly string[]>(
  path: string,
  columns: C,
  check: RowCheck = emptyCell,
): AsyncGenerator<{ readonly [K in keyof C]: string }> {
  await assertFile(path);
  let places: readonly number[] | undefined;
  const parser = parse({
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
    max_record_size: 1_048_576,
    on_record: (record: string[], { lines }) => {
      const fail = (fault: string) => lineFault(path, lines, fault);
      if (places === undefined) {
        places = placesOf(record, columns, fail);
        return null;
      }
      const cells = places.map((place) => record[place] ?? "");
      const fault = check(cells, columns);
      if (fault !== undefined) throw fail(fault);
      return cells;
    },
  });
  pipeline(Readable.from(decoded(path)), parser, () => undefined); // the loop below reports the fault
  try {
    yield* parser;
  } catch (fault) {
    throw fault instanceof CsvError ? lineFault(path, Number(fault.lines ?? 1), csvFault(fault.code)) : fault;
  }
  if (places === undefined) throw lineFault(path, 1, `a header line is required: ${columns.join(",")}`);
}

async function* decoded(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of createReadStream(path)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    throw lineFault(path, await firstLineNotUtf8(path), "the line is not UTF-8");
  }
}

async function firstLineNotUtf8(path: string): Promise<number> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path, "latin1") })) {
    line += 1;
    if (!isUtf8(Buffer.from(text, "latin1"))) break;
  }
  return line;
}

/**
 * Two names that probably mean the same: they differ only in blanks, case, the form of accents or the format of a
 * number. Undefined if there are none.
 */
export function lookalikes(names: readonly string[]): readonly [string, string] | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    const key = likeness(name);
    if (!seen.has(key)) {
      seen.add(key);
      continue;
    }
    const first = names.find((other) => likeness(other) === key);
    if (first !== undefined) return [first, name];
  }
  return undefined;
}

/** With more digits a name is not compared as a number, because different numbers may round to the same. */
const MOST_DIGITS = 15;

function likeness(name: string): string {
  const text = name.normalize().trim().toLowerCase();
  const number = Number(text);
  return text.length <= MOST_DIGITS && Number.isFinite(number) ? String(number) : text;
}

/** Warnings about the answers, one sentence each. */
export function notesOn({ items, workers, labels, repeated }: NamedAnswers): string[] {
  const notes =
    repeated > 0
      ? [`${repeated} of the answers left out: the same worker answered the same item again below`]
      : [];
  for (const [what, names] of Object.entries({ items, workers, labels })) {
    const [one, other] = lookalikes(names) ?? [];
    if (one !== undefined && other !== undefined)
      notes.push(`The ${what} ${JSON.stringify(one)} and ${JSON.stringify(other)} count as two`);
  }
  return notes;
}

type Fail = (fault: string) => Error;

function placesOf(header: readonly string[], columns: readonly string[], fail: Fail): number[] {
  const missing = columns.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    const found = header.slice(0, 20).map((name) => JSON.stringify(name.slice(0, 100)));
    const hint = found.length === 1 ? "; cells are separated by commas" : "";
    throw fail(`there is no column ${missing.join(", ")} (found: ${found.join(", ")}${hint})`);
  }
  const twice = columns.find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (twice !== undefined) throw fail(`the column ${twice} occurs twice`);
  return columns.map((name) => header.indexOf(name));
}

function emptyCell(cells: readonly string[], columns: readonly string[]): string | undefined {
  const empty = cells.findIndex((cell) => cell.trim() === "");
  return empty < 0 ? undefined : `the ${columns[empty]} is empty`;
}

function lineFault(path: string, line: number, fault: string): Error {
  return new Error(`${path}, line ${line}: ${fault}`);
}
