import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { deleteComment } from "../change.ts";
import { ChangeComment, toComment } from "../schemas.ts";
import { lockComment } from "../store.ts";

/** `DELETE /v1/comments/{id}` */
export const deleteCommentRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/comments/:id",
    {
      config: { scope: "annotations:write" },
      schema: {
        operationId: "deleteComment",
        summary: "Delete your own comment if it has no replies",
        tags: ["comments"],
        params: IdParams,
        querystring: Type.Object({ annotator: ChangeComment.properties.annotator }),
        response: { 204: Type.Null(), ...errorResponses(400, 401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const before = await lockComment(tx, caller, request.params.id);
        assertIfMatch(request, toComment(before));
        await deleteComment(deps, tx, caller, before, request.query.annotator);
      });
      return reply.code(204).send(null);
    },
  );
};
