import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import fastJsonStringify from "fast-json-stringify";
import type { FastifyInstance } from "fastify";
import { parseJson } from "./json.ts";

const bodies = once(compiler(false));
const queries = once(compiler(true));
const serializers = once((schema) => fastJsonStringify(schema));

/**
 * Checks bodies as they are and coerces query strings only: stock Fastify would turn 123 into "123" and
 * drop unknown fields without a word. Replaces the JSON parser, so that a DELETE with the documented
 * `Content-Type: application/json` and no body is accepted.
 */
export function configureValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === "body" ? bodies : queries)(schema));
  app.setSerializerCompiler(({ schema }) => serializers(schema));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : parseJson(body)),
  );
}

function compiler(coerceTypes: boolean): (schema: object) => ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    removeAdditional: false,
    strict: false,
    useDefaults: true,
  });
  addFormats.default(ajv);
  ajv.addFormat("date-time", isTime);
  return (schema) => ajv.compile(schema);
}

/** Compiles each schema once, however many routes have it: most answers of a route are errors, and alike. */
function once<T>(compile: (schema: object) => T): (schema: unknown) => T {
  const compiled = new Map<string, T>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? compile(JSON.parse(text));
    compiled.set(text, known);
    return known;
  };
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * Whether `text` is a time of RFC 3339 that can be stored: with an offset, a real day, no leap second, and
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
