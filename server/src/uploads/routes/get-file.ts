import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { contentUrl } from "../content-url.ts";
import { File, toFile } from "../schemas.ts";
import { getFile } from "../store.ts";

/** `GET /v1/files/{id}` */
export const getFileRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/files/:id",
    {
      config: { scope: "uploads:read" },
      schema: {
        operationId: "getFile",
        summary: "Get a file",
        tags: ["uploads"],
        params: IdParams,
        response: { 200: File, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const file = await getFile(deps.db, callerOf(request).account_id, request.params.id);
      return toFile(file, contentUrl(deps, file.id));
    },
  );
};
