import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { lineFault, MAX_LINE_BYTES, type OnLineFault, refuseLine } from "./line.ts";

/** Some whole lines of a file. */
export interface Block {
  /** The number of its first line, counted from 1. */
  readonly first: number;
  /** Valid UTF-8, each line with its newline, which the last line of the file may lack. */
  readonly bytes: Buffer;
}

const MiB = 1024 * 1024;
const NEWLINE = 10;
const BLANK_LINE = Buffer.from("\n");
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/**
 * Splits a file after newlines, into about one block per chunk, without its byte order mark. Yields to other
 * work of the process between blocks. Lines that are not UTF-8 go to `onFault` and become blank. Throws, with
 * the line number, if a line is much longer than `limitBytes` (the reader of lines handles an excess of less
 * than a chunk).
 */
export async function* readBlocks(
  chunks: AsyncIterable<Buffer>,
  limitBytes: number = MAX_LINE_BYTES,
  onFault: OnLineFault = refuseLine,
): AsyncGenerator<Block> {
  let first = 1;
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(chunk);
    } else {
      const block = blockOf(first, [...rest, chunk.subarray(0, end)], onFault);
      yield block;
      first += countNewlines(block.bytes);
      rest = [chunk.subarray(end)];
    }
    if (sizeOf(rest) > limitBytes) throw lineFault(first, `the line is longer than ${limitBytes / MiB} MiB`);
    await setImmediate();
  }
  if (sizeOf(rest) > 0) yield blockOf(first, rest, onFault);
}

function blockOf(first: number, parts: readonly Buffer[], onFault: OnLineFault): Block {
  const joined = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  const isMarked = first === 1 && joined.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const bytes = isMarked ? joined.subarray(3) : joined;
  return { first, bytes: isUtf8(bytes) ? bytes : withoutFaults(first, bytes, onFault) };
}

/** The bytes with each line that is not UTF-8 replaced by a blank one. */
function withoutFaults(first: number, bytes: Buffer, onFault: OnLineFault): Buffer {
  const lines: Buffer[] = [];
  for (let start = 0, line = first; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const isSound = isUtf8(bytes.subarray(start, end));
    if (!isSound) onFault(line, lineFault(line, "the line is not UTF-8"));
    lines.push(isSound ? bytes.subarray(start, end) : BLANK_LINE);
    start = end;
  }
  return Buffer.concat(lines);
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((size, part) => size + part.length, 0);
}
