import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { mediaPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { FILES_INLINED, toUpload, Upload } from "../schemas.ts";
import { listFirstFiles, selectUploads, type UploadRow } from "../store.ts";

const UploadQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Upload.properties.status),
  source_id: Type.Optional(Type.String({ maxLength: 100 })),
});

/** `GET /v1/uploads` */
export const listUploadsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;
  app.get(
    "/uploads",
    {
      config: { scope: "uploads:read" },
      schema: {
        operationId: "listUploads",
        summary: "List uploads",
        tags: ["uploads"],
        querystring: UploadQuery,
        response: { 200: page(Upload), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { status, source_id } = request.query;
      const caller = callerOf(request);
      let uploads = selectUploads(db, caller.account_id);
      const part = mediaPart(caller);
      if (part !== undefined) uploads = uploads.where(part.upload);
      if (status !== undefined) uploads = uploads.where("status", "=", status);
      if (source_id !== undefined) uploads = uploads.where("source_id", "=", source_id);
      const rows = await listPage(request, uploads, "uploads");
      return sendPage(config, request, reply, {
        ...rows,
        data: await describeUploads(deps, caller.account_id, rows.data),
      });
    },
  );
};

async function describeUploads({ db }: Deps, account_id: string, uploads: readonly UploadRow[]) {
  const files = await listFirstFiles(
    db,
    account_id,
    uploads.map(({ id }) => id),
    FILES_INLINED,
  );
  const byUpload = Map.groupBy(files, ({ upload_id }) => upload_id);
  return uploads.map((upload) => toUpload(upload, byUpload.get(upload.id) ?? []));
}
