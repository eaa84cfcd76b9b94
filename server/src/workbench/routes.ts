import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ServiceError } from "@assay/domain/errors.ts";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { notFound, wantsPage } from "../platform/http/edge.ts";
import { protocolsOfReferences } from "../sources/by-reference.ts";

const BUILT = fileURLToPath(new URL("../../../workbench/dist/", import.meta.url));

/** A file of the build, of which there are no folders. */
const ASSET = String.raw`/assets/:name(^\w[\w.-]*$)`;

/** The first path segments that are screens of the workbench; its router handles the rest. */
const SCREENS = [
  "sign-in",
  "join",
  "projects",
  "batches",
  "datasets",
  "work",
  "review",
  "items",
  "questions",
  "members",
  "settings",
];

/**
 * Scripts come from the service only, and media from signed URLs, which begin with the base URL whatever
 * address this page was opened at, or come from the object store, if clients reach it, or from any bucket (`https:`, `http:`), if there
 * are sources by reference: naming the buckets would show them to every visitor. The editors' libraries set styles too.
 */
function policyOf({ config, blobs }: Deps, buckets: readonly string[]): string {
  const origins = [new URL(config.baseUrl).origin, blobs.signedUrls?.origin, ...buckets];
  const media = ["'self'", ...origins.filter((origin) => origin !== undefined)].join(" ");
  return [
    "default-src 'self'",
    `img-src ${media} data: blob:`,
    `media-src ${media} blob:`,
    `connect-src ${media}`,
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default", // workbench/src/design/trusted-types.ts
  ].join("; ");
}

/** The workbench as built by `npm start`: its screens, and assets whose names change with their content. */
export async function workbenchRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const sendPage = pageSender(deps);
  const sendScreen = async (request: FastifyRequest, reply: FastifyReply) =>
    wantsJson(request) ? notFound(request) : sendPage(request, reply);
  if (!existsSync(BUILT)) {
    app.setNotFoundHandler(notFound);
    app.get("/", { schema: { hide: true } }, notBuilt);
    return;
  }
  await app.register(fastifyStatic, {
    root: `${BUILT}assets`,
    serve: false, // its own route reads the whole folder for each of a screen's 40 files: 1.6 ms of computing each, instead of 0.8
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
  });
  app.get<{ Params: { name: string } }>(ASSET, { schema: { hide: true } }, async ({ params }, reply) =>
    reply.sendFile(params.name),
  );
  const mayChange = { immutable: false, maxAge: "1d" };
  app.get("/icon.svg", { schema: { hide: true } }, async (_request, reply) =>
    reply.sendFile("icon.svg", BUILT, mayChange),
  );
  for (const screen of SCREENS) {
    app.get(`/${screen}`, { schema: { hide: true } }, sendScreen);
    app.get(`/${screen}/*`, { schema: { hide: true } }, sendScreen);
  }
  app.get("/", { schema: { hide: true } }, sendPage);
  app.setNotFoundHandler(async (request, reply) =>
    wantsPage(request) ? sendPage(request, reply.code(404)) : notFound(request),
  );
}

function pageSender(deps: Deps) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Without the database the page is sent too; it reads objects through the service then.
    const policy = policyOf(deps, await protocolsOfReferences(deps.db).catch(() => []));
    reply.headers({
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    return reply.sendFile("index.html", BUILT, { cacheControl: false });
  };
}

/** A program that omits `/v1`: it accepts JSON but no page. */
function wantsJson({ headers: { accept = "" } }: FastifyRequest): boolean {
  return accept.includes("application/json") && !accept.includes("text/html");
}

async function notBuilt(): Promise<never> {
  throw new ServiceError(
    "not_found",
    "the workbench is not built: run npm start to build it. The API is documented at /docs",
  );
}
