import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createComment } from "../change.ts";
import { Comment, CreateComment, toComment } from "../schemas.ts";
import { getComment } from "../store.ts";

/** `POST /v1/comments` */
export const createCommentRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/comments",
    {
      config: { scope: "annotations:write" },
      schema: {
        operationId: "createComment",
        summary: "Comment on an item, an answer or a place in it, or reply",
        tags: ["comments"],
        body: CreateComment,
        response: { 201: Comment, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const id = await createComment(deps, tx, caller, request.body);
        const comment = toComment(await getComment(tx, caller, id));
        return { status: 201, body: comment, location: `/v1/comments/${id}` };
      }),
  );
};
