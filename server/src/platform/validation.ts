import type { FastifyInstance } from "fastify";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { parseJson } from "./json.ts";

/**
 * Checks bodies as they are and coerces query strings only: stock Fastify would turn 123 into "123" and
 * drop unknown fields without a word. Replaces the JSON parser, so that a DELETE with the documented
 * `Content-Type: application/json` and no body is accepted.
 */
export function configureValidation(app: FastifyInstance): void {
  const bodies = compiler(false);
  const queries = compiler(true);
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === "body" ? bodies : queries).compile(schema));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : parseJson(body)),
  );
}

function compiler(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, removeAdditional: false, strict: false, useDefaults: true });
  addFormats.default(ajv);
  return ajv;
}
