import type { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Source } from "../exports/file/source.ts";

/** Some lines of a file, and the byte at which the next one begins; null at the file's end. */
export interface PageOfLines {
  readonly lines: readonly string[];
  readonly next: number | null;
}

/** A page ends with the line that reaches so many bytes: an item may have a text of megabytes. */
export const PAGE_BYTES = 8 * 2 ** 20;

/**
 * Up to `limit` lines of a file from byte `start` on, the last of which reaches `most` bytes; reads little more than these. Throws
 * `invalid_request` unless a line begins there.
 */
export async function readPageOfLines(
  { open, size_bytes }: Pick<Source, "open" | "size_bytes">,
  start: number,
  limit: number,
  most = PAGE_BYTES,
): Promise<PageOfLines> {
  if (start > size_bytes) throw noLine();
  if (start === size_bytes) return { lines: [], next: null };
  // With the byte before, which must end a line: a cursor can be forged.
  const first = Math.max(0, start - 1);
  const read = await readLineEnds(open({ start: first, end: size_bytes - 1 }), limit + 1, most);
  if (start > 0 && read[0] !== LINE_END) throw noLine();
  const bytes = read.subarray(start - first);
  const lines: string[] = [];
  let at = 0;
  while (lines.length < limit && at < Math.min(bytes.length, most)) {
    const end = bytes.indexOf(LINE_END, at);
    lines.push(bytes.toString("utf8", at, end));
    at = end + 1;
  }
  return { lines, next: start + at < size_bytes ? start + at : null };
}

/** Whether a part of a cursor can be the byte at which a line begins. */
export function isByte(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

const LINE_END = 10;

/** The bytes of a stream until at least `count` lines have ended, or one after `most` bytes. */
async function readLineEnds(stream: Readable, count: number, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let found = 0;
  let size = 0;
  try {
    for await (const chunk of stream) {
      const isFull = size > most;
      const before = found;
      parts.push(chunk);
      size += chunk.length;
      for (const byte of chunk) if (byte === LINE_END) found += 1;
      if (found >= count || (isFull && found > before)) break;
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(parts);
}

function noLine(): ServiceError {
  return new ServiceError("invalid_request", "cursor must be a next_cursor of this list");
}
