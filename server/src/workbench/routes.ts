import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ServiceError } from "@assay/domain/errors.ts";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound, wantsPage } from "../platform/http/edge.ts";

const BUILT = fileURLToPath(new URL("../../../workbench/dist/", import.meta.url));

/** The first part of every address that is a screen of the workbench, whose router knows the rest. */
const SCREENS = ["sign-in", "join", "projects", "batches", "work", "review", "items", "members", "settings"];

/** Images and sounds come from signed addresses here or in the store; styles are set by the editors' libraries too. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob: https:; media-src 'self' blob: https:; connect-src 'self' https:; " +
  "style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

/** The workbench, as `npm start` has built it: its screens, and files whose names change with what is in them. */
export async function workbenchRoutes(app: FastifyInstance): Promise<void> {
  if (!existsSync(BUILT)) {
    app.setNotFoundHandler(notFound);
    app.get("/", { schema: { hide: true } }, notBuilt);
    return;
  }
  await app.register(fastifyStatic, {
    root: `${BUILT}assets`,
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
  });
  app.get("/icon.svg", { schema: { hide: true } }, async (_request, reply) =>
    reply.sendFile("icon.svg", BUILT),
  );
  for (const screen of SCREENS) {
    app.get(`/${screen}`, { schema: { hide: true } }, sendPage);
    app.get(`/${screen}/*`, { schema: { hide: true } }, sendPage);
  }
  app.get("/", { schema: { hide: true } }, sendPage);
  app.setNotFoundHandler(async (request, reply) =>
    wantsPage(request) ? sendPage(request, reply.code(404)) : notFound(request),
  );
}

async function sendPage(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  return reply.sendFile("index.html", BUILT, { cacheControl: false });
}

async function notBuilt(): Promise<never> {
  throw new ServiceError(
    "not_found",
    "the workbench is not built here; npm start builds it. The API is at /docs",
  );
}
