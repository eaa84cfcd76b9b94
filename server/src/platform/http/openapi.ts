import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { ERROR_CODES } from "@assay/domain/errors.ts";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import { mayBeEmpty } from "./validation.ts";

type Json = Record<string, unknown>;

const ALWAYS: Readonly<Record<string, Json>> = {
  "X-RateLimit-Limit": { type: "integer" },
  "X-RateLimit-Remaining": { type: "integer" },
  "X-RateLimit-Reset": { type: "integer", description: "Unix seconds" },
  "RateLimit-Policy": { type: "string" },
  RateLimit: { type: "string" },
  "X-Request-Id": { type: "string" },
};
const SOMETIMES: Readonly<Record<string, Json>> = {
  Location: { type: "string", description: "The path of the new resource" },
  "Retry-After": { type: "integer", description: "Seconds" },
};

const DOCS_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

/**
 * Collects the schemas of the routes registered after it, and serves them at /openapi.json and /docs/reference.
 * `webhooks` is the part of the document that does not come from routes.
 */
export async function addOpenApi(app: FastifyInstance, webhooks: Json): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Assay",
        version: "1",
        description: "Annotated data with certified quality. Errors: docs/api.md.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    },
    transform: ({ schema, url, route }) => ({ schema: withSecurity(schema, route.config?.scope), url }),
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs/reference",
    uiConfig: { url: "/openapi.json" },
    staticCSP: DOCS_POLICY,
  });
  let text: string | undefined;
  // The second address is where the document was while the reference was all that /docs had.
  for (const url of ["/openapi.json", "/docs/json"]) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      text ??= JSON.stringify(openApiDocument(app, webhooks));
      return reply.type("application/json; charset=utf-8").send(text);
    });
  }
}

/** The OpenAPI 3.1 document of `app`, whose routes must all be registered. */
function openApiDocument(app: FastifyInstance, webhooks: Json): unknown {
  const document = JSON.parse(JSON.stringify(app.swagger()));
  const components: Record<string, Json> = {
    ...document.components,
    headers: Object.fromEntries(
      Object.entries({ ...ALWAYS, ...SOMETIMES }).map(([name, schema]) => [name, { required: true, schema }]),
    ),
    schemas: {},
    responses: {},
  };
  for (const path of Object.values<Path>(document.paths)) {
    for (const [method, operation] of Object.entries(path)) describe(method, operation);
  }
  const paths = Object.entries(hoist(document.paths, components.schemas ?? {}) as Record<string, Path>);
  return {
    ...document,
    components,
    paths: Object.fromEntries(
      paths.map(([url, path]) => [url, shareErrors(path, components.responses ?? {})]),
    ),
    webhooks,
    "x-error-codes": ERROR_CODES,
  };
}

function withSecurity(schema: FastifySchema | undefined, scope: string | null | undefined): FastifySchema {
  if (scope === undefined || scope === null) return { security: [], ...schema };
  return Object.assign({}, schema, { security: [{ apiKey: [] }], "x-scope": scope });
}

interface Operation {
  readonly parameters?: { required?: boolean; readonly schema: { readonly default?: unknown } }[];
  readonly responses?: Record<string, { description: string; headers?: Json }>;
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: unknown }>>;
  };
}

type Path = Readonly<Record<string, Operation>>;

/**
 * Adds the common parts of every operation: the headers of each response, and which parameters and bodies are
 * optional.
 */
function describe(method: string, { parameters = [], responses = {}, requestBody }: Operation): void {
  if (requestBody !== undefined && method === "post") {
    requestBody.required = !Object.values(requestBody.content).every(({ schema }) => mayBeEmpty(schema));
  }
  for (const parameter of parameters) {
    if (parameter.schema.default !== undefined) parameter.required = false;
  }
  for (const [status, response] of Object.entries(responses)) {
    const names = [
      ...Object.keys(ALWAYS),
      ...(status === "201" ? ["Location"] : []),
      ...(status === "429" ? ["Retry-After"] : []),
    ];
    const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
    response.headers = { ...response.headers, ...Object.fromEntries(references) };
    if (response.description === "Default Response") response.description = STATUS_CODES[status] ?? status;
  }
}

/**
 * Moves every schema that has a title to `schemas` and leaves a reference, so that clients get named types.
 */
function hoist(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((inner) => hoist(inner, schemas));
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hoist(inner, schemas)]));
  const name = copy.title;
  if (typeof name !== "string" || copy.type !== "object") return copy;
  schemas[name] ??= copy;
  if (!isDeepStrictEqual(schemas[name], copy)) throw new Error(`two schemas have the title ${name}`);
  return { $ref: `#/components/schemas/${name}` };
}

/** Moves the error responses, which are the same everywhere, to `shared`. */
function shareErrors(path: Path, shared: Json): Json {
  const operations = Object.entries(path).map(([method, operation]) => {
    const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
      if (status < "400") return [status, response];
      const name = response.description.replaceAll(/\W/g, "");
      shared[name] ??= response;
      return [
        status,
        isDeepStrictEqual(shared[name], response) ? { $ref: `#/components/responses/${name}` } : response,
      ];
    });
    return [method, { ...operation, responses: Object.fromEntries(responses) }];
  });
  return Object.fromEntries(operations);
}
