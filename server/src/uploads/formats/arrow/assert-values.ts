import { isUtf8 } from "node:buffer";
import { Type } from "@uwdata/flechette";
import { ArrowFault, malformed } from "./assert-message.ts";

/** Values without bytes of their own: a list of them would cost nothing to state. */
const MAX_EMPTY = 1_000_000;

/** The values of a column in one record batch, as flechette holds them. */
export interface Values {
  readonly length: number;
  readonly type: { readonly typeId: number; readonly stride?: number };
  readonly values?: ArrayLike<unknown> | undefined;
  readonly offsets?: ArrayLike<number | bigint> | undefined;
  readonly children?: readonly Values[] | undefined;
  /** The values behind dates. */
  readonly source?: Values;
}

/** Throws ArrowFault unless `rows` values are there and all places are within the bytes that they lead to. */
export function assertValues(given: Values, rows: number): void {
  const column = given.source ?? given;
  if (column.length < rows) throw malformed();
  switch (column.type.typeId) {
    case Type.Null:
    case Type.Struct:
    case Type.FixedSizeList:
    case Type.List:
    case Type.Map:
    case Type.LargeList:
      assertChildren(column, rows);
      break;
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Binary:
    case Type.LargeBinary:
      assertOffsets(column, rows, column.values?.length ?? 0);
      assertText(column);
      break;
    default:
      if ((column.values?.length ?? 0) < lengthOf(column, rows)) throw malformed();
  }
}

function assertChildren(column: Values, rows: number): void {
  const { type, length, children = [] } = column;
  if (children.length === 0 && length > MAX_EMPTY) throw malformed();
  for (const child of children) {
    if (type.typeId === Type.Struct) assertValues(child, rows);
    else if (type.typeId === Type.FixedSizeList) assertValues(child, rows * (type.stride ?? 0));
    else assertValues(child, assertOffsets(column, rows, child.length));
  }
}

/** The length of the values of `rows` rows: bits, bytes or numbers. */
function lengthOf({ type }: Values, rows: number): number {
  switch (type.typeId) {
    case Type.Bool:
      return Math.ceil(rows / 8);
    case Type.Utf8View:
    case Type.BinaryView:
      return rows * 16;
    case Type.FixedSizeBinary:
      return rows * (type.stride ?? 0);
    default:
      return rows;
  }
}

function assertText({ type, values }: Values): void {
  if (type.typeId !== Type.Utf8 && type.typeId !== Type.LargeUtf8) return;
  if (values instanceof Uint8Array && !isUtf8(values)) throw new ArrowFault("has text that is not UTF-8");
}

/** Returns the last offset. */
function assertOffsets({ offsets }: Values, rows: number, end: number): number {
  if (rows === 0) return 0;
  if (offsets === undefined || offsets.length <= rows) throw malformed();
  let last = 0;
  for (let row = 0; row <= rows; row += 1) {
    const offset = Number(offsets[row]);
    if (offset < last) throw malformed();
    last = offset;
  }
  if (last > end) throw malformed();
  return last;
}
