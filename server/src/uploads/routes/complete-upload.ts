import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotentAfter } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { completeSent } from "../complete.ts";
import { FILES_INLINED, toUpload, Upload } from "../schemas.ts";
import { getUpload, listFirstFiles, type UploadRow } from "../store.ts";

/** `POST /v1/uploads/{id}/complete` */
export const completeUploadRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/uploads/:id/complete",
    {
      config: { scope: "uploads:write", isLogged: false },
      schema: {
        operationId: "completeUpload",
        summary: "Finish an upload whose bytes were sent to its upload_url",
        description:
          "Required if `upload_url` is an address of the object store: the service then checks size and digest and " +
          "processes the file. Otherwise, and when repeated, it changes nothing; it answers 423 while another request completes the upload.",
        tags: ["uploads"],
        params: IdParams,
        response: { 200: Upload, ...errorResponses(400, 401, 403, 404, 409, 410, 422, 423, 429) },
      },
    },
    async (request, reply) => {
      const complete = async (): Promise<UploadRow> =>
        completeSent(deps, await getUpload(deps.db, callerOf(request).account_id, request.params.id));
      return idempotentAfter(deps, { request, reply }, complete, async (tx, upload) => {
        const files = await listFirstFiles(tx, upload.account_id, [upload.id], FILES_INLINED);
        return { status: 200, body: toUpload(upload, files) };
      });
    },
  );
};
