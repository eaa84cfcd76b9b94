import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import {
  CompressionType,
  type CompressionType_,
  setCompressionCodec,
  type Table,
  tableFromIPC,
} from "@uwdata/flechette";
import { isStoresFault } from "../../../platform/blobs/stores-fault.ts";
import { LIMITS } from "../../../platform/limits.ts";
import { archiveFault } from "../archive.ts";
import type { Named, RowFile, RowValues } from "../row-file.ts";
import { unzstd } from "../unzstd.ts";
import { ArrowFault, assertMessage, type Message, malformed } from "./assert-message.ts";
import { assertValues } from "./assert-values.ts";
import {
  becomeRecords,
  createDictionaries,
  type Dictionaries,
  type DictionarySchema,
  readDictionarySchema,
} from "./dictionaries.ts";
import { decodeLz4 } from "./lz4.ts";

const MiB = 1024 * 1024;
const ROWS_AT_ONCE = 500;
const MAX_METADATA_BYTES = 4 * MiB;
/** Of one record batch, which is in memory, as stored and again without compression. */
const MAX_BATCH_BYTES = 64 * MiB;
const MAX_BATCHES = 100_000;

/** A file begins with it, and a stream does not. */
const MAGIC = "ARROW1";

/** What is left of `MAX_BATCH_BYTES` for the batch that is decoded. */
let left = 0;

function readCompressed(
  type: CompressionType_,
  decode: (bytes: Uint8Array, size: number) => Uint8Array<ArrayBuffer>,
) {
  setCompressionCodec(type, {
    encode: () => {
      throw new Error("nothing is compressed here");
    },
    decode: (bytes, size) => {
      if (size < 0 || size > left) throw malformed();
      const decoded = decode(bytes, size);
      if (decoded.length !== size) throw malformed();
      left -= size;
      return decoded;
    },
  });
}

readCompressed(CompressionType.LZ4_FRAME, decodeLz4);
readCompressed(
  CompressionType.ZSTD,
  (bytes, size) => new Uint8Array(unzstd(bytes, Math.max(1, size), (what) => new ArrowFault(what))),
);

/** What an Arrow file or stream says of itself. Throws `invalid_request` that names it. */
export async function describeArrow(part: Named): Promise<RowFile> {
  return withArrow(part, async (file, size) => {
    let rows = 0;
    let batches = 0;
    let schema: Buffer | undefined;
    for await (const place of messagesOf(file, size)) {
      const { message } = place;
      if (message.kind === "schema") schema ??= await readPlace(file, place);
      rows += message.rows;
      batches += 1;
      if (rows > LIMITS.batch_items) throw new ArrowFault(`holds more than ${LIMITS.batch_items} rows`);
      if (batches > MAX_BATCHES)
        throw new ArrowFault(`has more than ${MAX_BATCHES} record batches: write larger ones`);
    }
    if (schema === undefined) throw malformed();
    const columns = tableFromIPC([schema]).schema.fields.map(({ name, type }) => ({
      name,
      fields: "children" in type ? type.children.map((child) => child.name) : [],
    }));
    return { columns, rows };
  });
}

/**
 * The rows of an Arrow file or stream, some at a time, without the first `skipped`. One record batch is in memory. Throws
 * `invalid_request` that names the file.
 */
export async function* readArrow(part: Named, skipped = 0): AsyncGenerator<readonly RowValues[]> {
  const borrowed = await part.blob.borrow();
  let file: FileHandle | undefined;
  let row = 0;
  try {
    file = await open(borrowed.path);
    let schema: DictionarySchema | undefined;
    const dictionaries = createDictionaries();
    for await (const place of messagesOf(file, part.blob.size_bytes)) {
      const { kind, rows } = place.message;
      if (kind === "schema") schema ??= readDictionarySchema(await readPlace(file, place));
      else if (schema === undefined) throw malformed();
      else if (kind === "dictionary") await readDictionary(file, place, schema, dictionaries);
      else if (row + rows > skipped) {
        yield* readBatch(file, place, { schema, dictionaries }, Math.max(0, skipped - row));
      }
      row += rows;
    }
  } catch (cause) {
    throw fileFault(part, cause);
  } finally {
    await file?.close();
    await borrowed.giveBack();
  }
}

/** Checked and decoded once, however many batches of rows there are. */
async function readDictionary(
  file: FileHandle,
  place: Place,
  { valuesOf }: DictionarySchema,
  { assertRoom, add }: Dictionaries,
): Promise<void> {
  const { dictionary, body_bytes } = place.message;
  if (dictionary === undefined) throw malformed();
  const { id, isDelta, values } = dictionary;
  const schema = valuesOf(id);
  if (schema === undefined) throw malformed();
  const room = assertRoom(id, isDelta, body_bytes);
  const bytes = await readPlace(file, place);
  becomeRecords(bytes);
  const column = decode(schema, bytes, values, room).getChildAt(0);
  add(id, isDelta, { length: values, at: (index) => column.at(index), bytes: body_bytes + room - left });
}

interface Given {
  readonly schema: DictionarySchema;
  readonly dictionaries: Dictionaries;
}

/** The rows of a record batch from the row `first`, some at a time. */
async function* readBatch(
  file: FileHandle,
  place: Place,
  { schema, dictionaries }: Given,
  first: number,
): AsyncGenerator<readonly RowValues[]> {
  const { rows } = place.message;
  const table = decode(schema.rows, await readPlace(file, place), rows);
  const readRow = rowReader(table, schema, dictionaries);
  for (let at = first; at < rows; at += ROWS_AT_ONCE) {
    const count = Math.min(rows - at, ROWS_AT_ONCE);
    yield Array.from({ length: count }, (_, index) => readRow(at + index));
    await setImmediate(); // lets other work of the process pass
  }
}

function decode(schema: Buffer, batch: Buffer, rows: number, room = MAX_BATCH_BYTES): Table {
  left = room;
  const table = tableFromIPC([schema, batch], { useBigInt: true, useDate: true, useMap: true });
  for (let at = 0; at < table.numCols; at += 1) {
    const [values] = table.getChildAt(at).data;
    if (values === undefined) throw malformed();
    assertValues(values, rows);
  }
  return table;
}

function rowReader(
  table: Table,
  { ids }: DictionarySchema,
  { valueAt }: Dictionaries,
): (row: number) => RowValues {
  const columns = table.schema.fields.map(({ name }, at) => {
    const [column, id] = [table.getChildAt(at), ids[at]];
    if (id === undefined) return [name, (row: number): unknown => column.at(row)] as const;
    const read = (row: number): unknown => {
      const place: unknown = column.at(row);
      return place === null ? null : valueAt(id, Number(place));
    };
    return [name, read] as const;
  });
  return (row) => Object.fromEntries(columns.map(([name, read]) => [name, read(row)]));
}

interface Place {
  readonly message: Message;
  /** Its first byte in the file, and the first behind it. */
  readonly start: number;
  readonly end: number;
}

/**
 * The messages of a stream, or of a file, whose messages are in the same order before its footer.
 *
 * Source: Apache Arrow, Columnar Format, Serialization and Interprocess Communication.
 */
async function* messagesOf(file: FileHandle, size: number): AsyncGenerator<Place> {
  const isFile = size > 8 && (await readAt(file, 0, 6)).toString("latin1") === MAGIC;
  for (let start = isFile ? 8 : 0; start < size; ) {
    const head = await readAt(file, start, 8);
    const length = head.readUInt32LE(4);
    if (head.readInt32LE(0) !== -1) throw malformed();
    if (length === 0) return;
    if (length > MAX_METADATA_BYTES) throw malformed();
    const message = assertMessage(await readAt(file, start + 8, length));
    if (message.body_bytes > MAX_BATCH_BYTES)
      throw new ArrowFault("has a record batch of more than 64 MiB: write batches of fewer rows");
    const end = start + 8 + length + message.body_bytes;
    if (end > size) throw malformed();
    yield { message, start, end };
    start = end;
  }
}

function readPlace(file: FileHandle, { start, end }: Place): Promise<Buffer> {
  return readAt(file, start, end - start);
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length)); // its own memory, because numbers must be aligned
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw malformed();
  return bytes;
}

async function withArrow<T>(part: Named, use: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const borrowed = await part.blob.borrow();
  let file: FileHandle | undefined;
  try {
    file = await open(borrowed.path);
    return await use(file, part.blob.size_bytes);
  } catch (cause) {
    throw fileFault(part, cause);
  } finally {
    await file?.close();
    await borrowed.giveBack();
  }
}

function fileFault(part: Named, cause: unknown): unknown {
  if (isStoresFault(cause) || (cause instanceof Error && cause.name === "ServiceError")) return cause;
  return archiveFault(part, (cause instanceof ArrowFault ? cause : malformed()).message, cause);
}
