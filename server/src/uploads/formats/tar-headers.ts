import { Transform } from "node:stream";
import type { ServiceError } from "@assay/domain/errors.ts";

const BLOCK = 512;
/** No program writes a larger PAX header or name; modern-tar holds up to 8 MiB of them in memory. */
const MAX_META_BYTES = 1024 * 1024;
const CHECKSUM = { start: 148, end: 156 };
const PLAIN = new Set(["\0", "0", "7"]);
/** Links, devices, folders and pipes have no content, whatever size they claim. */
const BODYLESS = new Set(["1", "2", "3", "4", "5", "6"]);
const PAX = "x";
const GLOBAL_PAX = "g";
/** GNU's long names: of the entry, and of what it links to. */
const LONG_NAMES = new Set(["L", "K"]);
const META = new Set([PAX, GLOBAL_PAX, ...LONG_NAMES]);

/** Where in the archive the next bytes are. */
type Place =
  | { readonly kind: "header" }
  | { readonly kind: "pax"; readonly isGlobal: boolean; readonly size: number }
  | { readonly kind: "body" }
  | { readonly kind: "end" };

/**
 * Passes the bytes of a tar on, and fails with the error of `refuse` at a header that modern-tar 0.8.6 would misread: it takes sparse
 * files, parts of files on several volumes and other kinds of entries for files, skips PAX records that it cannot read, and forgets
 * those before another header of its kind. Of them `size` and `path` decide what the archive holds. The error of a header that is
 * none is not that of `refuse`.
 *
 * Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Extended Header"; GNU tar 1.35, "Basic Tar Format".
 */
export function checkedHeaders(refuse: (what: string) => ServiceError): Transform {
  let place: Place = { kind: "header" };
  let left = BLOCK;
  let held: Buffer[] = [];
  /** What a PAX header says of the next file, if it says what the archive holds. */
  let next: { readonly size: number | undefined } | undefined;

  const enter = (entered: Place, bytes: number) => {
    [place, left, held] = [entered, bytes, []];
  };
  const onMeta = (type: string, size: number) => {
    if (next !== undefined) throw refuse("contains a PAX header that is not directly before its file");
    if (size > MAX_META_BYTES) throw refuse("contains a PAX header or a name larger than 1 MiB");
    const isPax = !LONG_NAMES.has(type);
    enter(isPax ? { kind: "pax", isGlobal: type === GLOBAL_PAX, size } : { kind: "body" }, padded(size));
  };
  const onHeader = (block: Buffer) => {
    if (block.every((byte) => byte === 0)) return enter({ kind: "end" }, Number.POSITIVE_INFINITY);
    const { type, size } = headerIn(block);
    if (META.has(type)) return onMeta(type, size);
    const isBodyless = BODYLESS.has(type);
    if (!isBodyless && !PLAIN.has(type)) throw refuse(kindOf(type));
    enter({ kind: "body" }, isBodyless ? 0 : padded(next?.size ?? size));
    next = undefined;
  };
  const onPax = (bytes: Buffer, isGlobal: boolean) => {
    const records = paxRecords(bytes);
    if (records === undefined) throw refuse("contains a PAX header that cannot be read");
    if ([...records.keys()].some((key) => key.startsWith("GNU.sparse."))) throw refuse(kindOf("S"));
    const size = records.get("size");
    if (size === undefined && !records.has("path")) return;
    if (isGlobal) throw refuse("contains a PAX header that gives all its files one size or path");
    if (size !== undefined && !/^\d{1,15}$/.test(size))
      throw refuse("contains a PAX header with a size that is no number");
    next = { size: size === undefined ? undefined : Number(size) };
  };
  const onWhole = () => {
    const bytes = Buffer.concat(held);
    if (place.kind === "header") return onHeader(bytes);
    if (place.kind === "pax") onPax(bytes.subarray(0, place.size), place.isGlobal);
    enter({ kind: "header" }, BLOCK);
  };
  const check = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(left, chunk.length - at);
      if (place.kind === "header" || place.kind === "pax") held.push(chunk.subarray(at, at + taken));
      at += taken;
      left -= taken;
      while (left === 0) onWhole();
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        check(chunk);
        done(null, chunk);
      } catch (fault) {
        done(fault instanceof Error ? fault : new Error(String(fault)));
      }
    },
  });
}

function kindOf(type: string): string {
  if (type === "S") return "contains a sparse file: pack it without --sparse";
  if (type === "M") return "contains a part of a file on several volumes: pack it as one";
  return `contains an entry of the type ${JSON.stringify(type)}, which is not a file`;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

function headerIn(block: Buffer): { readonly type: string; readonly size: number } {
  const size = numberIn(block.subarray(124, 136));
  if (size === undefined || numberIn(block.subarray(CHECKSUM.start, CHECKSUM.end)) !== sumOf(block)) {
    throw new Error("not a header of a tar");
  }
  return { type: String.fromCharCode(block[156] ?? 0), size };
}

/** The sum of a header's bytes, its checksum's being spaces. */
function sumOf(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= CHECKSUM.start && at < CHECKSUM.end ? 0x20 : byte), 0);
}

/** Octal digits, or with the first bit set a binary number; undefined for anything else. */
function numberIn(field: Buffer): number | undefined {
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & 0x7f : byte), 0);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const text = field.toString("latin1").replace(/\0.*$/s, "").replaceAll(" ", "");
  return /^[0-7]*$/.test(text) ? Number.parseInt(text || "0", 8) : undefined;
}

/** Records `<length> <key>=<value>\n`, the length being that of the whole record; undefined if they are not that. */
function paxRecords(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const [, digits = ""] = /^([1-9]\d{0,6}) /.exec(bytes.toString("latin1", at, at + 8)) ?? [];
    const end = at + Number(digits);
    const record = bytes.toString("utf8", at + digits.length + 1, end - 1);
    const equals = record.indexOf("=");
    if (digits === "" || end > bytes.length || bytes[end - 1] !== 0x0a || equals < 1) return undefined;
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at = end;
  }
  return records;
}
