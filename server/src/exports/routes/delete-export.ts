import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { removeAfterRequest } from "../../platform/blobs/blob-rows.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { toExport } from "../schemas.ts";
import { deleteExport, lockExport } from "../store.ts";

/** `DELETE /v1/exports/:id` */
export const deleteExportRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/exports/:id",
    {
      config: { scope: "batches:write" }, // more than reading: others may still need it
      schema: {
        operationId: "deleteExport",
        summary: "Delete an export and its file",
        tags: ["exports"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      const { sha256 } = await inChange(deps, request, async (tx) => {
        const found = await lockExport(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toExport(deps.config, found));
        await deleteExport(tx, found);
        return found;
      });
      if (sha256 !== null) await removeAfterRequest(deps, [sha256]);
      return reply.code(204).send(null);
    },
  );
};
