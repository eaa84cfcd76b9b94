import { ERROR_CODES } from "@assay/domain/errors.ts";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import { webhookSchemas } from "../events/schemas.ts";

type Json = Record<string, unknown>;

const RATE_HEADERS: Readonly<Record<string, Json>> = {
  "X-RateLimit-Limit": { type: "integer" },
  "X-RateLimit-Remaining": { type: "integer" },
  "X-RateLimit-Reset": { type: "integer", description: "Unix seconds" },
  "RateLimit-Policy": { type: "string" },
  RateLimit: { type: "string" },
  "X-Request-Id": { type: "string" },
};

/** Collects the schemas of the routes that are registered after it, and serves them at /openapi.json and /docs. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Assay",
        version: "1",
        description: "Annotation data with a verdict of stated risk. Errors: docs/api.md.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    },
    transform: ({ schema, url, route }) => ({ schema: withSecurity(schema, route.config?.scope), url }),
  });
  await app.register(swaggerUi, { routePrefix: "/docs", uiConfig: { url: "/openapi.json" } });
  let text: string | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(app));
    return reply.type("application/json; charset=utf-8").send(text);
  });
}

/** The OpenAPI 3.1 document of `app`, whose routes must all stand. */
export function openApiDocument(app: FastifyInstance): unknown {
  const document = JSON.parse(JSON.stringify(app.swagger()));
  for (const path of Object.values<Json>(document.paths)) {
    for (const operation of Object.values<Json>(path as Record<string, Json>)) addRateHeaders(operation);
  }
  document.components.headers = Object.fromEntries(
    Object.entries(RATE_HEADERS).map(([name, schema]) => [name, { required: true, schema }]),
  );
  document.components.schemas = {};
  document.paths = hoist(document.paths, document.components.schemas);
  document.webhooks = webhookSchemas();
  document["x-error-codes"] = ERROR_CODES;
  return document;
}

function withSecurity(schema: FastifySchema | undefined, scope: string | null | undefined): FastifySchema {
  if (scope === undefined || scope === null) return schema ?? {};
  return Object.assign({}, schema, { security: [{ apiKey: [] }], "x-scope": scope });
}

function addRateHeaders(operation: Json): void {
  const responses = (operation.responses ?? {}) as Record<string, Json>;
  for (const response of Object.values(responses)) {
    const references = Object.keys(RATE_HEADERS).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]);
    response.headers = { ...(response.headers as Json | undefined), ...Object.fromEntries(references) };
  }
}

/** Moves every schema that has a title to `schemas`, and leaves a reference, so that clients get named types. */
function hoist(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((inner) => hoist(inner, schemas));
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hoist(inner, schemas)]));
  const name = copy.title;
  if (typeof name !== "string" || copy.type !== "object") return copy;
  schemas[name] ??= copy;
  return { $ref: `#/components/schemas/${name}` };
}
