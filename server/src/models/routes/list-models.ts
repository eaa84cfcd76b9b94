import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { mediaPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { Model, toModel } from "../schemas.ts";
import { selectModels } from "../store.ts";

/** `GET /v1/models` */
export const listModelsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/models",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listModels",
        summary: "List models",
        tags: ["models"],
        querystring: PageQuery,
        response: { 200: page(Model), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      let models = selectModels(deps.db, caller.account_id);
      const part = mediaPart(caller);
      if (part !== undefined) models = models.where(part.model);
      const rows = await listPage(request, models, "models");
      return sendPage(deps.config, request, reply, {
        ...rows,
        data: rows.data.map((row) => toModel(row, caller)),
      });
    },
  );
};
