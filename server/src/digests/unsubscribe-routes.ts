import { createHash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { type DigestKey, findDigest, turnOff } from "./store.ts";
import { memberOfLink } from "./unsubscribe.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 32rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.4rem; line-height: 1.2; }
button { font: inherit; padding: .6rem 1rem; min-height: 2.75rem; }
`;

const HEADERS = {
  "content-security-policy":
    `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin", // the address is the permission; without a referrer the form would have no origin
  "cache-control": "no-store",
};

const HTML = "text/html; charset=utf-8";

const Params = Type.Object({ link: Type.String({ maxLength: 300 }) });

/**
 * The link of a digest, outside /v1: it needs no sign-in. To open it changes nothing, since programs open the links of mails; its
 * button, or a mail program's, posts (RFC 8058).
 */
export const unsubscribeRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const schema = { hide: true, params: Params } as const;
  app.removeAllContentTypeParsers();
  // What the form says is known: `List-Unsubscribe=One-Click`, in either encoding.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4_096 }, (_request, _body, done) =>
    done(null),
  );

  app.get("/digest/:link", { schema }, async ({ params: { link } }, reply) => {
    const isDaily = (await findDigest(deps.db, memberIn(deps, link))) !== undefined;
    return reply
      .headers(HEADERS)
      .type(HTML)
      .send(isDaily ? ASKED : ENDED);
  });

  app.post("/digest/:link", { schema }, async ({ params: { link } }, reply) => {
    await turnOff(deps.db, memberIn(deps, link));
    return reply.headers(HEADERS).type(HTML).send(ENDED);
  });
};

function memberIn(deps: Pick<Deps, "secrets">, link: string): DigestKey {
  const member = memberOfLink(deps, link);
  if (member === undefined) throw new ServiceError("not_found", "this link is not complete: copy all of it");
  return member;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`;
}

const ASKED = page("Stop the daily mail?", '<form method="post"><button>Stop the daily mail</button></form>');
const ENDED = page(
  "You get no daily mail",
  "<p>To get it again, sign in, open the menu under your name and choose Daily mail.</p>",
);
