import { isUtf8 } from "node:buffer";
import { ServiceError } from "@assay/domain/errors.ts";

/** No request needs deeper JSON, and recursive code could overflow the stack. */
const MAX_DEPTH = 64;

/**
 * The value of a JSON text. Throws `invalid_request` for invalid JSON and for values that cannot be stored:
 * bytes that are not UTF-8, NUL and lone surrogates in strings, numbers beyond a double, `__proto__` keys,
 * more than 64 levels.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError("invalid_request", "the body must be UTF-8");
  return parseJsonText(bytes.toString("utf8"));
}

/** The same for a string, such as one line of a JSONL file. */
export function parseJsonText(text: string): unknown {
  const value = parse(text);
  const fault = storageFault(value);
  if (fault !== undefined) throw new ServiceError("invalid_request", fault);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (cause) {
    throw new ServiceError("invalid_request", "the body is not valid JSON", { cause });
  }
}

/** The reason why a string cannot be stored; undefined if it can. */
export function textFault(text: string): string | undefined {
  if (text.includes("\0")) return "text must not contain NUL (\\u0000)";
  return text.isWellFormed() ? undefined : "text must not contain half a surrogate pair";
}

/** The same for any JSON value. */
export function storageFault(value: unknown): string | undefined {
  return findUnstorable(value, 0);
}

function findUnstorable(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return textFault(value);
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "a number is too large";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= MAX_DEPTH) return `the JSON is nested more than ${MAX_DEPTH} levels deep`;
  return Array.isArray(value) ? findInList(value, depth) : findInObject(value, depth);
}

/**
 * Iterates over the list itself: `Object.entries` allocates an array per value, which took 6 s for seven
 * million numbers.
 */
function findInList(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const fault = findUnstorable(value, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findInObject(value: object, depth: number): string | undefined {
  for (const key of Object.keys(value)) {
    if (key === "__proto__") return "the key __proto__ is not allowed";
    const fault = textFault(key) ?? findUnstorable(Reflect.get(value, key), depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
