import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "@assay/domain/errors.ts";
import fastifyStatic from "@fastify/static";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { assertAllowed, notFound, wantsPage } from "../platform/http/edge.ts";
import { statusOf } from "../platform/http/error-handler.ts";
import { networkOf } from "../platform/rate-limits/allowance.ts";
import { createRateLimiter } from "../platform/rate-limits/rate-limit.ts";
import { ROOT } from "./files.ts";
import { keep, sendKept } from "./kept-text.ts";
import { loadSite } from "./site.ts";

/** Everything comes from the service, and no text becomes a script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Of a network. They are counted apart from its other requests, so that searches keep nobody from signing in. */
const SEARCHES_PER_MINUTE = 60;

const Query = Type.Object({ q: Type.String({ maxLength: 100, default: "" }) });

/**
 * The documentation as pages at /docs, from the Markdown of the repository; its search, as a page and as JSON. Rendered
 * at the first request of a process, because most processes never get one.
 */
export const docsRoutes: FastifyPluginAsyncTypebox<Pick<Deps, "now">> = async (app, { now }) => {
  const site = once(loadSite);
  const style = once(async () => keep("text/css", (await Promise.all(STYLES.map(read))).join("\n")));
  const script = once(async () => keep("text/javascript", await read("server/src/docs/site.js")));
  const hide = { schema: { hide: true } };
  const searches = createRateLimiter();
  const searched = {
    schema: { hide: true, querystring: Query },
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      const time = now();
      const left = searches.take(networkOf(request.ip), "searches", SEARCHES_PER_MINUTE, time.getTime());
      try {
        assertAllowed(left, reply, time);
      } catch (fault) {
        if (!(fault instanceof ServiceError) || !wantsPage(request)) throw fault;
        const { notice } = await site();
        return sendMade(reply.code(statusOf(fault.code)), notice("/docs/search", "Search", fault.message));
      }
    },
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = (request.url.split("?", 1)[0] ?? "").replace(/\/$/, "");
    const { page, notice } = await site();
    const found = page(url);
    if (found !== undefined) return sendKept(request, reply.headers(PAGE_HEADERS), found);
    if (!wantsPage(request)) return notFound(request);
    const sentence = `There is no page ${url}. Search, or choose a page of the contents.`;
    return sendMade(reply.code(404), notice(url, "Page not found", sentence));
  };
  app.get("/docs", hide, sendPage);
  app.get("/docs/*", hide, sendPage);
  app.get("/docs/search", searched, async (request, reply) =>
    sendMade(reply, (await site()).results(request.query.q)),
  );
  app.get("/docs/search.json", searched, async (request) => ({
    data: (await site()).search(request.query.q),
  }));
  app.get("/docs/site.css", hide, async (request, reply) => sendKept(request, reply, await style()));
  app.get("/docs/site.js", hide, async (request, reply) => sendKept(request, reply, await script()));
  await app.register(fastifyStatic, {
    root: join(ROOT, "docs/images"),
    prefix: "/docs/images/",
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header("cache-control", "no-cache"), // an image has an ETag
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

/** Sends a page that was made for this request. */
function sendMade(reply: FastifyReply, html: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).type("text/html; charset=utf-8").send(html);
}
