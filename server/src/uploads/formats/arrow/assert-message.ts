/** A file that Assay does not read; the message goes on after the file's name. */
export class ArrowFault extends Error {
  override readonly name = "ArrowFault";
}

/** The fault of bytes that are no Arrow. */
export function malformed(): ArrowFault {
  return new ArrowFault("is an Arrow file that cannot be read: it is corrupt or cut off");
}

const MAX_FIELDS = 1_000;
/** The names and metadata of all fields, in bytes. */
const MAX_TEXT = 8 * 1024 * 1024;

/** Ids of types in Schema.fbs that are read: no unions, intervals or runs. */
const TYPES: ReadonlySet<number> = new Set([
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 18, 19, 20, 21, 23, 24,
]);

const [DECIMAL, STRUCT, FIXED_BYTES, FIXED_LIST, MAP] = [7, 13, 15, 16, 17];

/** What a message says of itself. */
export interface Message {
  readonly kind: "schema" | "dictionary" | "records";
  /** Of the data behind its metadata. */
  readonly body_bytes: number;
  /** Of records; 0 for others. */
  readonly rows: number;
  /** Which dictionary the values belong to, and whether they follow those that it has. */
  readonly dictionary?: { readonly id: number; readonly isDelta: boolean; readonly values: number };
}

/**
 * Reads the metadata of a message and checks all that a decoder follows: it would build a list of billions for a count of four
 * bytes, and repeat one field or text without end. Throws ArrowFault, and a RangeError for places outside the metadata.
 *
 * Source: Apache Arrow, format/Message.fbs and Schema.fbs; FlatBuffers, internals.
 */
export function assertMessage(bytes: Buffer): Message {
  const message = tableAt(bytes, bytes.readUInt32LE(0));
  const [type, header] = [message.at(1), message.at(2)];
  if (type === undefined || header === undefined) throw malformed();
  const body_bytes = int64(bytes, message.at(3));
  const content = tableAt(bytes, follow(bytes, header));
  switch (bytes.readUInt8(type)) {
    case 1:
      assertSchema(bytes, content);
      return { kind: "schema", body_bytes, rows: 0 };
    case 2:
      return {
        kind: "dictionary",
        body_bytes,
        rows: 0,
        dictionary: assertDictionary(bytes, content, body_bytes),
      };
    case 3:
      return { kind: "records", body_bytes, rows: assertRecords(bytes, content, body_bytes) };
    default:
      throw malformed();
  }
}

/** A table of FlatBuffers. */
export interface Table {
  /** The place of a field; undefined if the table lacks it. */
  readonly at: (field: number) => number | undefined;
  /** Makes the table, and others of its form, lack a field. */
  readonly clear: (field: number) => void;
}

export function tableAt(bytes: Buffer, place: number): Table {
  const fields = place - bytes.readInt32LE(place);
  const size = bytes.readUInt16LE(fields);
  return {
    at(field) {
      const offset = 4 + 2 * field < size ? bytes.readUInt16LE(fields + 4 + 2 * field) : 0;
      return offset === 0 ? undefined : place + offset;
    },
    clear(field) {
      if (4 + 2 * field < size) bytes.writeUInt16LE(0, fields + 4 + 2 * field);
    },
  };
}

/** The place to which the one at `place` leads: always further on. */
export function follow(bytes: Buffer, place: number): number {
  return place + bytes.readUInt32LE(place);
}

/** The places of the entries of a vector, each of `size` bytes. */
export function entriesOf(bytes: Buffer, place: number | undefined, size: number): number[] {
  if (place === undefined) return [];
  const start = follow(bytes, place);
  const count = bytes.readUInt32LE(start);
  if (count * size > bytes.length - start - 4) throw malformed();
  return Array.from({ length: count }, (_, index) => start + 4 + index * size);
}

function int64(bytes: Buffer, place: number | undefined): number {
  const value = place === undefined ? 0 : Number(bytes.readBigInt64LE(place));
  if (value < 0 || !Number.isSafeInteger(value)) throw malformed();
  return value;
}

interface Seen {
  fields: number;
  text: number;
}

function assertSchema(bytes: Buffer, schema: Table): void {
  const endianness = schema.at(0);
  if (endianness !== undefined && bytes.readInt16LE(endianness) !== 0)
    throw new ArrowFault("has the numbers of a big-endian machine");
  const seen: Seen = { fields: 0, text: 0 };
  for (const field of entriesOf(bytes, schema.at(1), 4))
    assertField(bytes, tableAt(bytes, follow(bytes, field)), seen, true);
  assertMetadata(bytes, schema.at(2), seen);
}

function assertField(bytes: Buffer, field: Table, seen: Seen, isColumn: boolean): void {
  seen.fields += 1;
  if (seen.fields > MAX_FIELDS) throw new ArrowFault(`has more than ${MAX_FIELDS} columns`);
  assertText(bytes, field.at(0), seen);
  const type = field.at(2);
  if (type === undefined || !TYPES.has(bytes.readUInt8(type)))
    throw new ArrowFault(
      "has a column of a type that is not read (union, interval, run or list view): write it as text, a list or a struct",
    );
  const details = field.at(3);
  if (details !== undefined)
    assertDetails(bytes, bytes.readUInt8(type), tableAt(bytes, follow(bytes, details)));
  const children = entriesOf(bytes, field.at(5), 4).map((child) => tableAt(bytes, follow(bytes, child)));
  for (const child of children) assertField(bytes, child, seen, false);
  if (bytes.readUInt8(type) === MAP) assertEntries(bytes, children);
  if (!isColumn && field.at(4) !== undefined)
    throw new ArrowFault(
      "has a dictionary within a list or a struct: write its values, as pyarrow's cast() gives them",
    );
  assertMetadata(bytes, field.at(6), seen);
}

/** A map is a list of structs of a key and a value. */
function assertEntries(bytes: Buffer, [entries, ...others]: readonly Table[]): void {
  const type = entries?.at(2);
  const isStruct = type !== undefined && bytes.readUInt8(type) === STRUCT;
  if (!isStruct || others.length > 0 || entriesOf(bytes, entries?.at(5), 4).length !== 2) throw malformed();
}

/** Decimals have at most 76 digits; a decoder computes a power of ten. The other numbers are sizes. */
function assertDetails(bytes: Buffer, type: number, details: Table): void {
  const place = type === DECIMAL ? details.at(1) : details.at(0);
  if (place === undefined || ![DECIMAL, FIXED_BYTES, FIXED_LIST].includes(type)) return;
  const value = bytes.readInt32LE(place);
  if (value < 0 || (type === DECIMAL && value > 76)) throw malformed();
}

function assertMetadata(bytes: Buffer, place: number | undefined, seen: Seen): void {
  for (const entry of entriesOf(bytes, place, 4)) {
    const pair = tableAt(bytes, follow(bytes, entry));
    assertText(bytes, pair.at(0), seen);
    assertText(bytes, pair.at(1), seen);
  }
}

function assertText(bytes: Buffer, place: number | undefined, seen: Seen): void {
  seen.text += 1 + (place === undefined ? 0 : bytes.readUInt32LE(follow(bytes, place)));
  if (seen.text > MAX_TEXT) throw malformed();
}

function assertDictionary(bytes: Buffer, batch: Table, body_bytes: number) {
  const [id, data, isDelta] = [batch.at(0), batch.at(1), batch.at(2)];
  if (data === undefined) throw malformed();
  return {
    id: id === undefined ? 0 : Number(bytes.readBigInt64LE(id)),
    isDelta: isDelta !== undefined && bytes.readUInt8(isDelta) !== 0,
    values: assertRecords(bytes, tableAt(bytes, follow(bytes, data)), body_bytes),
  };
}

/** Returns the number of rows. */
function assertRecords(bytes: Buffer, records: Table, body_bytes: number): number {
  for (const node of entriesOf(bytes, records.at(1), 16)) int64(bytes, node);
  const buffers = entriesOf(bytes, records.at(2), 16);
  for (const buffer of buffers)
    if (int64(bytes, buffer) + int64(bytes, buffer + 8) > body_bytes) throw malformed();
  const counts = entriesOf(bytes, records.at(4), 8).map((count) => int64(bytes, count));
  if (counts.reduce((sum, count) => sum + count, 0) > buffers.length) throw malformed();
  return int64(bytes, records.at(0));
}
