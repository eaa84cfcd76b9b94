import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { TUS_OPTIONS } from "./tus.ts";

const ALLOWED = {
  "/uploads": "GET, HEAD, OPTIONS, POST",
  "/uploads/:id": "DELETE, GET, HEAD, OPTIONS, PATCH",
};

/**
 * `OPTIONS /v1/uploads` and `OPTIONS /v1/uploads/{id}`, with which a tus client finds the server's features.
 */
export const tusOptionsRoute: FastifyPluginAsyncTypebox<Deps> = async (app) => {
  for (const [url, allow] of Object.entries(ALLOWED)) {
    app.options(url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...TUS_OPTIONS, allow })
        .send(),
    );
  }
};
