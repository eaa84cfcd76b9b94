import { nameOf, type Schema } from "./document.ts";

/** A class of Python that stands for an object of JSON. */
export interface PythonClass {
  readonly name: string;
  readonly description: string | undefined;
  readonly fields: readonly Field[];
}

export interface Field {
  /** The name in JSON. */
  readonly key: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/**
 * Translates schemas to types of Python, and collects a class for each object with known properties, named after
 * where it stands: `Batch` and its `revisions` give `Batch` and `BatchRevisions`.
 *
 * What the service sends may get further values and fields in later versions, so that an enumeration admits any text.
 * What is sent to the service is checked by the types as it stands in the document.
 */
export class PythonTypes {
  readonly classes: PythonClass[] = [];
  readonly #isSent: boolean;
  readonly #prefix: string;

  constructor({ isSent, prefix = "" }: { readonly isSent: boolean; readonly prefix?: string }) {
    this.#isSent = isSent;
    this.#prefix = prefix;
  }

  /** The type of `schema`; `name` is that of the class, if it is an object. */
  of(schema: Schema, name: string): string {
    const { $ref: reference, type, anyOf, items } = schema;
    if (reference !== undefined) return this.#prefix + nameOf(reference);
    if (isEvent(schema)) return `${this.#prefix}Event`;
    if (anyOf !== undefined) return unionOf(anyOf.map((one) => this.of(one, name)));
    if (schema.const !== undefined) return literalOf([schema.const]);
    if (schema.enum !== undefined) return this.#enumeration(schema.enum);
    if (Array.isArray(type)) return unionOf(type.map((one) => this.of({ ...schema, type: one }, name)));
    if (type === "array") {
      return `${this.#isSent ? "Sequence" : "builtins.list"}[${items ? this.of(items, name) : "Any"}]`;
    }
    return type === "object" ? this.#object(schema, name) : this.#scalar(schema);
  }

  /** Adds the class of an object and those of the objects in it. Throws if the name is taken. */
  add(schema: Schema, name: string): string {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
      key,
      type: this.of(property, name + pascal(key)),
      isRequired: required.has(key),
      description: property.description,
    }));
    if (this.classes.some((other) => other.name === name)) throw new Error(`two classes are named ${name}`);
    this.classes.push({ name, description: schema.description, fields });
    return name;
  }

  #object(schema: Schema, name: string): string {
    if (schema.properties !== undefined) return this.#prefix + this.add(schema, name);
    const { additionalProperties: values } = schema;
    const type = typeof values === "object" ? this.of(values, name) : "Any";
    return `${this.#isSent ? "Mapping" : "dict"}[str, ${type}]`;
  }

  #enumeration(values: readonly unknown[]): string {
    const literal = literalOf(values);
    const isOpen = !this.#isSent && values.length > 1 && values.every((value) => typeof value === "string");
    return isOpen ? `${literal} | str` : literal;
  }

  #scalar({ type, format }: Schema): string {
    if (type === "string" && format === "date-time") return this.#isSent ? "datetime | str" : "datetime";
    if (type === "string") return "str";
    if (type === "integer") return "int";
    if (type === "number") return "float";
    if (type === "boolean") return "bool";
    return type === "null" ? "None" : "Any";
  }
}

/** Whether it is any of the events, which models.py names `Event`. */
function isEvent({ anyOf = [] }: Schema): boolean {
  return anyOf.length > 1 && anyOf.every(({ $ref = "" }) => $ref.endsWith("Event"));
}

/** `batch_id` to `BatchId`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `createBatch` to `create_batch`, and `last-event-id` to `last_event_id`. */
export function snake(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_/, "");
}

const KEYWORDS = new Set([
  "from",
  "import",
  "in",
  "is",
  "not",
  "or",
  "and",
  "class",
  "def",
  "for",
  "global",
  "pass",
]);

/** A name that Python takes: `from` becomes `from_`. */
export function identifier(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "_");
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
}

/** A text in Python's quotes. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A docstring at an indentation, with further lines as they are. */
export function docstring(text: string, indent: string): string {
  const plain = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").trim();
  const padded = plain.includes("\n") ? `${plain}\n` : plain.replace(/"$/, '" ');
  return `${indent}"""${padded.split("\n").join(`\n${indent}`)}"""\n`.replace(/[ \t]+$/gm, "");
}

function unionOf(types: readonly string[]): string {
  const all = [...new Set(types.flatMap((type) => (type.includes("[") ? [type] : type.split(" | "))))];
  return (all.includes("Any") ? ["Any"] : all).join(" | ");
}

function literalOf(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => (typeof value === "string" ? quoted(value) : pythonOf(value))).join(", ")}]`;
}

function pythonOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : String(value);
}
