import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import fastJsonStringify from "fast-json-stringify";
import type { FastifyInstance } from "fastify";
import { parseJson } from "./json.ts";

const bodies = atFirstUse(compiler(false));
const queries = atFirstUse(compiler(true));
const serializers = atFirstUse((schema) => fastJsonStringify(schema));

/**
 * Checks bodies as they are and coerces query strings only: stock Fastify would turn 123 into "123" and
 * drop unknown fields without a word. Replaces the JSON parser, so that a DELETE with the documented
 * `Content-Type: application/json` and no body is accepted.
 */
export function configureValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const compiled = (httpPart === "body" ? bodies : queries)(schema);
    return (data) => {
      const validate = compiled();
      return validate(data) || { error: validate.errors ?? [] };
    };
  });
  app.setSerializerCompiler(({ schema }) => {
    const compiled = serializers(schema);
    return (data) => compiled()(data);
  });
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

/**
 * Compiles each schema once, however many routes have it, since most answers of a route are errors, and alike; and only
 * when it is first needed: all of them together take longer than the rest of a start.
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
