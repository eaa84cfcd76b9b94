/** A structure of a Parquet file that no honest program writes, or one that is not read; the message completes the name of the file. */
export class ParquetFault extends Error {
  override readonly name = "ParquetFault";
}

const MAX_DEPTH = 32;

interface Cursor {
  readonly bytes: Buffer;
  readonly maxStructs: number;
  at: number;
  structs: number;
}

/**
 * Checks a structure of the Thrift compact protocol before hyparquet 1.31.5 reads it, which allocates lists of the size that
 * the bytes claim, and has no limit of depth. Returns false if the bytes end before it does. Throws ParquetFault if it
 * is malformed or holds more than `maxStructs` structures.
 *
 * Source: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export function isWholeThrift(bytes: Buffer, maxStructs: number): boolean {
  const cursor = { bytes, maxStructs, at: 0, structs: 0 };
  try {
    passStruct(cursor, 0);
    return true;
  } catch (fault) {
    if (fault instanceof CutOff) return false;
    throw fault;
  }
}

class CutOff extends Error {}

function passStruct(cursor: Cursor, depth: number): void {
  cursor.structs += 1;
  if (depth > MAX_DEPTH || cursor.structs > cursor.maxStructs) {
    throw new ParquetFault("has too many row groups and columns: write larger row groups");
  }
  for (;;) {
    const field = byteOf(cursor);
    if ((field & 15) === 0) return;
    if (field >> 4 === 0) varintOf(cursor);
    passValue(cursor, field & 15, depth, false);
  }
}

function passValue(cursor: Cursor, type: number, depth: number, isInList: boolean): void {
  switch (type) {
    case 1:
    case 2:
      if (isInList) cursor.at += 1;
      return;
    case 3:
      cursor.at += 1;
      return;
    case 4:
    case 5:
    case 6:
      varintOf(cursor);
      return;
    case 7:
      cursor.at += 8;
      return;
    case 8: {
      const length = varintOf(cursor); // moves `at` itself
      cursor.at += length;
      return;
    }
    case 9:
      passList(cursor, depth);
      return;
    case 12:
      passStruct(cursor, depth + 1);
      return;
    default:
      throw new ParquetFault("is not a valid Parquet file");
  }
}

function passList(cursor: Cursor, depth: number): void {
  const head = byteOf(cursor);
  const size = head >> 4 === 15 ? varintOf(cursor) : head >> 4;
  if (size > cursor.bytes.length - cursor.at) throw new CutOff();
  if (depth >= MAX_DEPTH) throw new ParquetFault("is not a valid Parquet file");
  for (let index = 0; index < size; index += 1) passValue(cursor, head & 15, depth + 1, true);
}

function byteOf(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw new CutOff();
  cursor.at += 1;
  return byte;
}

/** A number of up to 64 bits; exact below 2^53. */
function varintOf(cursor: Cursor): number {
  let value = 0;
  for (let place = 0; place < 10; place += 1) {
    const byte = byteOf(cursor);
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return value;
  }
  throw new ParquetFault("is not a valid Parquet file");
}
