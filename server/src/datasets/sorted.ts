import { stageGenerated } from "../exports/file/source.ts";
import type { Blobs, StagedBlob } from "../platform/blobs/blobs.ts";
import { readLines } from "../platform/chunks.ts";

/** Files that are read at once while records are sorted. */
const AT_ONCE = 32;

/** The id with which a line of `dataset.jsonl` begins; `toRecord` writes it first. */
export function idOf(line: string): string {
  const start = '{"id":"'.length;
  return line.slice(start, line.indexOf('"', start));
}

/** A part of a file whose lines are in the order of their ids. */
interface Run {
  /** The first and the last byte. */
  readonly start: number;
  end: number;
}

interface Runs {
  readonly file: StagedBlob;
  readonly runs: readonly Run[];
}

/**
 * Stages lines of `dataset.jsonl` in the order of their ids in constant memory. Batches made one after
 * another are in that order already; those that were filled at the same time are merged.
 */
export async function stageSorted(blobs: Blobs, lines: AsyncIterable<string>): Promise<StagedBlob> {
  let { file, runs } = await stageRuns(blobs, lines);
  while (runs.length > 1) {
    const merged = await stageRuns(blobs, mergedGroups(file, runs));
    await blobs.discard([file]);
    ({ file, runs } = merged);
  }
  return file;
}

/** Stages lines, and notes where one comes whose id is less than that before it. */
async function stageRuns(blobs: Blobs, lines: AsyncIterable<string>): Promise<Runs> {
  const runs: Run[] = [];
  let last = "";
  let size = 0;
  async function* noted(): AsyncGenerator<string> {
    for await (const line of lines) {
      const id = idOf(line);
      const bytes = Buffer.byteLength(line) + 1;
      const run = id < last ? undefined : runs.at(-1);
      if (run === undefined) runs.push({ start: size, end: size + bytes - 1 });
      else run.end += bytes;
      last = id;
      size += bytes;
      yield `${line}\n`;
    }
  }
  const file = await stageGenerated(blobs, noted());
  return { file, runs };
}

async function* mergedGroups(file: StagedBlob, runs: readonly Run[]): AsyncGenerator<string> {
  for (let start = 0; start < runs.length; start += AT_ONCE)
    yield* merged(
      runs.slice(start, start + AT_ONCE).map((run) => readLines(file.open(run).setEncoding("utf8"))),
    );
}

/** The lines of sources in the order of their ids, each source being so. */
async function* merged(sources: readonly AsyncGenerator<string>[]): AsyncGenerator<string> {
  const heads: { id: string; line: string; readonly source: AsyncGenerator<string> }[] = [];
  for (const source of sources) {
    const { value, done } = await source.next();
    if (!done) heads.push({ id: idOf(value), line: value, source });
  }
  try {
    for (;;) {
      const [first, ...others] = heads;
      if (first === undefined) return;
      const least = others.reduce((found, head) => (head.id < found.id ? head : found), first);
      yield least.line;
      const { value, done } = await least.source.next();
      if (done) heads.splice(heads.indexOf(least), 1);
      else Object.assign(least, { id: idOf(value), line: value });
    }
  } finally {
    for (const { source } of heads) await source.return(undefined);
  }
}
