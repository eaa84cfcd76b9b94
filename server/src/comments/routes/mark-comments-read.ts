import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { markRead } from "../reads.ts";
import { MarkedRead, MarkRead } from "../schemas.ts";

/** `POST /v1/comments/read` */
export const markCommentsReadRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/comments/read",
    {
      // Reading is all that it takes, and nobody else sees the marks.
      config: { scope: "annotations:read", isLogged: false },
      schema: {
        operationId: "markCommentsRead",
        summary: "Mark comments as read by the signed-in person",
        tags: ["comments"],
        body: MarkRead,
        response: { 200: MarkedRead, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const count = await markRead(tx, callerOf(request), request.body.comment_ids);
        return { status: 200, body: { count } };
      }),
  );
};
