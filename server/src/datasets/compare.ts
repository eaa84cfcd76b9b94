import type { ExportItem } from "@assay/domain/formats/format.ts";
import { jsonLine } from "@assay/domain/formats/json-line.ts";
import type { Source } from "../exports/file/source.ts";
import { readLines } from "../platform/chunks.ts";
import { idOf } from "./sorted.ts";

/** The lines of one item in two versions; undefined in one that lacks it. */
interface Pair {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The items that two versions do not have in common, by id, in one pass of constant memory. */
export async function* differences(before: Source | undefined, after: Source): AsyncGenerator<Pair> {
  const old = before === undefined ? none() : readLines(before.open().setEncoding("utf8"));
  const now = readLines(after.open().setEncoding("utf8"));
  try {
    let left = await next(old);
    let right = await next(now);
    while (left !== undefined || right !== undefined) {
      const order = orderOf(left, right);
      const oldLine = order > 0 ? undefined : left?.line;
      const newLine = order < 0 ? undefined : right?.line;
      if (oldLine !== newLine) yield { before: oldLine, after: newLine };
      if (order <= 0) left = await next(old);
      if (order >= 0) right = await next(now);
    }
  } finally {
    await old.return(undefined);
    await now.return(undefined);
  }
}

interface Line {
  readonly id: string;
  readonly line: string;
}

/** Negative if the first id comes first, or there is no second line; 0 if they are of one item. */
function orderOf(left: Line | undefined, right: Line | undefined): number {
  if (right === undefined) return -1;
  if (left === undefined) return 1;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}

async function* none(): AsyncGenerator<string> {}

async function next(lines: AsyncGenerator<string>): Promise<Line | undefined> {
  const { value, done } = await lines.next();
  return done ? undefined : { id: idOf(value), line: value };
}

/** The lines of a version that an earlier one lacks or has otherwise. */
export async function* newLines(before: Source, after: Source): AsyncGenerator<string> {
  for await (const pair of differences(before, after)) if (pair.after !== undefined) yield pair.after;
}

/** The lines of `GET …/diff`, one JSON object for each item that was added, removed or changed. */
export async function* diffText(before: Source | undefined, after: Source): AsyncGenerator<string> {
  for await (const pair of differences(before, after)) {
    const [old, now] = [pair.before, pair.after].map(
      (line): ExportItem | undefined => (line === undefined ? undefined : JSON.parse(line)), // safe: the service wrote it with toRecord
    );
    const item = now ?? old;
    if (item === undefined) continue;
    const change = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    const { id, batch_id, external_id } = item;
    const line = { change, id, batch_id, external_id, before: shown(old), after: shown(now) };
    yield `${jsonLine(line)}\n`;
  }
}

function shown(item: ExportItem | undefined) {
  if (item === undefined) return null;
  const { result, fields, group, metadata, split = null } = item;
  return { result, fields, group, metadata, split };
}
