import { isUtf8 } from "node:buffer";
import { isTypedArray } from "node:util/types";

/** Bytes that are no text stay bytes, so that the row can be named. */
export const PARSERS = { stringFromBytes: toText, jsonFromBytes: toJsonValue };

function toText(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined || !isUtf8(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function toJsonValue(bytes: Uint8Array | undefined): unknown {
  const text = toText(bytes);
  try {
    return typeof text === "string" ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** The reason why a value has no form in JSON. */
export class ValueFault extends Error {
  override readonly name = "ValueFault";
}

/** As many as an item's metadata may have; recursive code could overflow the stack. */
const MAX_DEPTH = 64;

/** What was converted so far. */
export interface Size {
  characters: number;
}

/**
 * A value of a row as JSON: dates as RFC 3339, integers above 2^53 as text, numbers that are not finite as null, maps as objects. Adds its
 * characters to `size`. Throws ValueFault for bytes that are not UTF-8, and for more than 64 levels.
 */
export function toJson(value: unknown, size: Size, depth = 0): unknown {
  switch (typeof value) {
    case "string":
      size.characters += value.length;
      return value;
    case "bigint":
      size.characters += 8;
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "number":
      size.characters += 8;
      return Number.isFinite(value) ? value : null;
    case "object":
      return value === null ? null : objectToJson(value, size, depth);
    default:
      return value ?? null;
  }
}

function objectToJson(value: object, size: Size, depth: number): unknown {
  size.characters += 2;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) {
    const text = toText(value);
    if (typeof text !== "string") throw new ValueFault("holds bytes that are not UTF-8");
    return toJson(text, size);
  }
  if (depth === MAX_DEPTH) throw new ValueFault(`is nested more than ${MAX_DEPTH} levels deep`);
  const convert = (entry: unknown) => toJson(entry, size, depth + 1);
  if (Array.isArray(value)) return value.map(convert);
  if (isTypedArray(value)) return Array.from<unknown, unknown>(value, convert);
  if (value instanceof Map) {
    const entries = [...value].map(([key, entry]) => [keyOf(convert(key)), convert(entry)]);
    return Object.fromEntries(entries);
  }
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, convert(entry)]));
}

/** The name of a key of a map, as JSON. */
function keyOf(key: unknown): string {
  return typeof key === "string" ? key : JSON.stringify(key);
}
