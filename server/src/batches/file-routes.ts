import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth.ts";
import type { Db } from "../platform/db.ts";
import { errorResponses } from "../platform/error-handler.ts";
import { isPosition, PageQuery, readCursor, sendPage, toPage, writeCursor } from "../platform/paging.ts";
import { IdParams, page } from "../platform/wire.ts";
import { contentUrl } from "../uploads/content-url.ts";
import { File, toFile } from "../uploads/schemas.ts";
import { getBatch } from "./store.ts";

const FilesQuery = Type.Object({ limit: PageQuery.properties.limit, cursor: PageQuery.properties.cursor });
const LIST = "batch files";

/** The files that a batch is made of. */
export const batchFileRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/batches/:id/files",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listBatchFiles",
        summary: "List the files of a batch, in its order",
        tags: ["batches"],
        params: IdParams,
        querystring: FilesQuery,
        response: { 200: page(File), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { id } = await getBatch(deps.db, callerOf(request).account_id, request.params.id);
      const after = cursor === undefined ? 0 : Number(readCursor(cursor, LIST, isPosition).time);
      const rows = await listFilesAfter(deps.db, id, after, limit + 1);
      const found = toPage(rows, limit, (row) => writeCursor(LIST, { time: String(row.place), id: row.id }));
      const data = found.data.map((row) => toFile(row, contentUrl(deps, row.id)));
      return sendPage(deps.config, request, reply, { ...found, data });
    },
  );
};

async function listFilesAfter(db: Db, batch_id: string, after: number, limit: number) {
  return db
    .selectFrom("batch_files")
    .innerJoin("files", "files.id", "batch_files.file_id")
    .selectAll("files")
    .select("batch_files.position as place")
    .where("batch_files.batch_id", "=", batch_id)
    .where("batch_files.position", ">", after)
    .orderBy("batch_files.position")
    .limit(limit)
    .execute();
}
