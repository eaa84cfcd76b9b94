import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import fastJsonStringify from "fast-json-stringify";
import type { FastifyInstance } from "fastify";
import { parseJson } from "./json.ts";

const bodies = atFirstUse(compiler({ coerceTypes: false, allErrors: true }));
const largeBodies = atFirstUse(compiler({ coerceTypes: false, allErrors: false }));
const queries = atFirstUse(compiler({ coerceTypes: true, allErrors: true }));
const serializers = atFirstUse((schema) => fastJsonStringify(schema));

/**
 * Validates bodies without coercion and coerces query strings only: stock Fastify would turn 123 into "123"
 * and silently drop unknown fields. For a body with more than 1,000 values it reports only the first fault,
 * so that the check examines each value at most once. Replaces the JSON parser, so that a DELETE with the
 * documented `Content-Type: application/json` and no body is accepted.
 */
export function configureValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const all = (httpPart === "body" ? bodies : queries)(schema);
    const first = largeBodies(schema);
    return (data) => {
      const validate = (httpPart === "body" && isLarge(data) ? first : all)();
      return validate(data) || { error: validate.errors ?? [] };
    };
  });
  app.setSerializerCompiler(({ schema }) => {
    const compiled = serializers(schema);
    return (data) => compiled()(data);
  });
  app.addHook("preValidation", async (request) => {
    const { body } = request.routeOptions.schema ?? {};
    if (request.method === "POST" && request.body === undefined && mayBeEmpty(body)) request.body = {};
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : parseJson(body)),
  );
}

/** Whether `{}` is a valid body of a POST: such a request may omit the body. */
export function mayBeEmpty(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { type, required }: { type?: unknown; required?: readonly string[] } = schema;
  return type === "object" && (required ?? []).length === 0;
}

/**
 * Up to this many values in a body, all its faults are reported: Ajv creates at least one object per fault.
 */
const MOST_VALUES = 1_000;

/** Whether `data` has more than `MOST_VALUES` values; stops counting there. */
function isLarge(data: unknown): boolean {
  const waiting = [data];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen + waiting.length > MOST_VALUES) return true;
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value) && value.length > MOST_VALUES) return true;
    for (const key in value) {
      waiting.push(Reflect.get(value, key));
      if (waiting.length > MOST_VALUES) return true;
    }
  }
  return false;
}

function compiler(options: {
  coerceTypes: boolean;
  allErrors: boolean;
}): (schema: object) => ValidateFunction {
  const ajv = new Ajv({
    ...options,
    removeAdditional: false,
    strict: false,
    useDefaults: true,
  });
  addFormats.default(ajv);
  ajv.addFormat("date-time", isTime);
  return (schema) => ajv.compile(schema);
}

/**
 * Compiles each schema once, however many routes share it, because most responses are errors and equal
 * everywhere; and only when a request first needs it, because compiling all of them takes longer than the
 * rest of a start.
 */
function atFirstUse<T>(compile: (schema: object) => T): (schema: unknown) => () => T {
  const known = new Map<string, () => T>();
  return (schema) => {
    const text = JSON.stringify(schema);
    let compiled: T | undefined;
    const get =
      known.get(text) ??
      (() => {
        compiled ??= compile(JSON.parse(text));
        return compiled;
      });
    known.set(text, get);
    return get;
  };
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * Whether `text` is a time of RFC 3339 that can be stored: with an offset, a real date, no leap second, and
 * in the years 1 to 9999 of UTC.
 */
function isTime(text: string): boolean {
  const [, day] = RFC_3339.exec(text) ?? [];
  if (day === undefined || iso(day)?.startsWith(day) !== true) return false;
  return /^(?!0000)\d{4}-/.test(iso(text.toUpperCase()) ?? "");
}

function iso(text: string): string | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
