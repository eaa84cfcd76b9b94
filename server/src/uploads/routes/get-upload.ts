import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { FILES_INLINED, toUpload, Upload } from "../schemas.ts";
import { getUpload, listFirstFiles } from "../store.ts";
import { assertTus, isTus, tusHeaders } from "./tus.ts";

/** `GET /v1/uploads/{id}` */
export const getUploadRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/uploads/:id",
    {
      config: { scope: "uploads:read", isFree: (request) => request.method === "HEAD" && isTus(request) },
      schema: {
        operationId: "getUpload",
        summary: "Get an upload",
        tags: ["uploads"],
        params: IdParams,
        response: { 200: Upload, ...errorResponses(401, 403, 404, 410, 412, 429) },
      },
    },
    async (request, reply) => {
      if (isTus(request)) assertTus(request, reply);
      const upload = await getUpload(db, callerOf(request).account_id, request.params.id);
      if (isTus(request)) {
        if (upload.status === "expired")
          throw new ServiceError("gone", `the upload ${upload.id} has expired`);
        reply.headers(tusHeaders(upload));
      }
      return toUpload(upload, await listFirstFiles(db, upload.account_id, [upload.id], FILES_INLINED));
    },
  );
};
