import { ImportFault } from "@assay/domain/importers/importer.ts";
import { parseShallow } from "@assay/domain/importers/json-value.ts";

const MiB = 1024 * 1024;
/** No member of a dataset is longer: an image with all its masks, or a task with all its answers. */
export const MAX_MEMBER_BYTES = 16 * MiB;

/** A value of a JSON file: a member of its list, a member of a list of its object, or another value of its object. */
export interface JsonMember {
  /** Of the file's object; null if the file is a list. */
  readonly key: string | null;
  /** In its list, from 0; null for a value of the object that is not read as a list. */
  readonly index: number | null;
  /** Of its first character, from 1. */
  readonly line: number;
  /** Valid JSON. */
  readonly text: string;
  readonly value: unknown;
}

/**
 * The members of a JSON file one by one, so that a file of any size takes little memory. Of an object, the values at the keys `lists` are
 * read member by member, if they are lists with members. Throws an ImportFault, `NAME: line 7: …`, for what is not valid JSON, or is longer than
 * 16 MiB.
 */
export async function* jsonMembers(
  chunks: AsyncIterable<Buffer>,
  name: string,
  lists: readonly string[] = [],
): AsyncGenerator<JsonMember> {
  const scan = createScan(name, lists);
  for await (const chunk of chunks) yield* scan.push(chunk);
  scan.end();
}

/** What the next character that is no blank must belong to. */
type Place = "start" | "key" | "colon" | "value" | "member" | "comma" | "end";

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [NEWLINE, BLANK, RETURN, TAB] = [0x0a, 0x20, 0x0d, 0x09];
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** A file that is read: where it is, and the lists and objects around that place. */
interface Scan {
  readonly name: string;
  readonly lists: readonly string[];
  place: Place;
  line: number;
  file: "list" | "object" | undefined;
  key: string | null;
  /** Whether it is in the list at a key of `lists`. */
  isInList: boolean;
  /** Of the next member of a list. */
  index: number;
  isAfterComma: boolean;
  /** A list without members at a key of `lists`, which has ended. */
  empty: JsonMember | undefined;
}

function createScan(name: string, lists: readonly string[]) {
  const scan: Scan = {
    ...{ name, lists, place: "start", line: 1, file: undefined, key: null, isInList: false, index: 0 },
    ...{ isAfterComma: false, empty: undefined },
  };
  const value = createValue(name);

  /** Skips blanks up to the next value, and returns where it begins; the end of the chunk if it does not there. */
  function skip(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) scan.line += 1;
      if (isBlank(byte) || !begins(scan, byte)) continue;
      value.open(scan.line);
      return at;
    }
    return chunk.length;
  }

  return {
    *push(chunk: Buffer): Generator<JsonMember> {
      let at = scan.place === "start" && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
      for (;;) {
        if (!value.isOpen()) at = skip(chunk, at);
        yield* emptyIn(scan);
        if (at === chunk.length) return;
        const read = value.read(chunk, at);
        scan.line += read.newlines;
        at = read.end;
        if (read.isWhole) yield* membersOf(scan, value.take());
      }
    },
    end(): void {
      if (scan.place !== "end") throw faultAt(scan, "the file ends too early");
    },
  };
}

function emptyIn(scan: Scan): readonly JsonMember[] {
  const { empty } = scan;
  scan.empty = undefined;
  return empty === undefined ? [] : [empty];
}

function faultAt({ name, line }: Scan, what: string): ImportFault {
  return new ImportFault(`${name}: line ${line}`, `is not valid JSON (${what})`);
}

function isList({ isInList, file }: Scan): boolean {
  return isInList || file === "list";
}

/** Takes a character between values; returns whether a key or value begins with it. */
function begins(scan: Scan, byte: number): boolean {
  const { place } = scan;
  if (place === "start" || place === "end") return enter(scan, byte);
  if (place === "comma" || place === "colon") return pass(scan, byte, place);
  if (place !== "value" && byte === (isList(scan) ? CLOSE_LIST : CLOSE_OBJECT)) {
    if (scan.isAfterComma) throw faultAt(scan, "a comma stands before the end");
    return leave(scan);
  }
  if (place === "key" && byte !== QUOTE) throw faultAt(scan, "a key is missing");
  if (place !== "value" || byte !== OPEN_LIST || !scan.lists.includes(scan.key ?? "")) return true;
  [scan.isInList, scan.index, scan.place] = [true, 0, "member"];
  return false;
}

function enter(scan: Scan, byte: number): false {
  if (scan.place === "end") throw faultAt(scan, "more text follows its end");
  if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) throw faultAt(scan, "no list or object");
  [scan.file, scan.place] = byte === OPEN_LIST ? ["list", "member"] : ["object", "key"];
  return false;
}

function leave(scan: Scan): false {
  const { isInList, index, key, line } = scan;
  if (isInList && index === 0) scan.empty = { key, index: null, line, text: "[]", value: [] };
  [scan.place, scan.isInList] = [scan.isInList ? "comma" : "end", false];
  return false;
}

function pass(scan: Scan, byte: number, place: "comma" | "colon"): false {
  if (place === "comma" && byte === (isList(scan) ? CLOSE_LIST : CLOSE_OBJECT)) return leave(scan);
  if (byte !== (place === "comma" ? COMMA : COLON)) throw faultAt(scan, `a ${place} is missing`);
  scan.isAfterComma = place === "comma";
  scan.place = place === "colon" ? "value" : isList(scan) ? "member" : "key";
  return false;
}

/** The member of a value that ended; none of a key. */
function membersOf(scan: Scan, found: Pick<JsonMember, "text" | "value" | "line">): readonly JsonMember[] {
  if (scan.place === "key") {
    [scan.key, scan.place] = [String(found.value), "colon"];
    return [];
  }
  scan.place = "comma";
  if (!isList(scan)) return [{ key: scan.key, index: null, ...found }];
  scan.index += 1;
  return [{ key: scan.key, index: scan.index - 1, ...found }];
}

function isBlank(byte: number): boolean {
  return byte === BLANK || byte === NEWLINE || byte === RETURN || byte === TAB;
}

/** What a character outside strings is to the end of a value. */
type Mark = "open" | "close" | "quote" | "separator";
const MARKS: readonly (Mark | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  if (byte === OPEN_LIST || byte === OPEN_OBJECT) return "open";
  if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return "close";
  if (byte === QUOTE) return "quote";
  return byte === COMMA || byte === COLON || isBlank(byte) ? "separator" : undefined;
});

/** Collects the bytes of one value: brackets are counted, and `JSON.parse` checks the rest. */
function createValue(name: string) {
  let [parts, bytes, line]: [Buffer[], number, number] = [[], 0, 0];
  let depth = 0;
  let [isOpen, isString, isEscaped, isScalar] = [false, false, false, false];

  /** The place after the quote that ends the string. */
  function passString(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE && !isEscaped) {
        isString = false;
        return at + 1;
      }
      isEscaped = byte === BACKSLASH && !isEscaped;
    }
    return chunk.length;
  }

  /** Whether the value ends before a character (0) or after it (1); undefined if it goes on. */
  function endAt(mark: Mark | undefined): 0 | 1 | undefined {
    if (depth === 0 && (isScalar || mark === "close" || mark === "separator")) return mark && 0;
    isString = mark === "quote";
    isScalar = mark === undefined && depth === 0;
    depth += mark === "open" ? 1 : mark === "close" ? -1 : 0;
    return mark === "close" && depth === 0 ? 1 : undefined;
  }

  /** The place after the value's last byte; undefined if it goes on in the next chunk. */
  function endIn(chunk: Buffer, from: number): number | undefined {
    let at = from;
    while (at < chunk.length) {
      if (isString) {
        at = passString(chunk, at);
        if (!isString && depth === 0) return at;
        continue;
      }
      const end = endAt(MARKS[chunk[at] ?? 0]);
      if (end !== undefined) return at + end;
      at += 1;
    }
    return undefined;
  }

  return {
    isOpen: () => isOpen,
    open(at: number): void {
      [parts, bytes, line, isOpen, isScalar] = [[], 0, at, true, false];
    },
    read(chunk: Buffer, from: number) {
      const end = endIn(chunk, from);
      const part = chunk.subarray(from, end);
      parts.push(part);
      bytes += part.length;
      if (bytes > MAX_MEMBER_BYTES)
        throw new ImportFault(
          `${name}: line ${line}`,
          `a value is longer than ${MAX_MEMBER_BYTES / MiB} MiB`,
        );
      return { end: end ?? chunk.length, isWhole: end !== undefined, newlines: newlinesIn(part) };
    },
    take() {
      const text = Buffer.concat(parts).toString("utf8");
      [parts, isOpen] = [[], false];
      return { text, value: parsed(text, name, line), line };
    },
  };
}

function parsed(text: string, name: string, line: number): unknown {
  try {
    return parseShallow(text);
  } catch (cause) {
    const what = `is not valid JSON (${cause instanceof Error ? cause.message : cause})`;
    throw new ImportFault(`${name}: line ${line}`, what, { cause });
  }
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
