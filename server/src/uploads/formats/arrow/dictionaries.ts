import { ArrowFault, entriesOf, follow, malformed, type Table, tableAt } from "./assert-message.ts";

/** Of all dictionaries that are in use at once, as stored and again without compression. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of all dictionaries of a file, which can take each other's place. */
const MAX_BYTES_OF_FILE = 2 * 1024 * 1024 * 1024;
/** A dictionary grows by parts. */
const MAX_PARTS = 100;

/** Places in the table of a field, and the number of a type. Source: Apache Arrow, format/Schema.fbs. */
const [TYPE_NUMBER, TYPE, DICTIONARY] = [2, 3, 4];
const INT = 2;

/** The bytes in front of the metadata of a message. */
const PREFIX = 8;

/** A schema for each of the two things that a column with a dictionary is: places in the dictionary, and values. */
export interface DictionarySchema {
  /** The id of the dictionary of each column that has one. */
  readonly ids: readonly (number | undefined)[];
  /** The schema in which such columns are integers. */
  readonly rows: Buffer;
  /** The schema of one column, which has the type of the dictionary's values; undefined if no column has that dictionary. */
  readonly valuesOf: (id: number) => Buffer | undefined;
}

/** `message` is one that `assertMessage` has checked. */
export function readDictionarySchema(message: Buffer): DictionarySchema {
  const [rows, values] = [copied(message), copied(message)];
  const ids = fieldsOf(message).map((field) => idOf(message.subarray(PREFIX), field));
  for (const [index, field] of fieldsOf(rows).entries()) {
    if (ids[index] !== undefined) becomeInteger(rows.subarray(PREFIX), field);
  }
  for (const schema of [rows, values]) {
    for (const [index, field] of fieldsOf(schema).entries()) {
      if (ids[index] !== undefined) field.clear(DICTIONARY);
    }
  }
  const places = entriesOf(values.subarray(PREFIX), fieldsPlace(values), 4).map((entry) =>
    follow(values.subarray(PREFIX), entry),
  );
  return {
    ids,
    rows,
    valuesOf(id) {
      const place = places[ids.indexOf(id)];
      if (place === undefined) return undefined;
      const vector = follow(values.subarray(PREFIX), fieldsPlace(values) ?? 0);
      values.writeUInt32LE(1, PREFIX + vector);
      values.writeUInt32LE(place - vector - 4, PREFIX + vector + 4);
      return values;
    },
  };
}

/** A copy in memory of its own, because numbers must be aligned. */
function copied(bytes: Buffer): Buffer {
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
}

function fieldsPlace(message: Buffer): number | undefined {
  const bytes = message.subarray(PREFIX);
  const header = tableAt(bytes, bytes.readUInt32LE(0)).at(2);
  if (header === undefined) throw malformed();
  return tableAt(bytes, follow(bytes, header)).at(1);
}

function fieldsOf(message: Buffer): Table[] {
  const bytes = message.subarray(PREFIX);
  return entriesOf(bytes, fieldsPlace(message), 4).map((entry) => tableAt(bytes, follow(bytes, entry)));
}

function idOf(bytes: Buffer, field: Table): number | undefined {
  const place = field.at(DICTIONARY);
  if (place === undefined) return undefined;
  const id = tableAt(bytes, follow(bytes, place)).at(0);
  return id === undefined ? 0 : Number(bytes.readBigInt64LE(id));
}

/** Gives a field the type of its places in the dictionary. */
function becomeInteger(bytes: Buffer, field: Table): void {
  const [number, type, dictionary] = [field.at(TYPE_NUMBER), field.at(TYPE), field.at(DICTIONARY)];
  if (number === undefined || type === undefined || dictionary === undefined) throw malformed();
  const places = tableAt(bytes, follow(bytes, dictionary)).at(1);
  if (places === undefined) throw malformed();
  const integer = follow(bytes, places);
  if (integer < type) throw malformed();
  bytes.writeUInt8(INT, number);
  bytes.writeUInt32LE(integer - type, type);
}

/** The message of a dictionary as one of rows with one column, in place. */
export function becomeRecords(message: Buffer): void {
  const bytes = message.subarray(PREFIX);
  const table = tableAt(bytes, bytes.readUInt32LE(0));
  const [type, header] = [table.at(1), table.at(2)];
  if (type === undefined || header === undefined) throw malformed();
  const data = tableAt(bytes, follow(bytes, header)).at(1);
  if (data === undefined) throw malformed();
  const records = follow(bytes, data);
  if (records < header) throw malformed();
  bytes.writeUInt8(3, type);
  bytes.writeUInt32LE(records - header, header);
}

/** The values of a part of a dictionary. */
export interface DictionaryPart {
  readonly length: number;
  readonly at: (index: number) => unknown;
  readonly bytes: number;
}

/** The dictionaries at a place in a file. */
export interface Dictionaries {
  /** The bytes that a part of `bytes` may have besides once it is unpacked. Throws ArrowFault if there is no room for it. */
  readonly assertRoom: (id: number, isDelta: boolean, bytes: number) => number;
  readonly add: (id: number, isDelta: boolean, part: DictionaryPart) => void;
  /** Throws ArrowFault if there is no such value. */
  readonly valueAt: (id: number, place: number) => unknown;
}

interface Held {
  readonly parts: readonly DictionaryPart[];
  /** The values that were read: rows with one value share it. */
  readonly read: Map<number, unknown>;
}

export function createDictionaries(): Dictionaries {
  const held = new Map<number, Held>();
  let sum = 0;
  const partsOf = (id: number, isDelta: boolean) => (isDelta ? (held.get(id)?.parts ?? []) : []);
  return {
    assertRoom(id, isDelta, bytes) {
      const kept = [...held].flatMap(([other, { parts }]) => (other === id ? [] : parts));
      const used = [...kept, ...partsOf(id, isDelta)].reduce((all, part) => all + part.bytes, 0);
      if (used + bytes <= MAX_BYTES) return MAX_BYTES - used - bytes;
      throw new ArrowFault(
        "has dictionaries of more than 32 MiB: write their columns with their values, as pyarrow's dictionary_decode() gives them",
      );
    },
    add(id, isDelta, part) {
      sum += part.bytes;
      if (sum > MAX_BYTES_OF_FILE)
        throw new ArrowFault(
          "has dictionaries of more than 2 GiB, of which later ones take the place of earlier ones",
        );
      const parts = [...partsOf(id, isDelta), part];
      if (parts.length > MAX_PARTS) throw new ArrowFault(`has a dictionary of more than ${MAX_PARTS} parts`);
      held.set(id, { parts, read: (isDelta ? held.get(id)?.read : undefined) ?? new Map() });
    },
    valueAt(id, place) {
      const { parts, read } = held.get(id) ?? { parts: [], read: new Map<number, unknown>() };
      if (read.has(place)) return read.get(place);
      let at = place;
      for (const part of parts) {
        if (at >= 0 && at < part.length) {
          const value = part.at(at);
          read.set(place, value);
          return value;
        }
        at -= part.length;
      }
      throw malformed();
    },
  };
}
