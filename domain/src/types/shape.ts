import type { Fault } from "../errors.ts";

/**
 * The subset of JSON Schema in which results are defined. Objects are closed (`additionalProperties: false`),
 * `patternProperties` has one pattern for all names, and the members of `anyOf` differ in `type`.
 */
interface Shape {
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly maxProperties?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

/**
 * The reasons why `value` does not match `schema`, in plain words: at most `limit` faults; the search stops
 * there. A list or object with too many members is one fault, and its members are not checked.
 */
export function shapeFaults(schema: Shape, value: unknown, limit: number): Fault[] {
  return first(limit, faultsAt(schema, value, ""));
}

/** The first `limit` of `values`; consumes no more of them. */
export function first<V>(limit: number, values: Iterable<V>): V[] {
  const taken: V[] = [];
  for (const value of values) {
    taken.push(value);
    if (taken.length === limit) break;
  }
  return taken;
}

function* faultsAt(shape: Shape, value: unknown, path: string): Generator<Fault> {
  const choices = shape.anyOf ?? [shape];
  const fitting = choices.find((choice) => isOfType(choice, value));
  if (fitting === undefined) {
    yield { path, message: `must be ${choices.map(describe).join(" or ")}` };
  } else if (Array.isArray(value)) {
    yield* listFaults(fitting, value, path);
  } else if (isRecord(value)) {
    yield* fitting.properties ? objectFaults(fitting, value, path) : recordFaults(fitting, value, path);
  } else if (typeof value === "string") {
    yield* lengthFaults(fitting, value, path);
  } else if (typeof value === "number") {
    yield* rangeFaults(fitting, value, path);
  }
}

function* objectFaults(shape: Shape, value: Readonly<Record<string, unknown>>, path: string) {
  const { properties = {}, required = [] } = shape;
  for (const [name, property] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined) yield* faultsAt(property, given, join(path, name));
    else if (required.includes(name)) yield { path: join(path, name), message: "is missing" };
  }
  const known = `is not a known field; known are ${Object.keys(properties).join(", ")}`;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(properties, name)) yield { path: join(path, name), message: known };
  }
}

function* recordFaults(shape: Shape, value: Readonly<Record<string, unknown>>, path: string) {
  const names = Object.keys(value);
  if (shape.maxProperties !== undefined && names.length > shape.maxProperties) {
    yield { path, message: `must have at most ${shape.maxProperties} fields, not ${names.length}` };
    return;
  }
  const [[pattern, property] = ["", {}]] = Object.entries(shape.patternProperties ?? {});
  const allowed = new RegExp(pattern, "u");
  for (const name of names) {
    if (allowed.test(name)) yield* faultsAt(property, value[name], join(path, name));
    else yield { path: join(path, name), message: "has a name that is empty, too long or of several lines" };
  }
}

function* listFaults(shape: Shape, values: readonly unknown[], path: string): Generator<Fault> {
  if (shape.maxItems !== undefined && values.length > shape.maxItems) {
    yield { path, message: `must have at most ${shape.maxItems} entries, not ${values.length}` };
    return;
  }
  if (shape.minItems !== undefined && values.length < shape.minItems) {
    yield { path, message: `must have at least ${shape.minItems} entries, not ${values.length}` };
  }
  for (const [index, value] of values.entries()) {
    yield* faultsAt(shape.items ?? {}, value, join(path, String(index)));
  }
}

function* lengthFaults({ minLength = 0, maxLength }: Shape, value: string, path: string) {
  if (value.length < minLength) yield { path, message: "must not be empty" };
  if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength) {
    yield { path, message: `must have at most ${maxLength} characters` };
  }
}

function* rangeFaults({ minimum, maximum, exclusiveMinimum }: Shape, value: number, path: string) {
  if (minimum !== undefined && value < minimum) yield { path, message: `must be at least ${minimum}` };
  if (maximum !== undefined && value > maximum) yield { path, message: `must be at most ${maximum}` };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    yield { path, message: `must be greater than ${exclusiveMinimum}` };
  }
}

function isOfType({ type }: Shape, value: unknown): boolean {
  if (type === "object") return isRecord(value);
  if (type === "array") return Array.isArray(value);
  if (type === "number") return Number.isFinite(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** Whether a value is an object with fields, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe({ type }: Shape): string {
  if (type === "object") return "an object";
  if (type === "array") return "a list";
  if (type === "integer") return "a whole number";
  if (type === "boolean") return "true or false";
  return type === "number" ? "a number" : "a string";
}

/** A property name in a request can have any length; the fault shows its beginning. */
function join(path: string, name: string): string {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  return path === "" ? shown : `${path}.${shown}`;
}
