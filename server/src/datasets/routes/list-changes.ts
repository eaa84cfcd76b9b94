import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { listChanges } from "../changes.ts";
import { ChangesQuery, LabelChange } from "../schemas.ts";

/** `GET /v1/changes` */
export const listChangesRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/changes",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "listChanges",
        summary:
          "List the items of certified batches as they were certified, oldest first; the last page has a next_cursor too, to continue later",
        tags: ["datasets"],
        querystring: ChangesQuery,
        response: { 200: page(LabelChange), ...errorResponses(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const changes = await listChanges(deps, callerOf(request), request.query);
      const data = changes.data.map(({ item, ...change }) => ({ ...change, item: { ...item } }));
      return sendPage(deps.config, request, reply, { ...changes, data });
    },
  );
};
