import { isUtf8 } from "node:buffer";

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

/** What was converted so far. */
export interface Size {
  characters: number;
}

/**
 * A value of a row as JSON: dates as RFC 3339, integers above 2^53 as text, numbers that are not finite as null. Adds its
 * characters to `size`. Throws ValueFault for bytes that are not UTF-8.
 */
export function toJson(value: unknown, size: Size): unknown {
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
      return value === null ? null : objectToJson(value, size);
    default:
      return value ?? null;
  }
}

function objectToJson(value: object, size: Size): unknown {
  size.characters += 2;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) {
    const text = toText(value);
    if (typeof text !== "string") throw new ValueFault("holds bytes that are not UTF-8");
    return toJson(text, size);
  }
  if (Array.isArray(value)) return value.map((entry) => toJson(entry, size));
  if (ArrayBuffer.isView(value))
    return Array.from(value as unknown as ArrayLike<unknown>, (entry) => toJson(entry, size));
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, toJson(entry, size)]));
}
