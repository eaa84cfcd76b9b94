import multipart from "@fastify/multipart";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { appendToUploadRoute } from "./append-to-upload.ts";
import { completeUploadRoute } from "./complete-upload.ts";
import { createUploadRoute } from "./create-upload.ts";
import { deleteUploadRoute } from "./delete-upload.ts";
import { getFileRoute } from "./get-file.ts";
import { getFileContentRoute } from "./get-file-content.ts";
import { getPeaksRoute, getSoundRoute, getThumbnailRoute, getUprightRoute } from "./get-rendition.ts";
import { getUploadRoute } from "./get-upload.ts";
import { listSkippedRoute } from "./list-skipped.ts";
import { listUploadFilesRoute } from "./list-upload-files.ts";
import { listUploadsRoute } from "./list-uploads.ts";
import { putUploadContentRoute } from "./put-upload-content.ts";
import { tusOptionsRoute } from "./tus-options.ts";

/** Uploads, their files, and the bytes of files. */
export const uploadRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  for (const route of [
    getFileRoute,
    getFileContentRoute,
    getThumbnailRoute,
    getUprightRoute,
    getPeaksRoute,
    getSoundRoute,
    tusOptionsRoute,
    putUploadContentRoute,
    appendToUploadRoute,
    completeUploadRoute,
    createUploadRoute,
    deleteUploadRoute,
    listUploadsRoute,
    getUploadRoute,
    listUploadFilesRoute,
    listSkippedRoute,
  ])
    await app.register(route, deps);
};
