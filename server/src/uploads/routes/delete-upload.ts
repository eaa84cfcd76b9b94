import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { deleteUpload } from "../delete.ts";
import { assertTus, isTus } from "./tus.ts";

/** `DELETE /v1/uploads/{id}` */
export const deleteUploadRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.delete(
    "/uploads/:id",
    {
      config: { scope: "uploads:write" },
      schema: {
        operationId: "deleteUpload",
        summary: "Delete an upload that no batch uses",
        tags: ["uploads"],
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      if (isTus(request)) assertTus(request, reply);
      await deleteUpload(deps, request, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
