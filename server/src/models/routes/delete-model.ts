import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { deleteModel } from "../change.ts";
import { toModel } from "../schemas.ts";
import { lockModel } from "../store.ts";

/** `DELETE /v1/models/{id}` */
export const deleteModelRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/models/:id",
    {
      config: { scope: "projects:write" },
      schema: {
        operationId: "deleteModel",
        summary: "Delete a model and cancel its runs; its predictions stay",
        tags: ["models"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const model = await lockModel(tx, caller.account_id, request.params.id);
        assertIfMatch(request, toModel(model, caller));
        await deleteModel(deps, tx, model);
      });
      return reply.code(204).send(null);
    },
  );
};
