import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeComment } from "../change.ts";
import { ChangeComment, Comment, toComment } from "../schemas.ts";
import { getComment, lockComment } from "../store.ts";

/** `PATCH /v1/comments/{id}` */
export const changeCommentRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.patch(
    "/comments/:id",
    {
      config: { scope: "annotations:write" },
      schema: {
        operationId: "changeComment",
        summary: "Change the text of your comment, or resolve a thread",
        tags: ["comments"],
        params: IdParams,
        body: ChangeComment,
        response: { 200: Comment, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const before = await lockComment(tx, caller, request.params.id);
        assertIfMatch(request, toComment(before));
        await changeComment(deps, tx, caller, before, request.body);
        return toComment(await getComment(tx, caller, before.id));
      }),
  );
};
