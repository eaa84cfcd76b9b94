import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { notFound, wantsPage } from "../platform/http/edge.ts";
import { isKnown } from "../platform/http/etag.ts";
import { ROOT } from "./files.ts";
import { loadSite } from "./site.ts";

/** Everything comes from the service, and no text becomes a script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const Query = Type.Object({ q: Type.String({ maxLength: 100, default: "" }) });

const compress = promisify(gzip);

/**
 * The documentation as pages at /docs, from the Markdown of the repository; its search, as a page and as JSON. Rendered
 * at the first request of a process, because most processes never get one.
 */
export const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const site = once(loadSite);
  const style = once(async () => (await Promise.all(STYLES.map(read))).join("\n"));
  const script = once(() => read("server/src/docs/site.js"));
  const hide = { schema: { hide: true } };

  app.get("/docs", hide, async (request, reply) => sendPage(request, reply, (await site()).page("/docs")));
  app.get("/docs/*", hide, async (request, reply) => {
    const url = (request.url.split("?", 1)[0] ?? "").replace(/\/$/, "");
    const { page, missing } = await site();
    const found = page(url);
    if (found === undefined && !wantsPage(request)) notFound(request);
    return sendPage(request, reply.code(found === undefined ? 404 : 200), found ?? missing(url));
  });
  app.get("/docs/search", { schema: { hide: true, querystring: Query } }, async (request, reply) =>
    sendPage(request, reply, (await site()).results(request.query.q)),
  );
  app.get("/docs/search.json", { schema: { hide: true, querystring: Query } }, async (request) => ({
    data: (await site()).search(request.query.q),
  }));
  app.get("/docs/site.css", hide, async (request, reply) =>
    sendText(request, reply, "text/css", await style()),
  );
  app.get("/docs/site.js", hide, async (request, reply) =>
    sendText(request, reply, "text/javascript", await script()),
  );
  await app.register(fastifyStatic, {
    root: join(ROOT, "docs/images"),
    prefix: "/docs/images/",
    decorateReply: false,
    cacheControl: false,
  });
};

/** The colors of the workbench, then what the pages do with them. */
const STYLES = ["workbench/src/design/tokens.css", "server/src/docs/site.css"];

async function read(file: string): Promise<string> {
  return readFile(join(ROOT, file), "utf8");
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, html = ""): Promise<FastifyReply> {
  reply.headers({
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  return sendText(request, reply, "text/html", html);
}

/** Sends a text that browsers keep and ask for again by its ETag. */
async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
): Promise<FastifyReply> {
  const isSmall = request.headers["accept-encoding"]?.includes("gzip") === true;
  const digest = hash("sha1", text, "base64url");
  const etag = isSmall ? `"${digest}-gzip"` : `"${digest}"`;
  reply.headers({ etag, vary: "accept-encoding", "cache-control": "no-cache" });
  if (reply.statusCode === 200 && isKnown(request, etag)) return reply.code(304).send();
  reply.type(`${type}; charset=utf-8`);
  if (!isSmall) return reply.send(text);
  return reply.header("content-encoding", "gzip").send(await compress(text));
}
