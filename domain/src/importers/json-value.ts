import { ImportFault } from "./importer.ts";

/** A JSON object whose members are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** No dataset is nested deeper, in JSON or XML. What walks or prints a value would overflow the stack some thousand levels down. */
export const MOST_LEVELS = 200;

/** `JSON.parse`; throws a SyntaxError also for JSON that is nested more than 200 levels deep. */
export function parseShallow(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MOST_LEVELS)) throw new SyntaxError(`nested more than ${MOST_LEVELS} levels deep`);
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((each) => isDeeper(each, levels - 1));
}

/** The JSON of a file; throws an ImportFault that names the file. */
export function parseJson(at: string, text: string): unknown {
  try {
    return parseShallow(text);
  } catch (cause) {
    throw new ImportFault(at, `is not valid JSON (${cause instanceof Error ? cause.message : cause})`, {
      cause,
    });
  }
}

/** Whether `value` is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` as an object; throws an ImportFault. */
export function objectAt(at: string, value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  throw new ImportFault(at, `must be an object, not ${shown(value)}`);
}

/** `value` as a list; throws an ImportFault. */
export function listAt(at: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ImportFault(at, `must be a list, not ${shown(value)}`);
}

/** `value` as a list, empty if it is absent; throws an ImportFault. */
export function optionalList(at: string, value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : listAt(at, value);
}

/** `value` as a text that is not empty; throws an ImportFault. */
export function textAt(at: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new ImportFault(at, `must be a text, not ${shown(value)}`);
}

/** `value` as a finite number; throws an ImportFault. */
export function numberAt(at: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new ImportFault(at, `must be a number, not ${shown(value)}`);
}

/** `value` as a list of so many numbers, or of any number of them; throws an ImportFault. */
export function numbersAt(at: string, value: unknown, count?: number): readonly number[] {
  const list = listAt(at, value);
  if (count !== undefined && list.length !== count)
    throw new ImportFault(at, `must have ${count} numbers, not ${list.length}`);
  return list.map((each, index) => numberAt(`${at}[${index}]`, each));
}

/** `[x, y]` pairs of a flat list; throws an ImportFault. */
export function pairsAt(at: string, value: unknown): [number, number][] {
  const flat = numbersAt(at, value);
  if (flat.length % 2 !== 0) throw new ImportFault(at, "must have an even number of coordinates");
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index] ?? 0,
    flat[2 * index + 1] ?? 0,
  ]);
}

/** The largest of the numbers and `least`; NaN counts as absent. `Math.max` takes no more than some 120,000 arguments. */
export function most(least: number, values: Iterable<number>): number {
  let found = least;
  for (const value of values) if (value > found) found = value;
  return found;
}

/** A value as a text: a text as it is, all else as JSON. A template string would throw for an object with a member `toString`. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : String(JSON.stringify(value));
}

/** The start of a value, for a message. */
export function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
}
