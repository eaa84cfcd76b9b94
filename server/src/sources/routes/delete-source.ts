import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { toSource } from "../schemas.ts";
import { deleteSourceRow, lockSource } from "../store.ts";

/** `DELETE /v1/sources/{id}` */
export const deleteSourceRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/sources/:id",
    {
      config: { scope: "uploads:write" },
      schema: {
        operationId: "deleteSource",
        summary: "Delete a source with its credentials, and end its sync",
        description: "Files that were copied stay; uploads with objects that are still to be copied fail.",
        tags: ["sources"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const source = await lockSource(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toSource(source));
        await deleteSourceRow(tx, source);
      });
      return reply.code(204).send(null);
    },
  );
};
