import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { mediaPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { Source, toSource } from "../schemas.ts";
import { selectSources } from "../store.ts";

/** `GET /v1/sources` */
export const listSourcesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/sources",
    {
      config: { scope: "uploads:read" },
      schema: {
        operationId: "listSources",
        summary: "List sources",
        tags: ["sources"],
        querystring: PageQuery,
        response: { 200: page(Source), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      let sources = selectSources(deps.db, caller.account_id);
      const part = mediaPart(caller);
      if (part !== undefined) sources = sources.where(part.source);
      const rows = await listPage(request, sources, "sources");
      return sendPage(deps.config, request, reply, { ...rows, data: rows.data.map(toSource) });
    },
  );
};
