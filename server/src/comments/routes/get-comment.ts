import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { Comment, toComment } from "../schemas.ts";
import { getComment } from "../store.ts";

/** `GET /v1/comments/{id}` */
export const getCommentRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/comments/:id",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "getComment",
        summary: "Read a comment",
        tags: ["comments"],
        params: IdParams,
        response: { 200: Comment, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toComment(await getComment(db, callerOf(request), request.params.id)),
  );
};
