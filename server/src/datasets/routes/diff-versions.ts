import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { sendBuilding } from "../../exports/routes/send-download.ts";
import { Building } from "../../exports/schemas.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { readCursor, sendPage, writeCursor } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { findDiff } from "../download.ts";
import { isByte, readPageOfLines } from "../page-of-lines.ts";
import { DatasetDifference, DiffQuery, VersionParams } from "../schemas.ts";

/** `GET /v1/datasets/:id/versions/:version/diff` */
export const diffVersionsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/datasets/:id/versions/:version/diff",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "diffDatasetVersions",
        summary: "List the items that were added, removed or changed between two versions, by id",
        tags: ["datasets"],
        params: VersionParams,
        querystring: DiffQuery,
        response: {
          200: page(DatasetDifference),
          202: Building,
          ...errorResponses(400, 401, 403, 404, 409, 410, 429),
        },
      },
    },
    async (request, reply) => {
      const { id: dataset_id, version } = request.params;
      const { from, limit, cursor } = request.query;
      const file = await findDiff(deps, callerOf(request), { dataset_id, version }, from);
      if (file === undefined) return sendBuilding(reply);
      const list = `diff ${dataset_id} ${file.version} ${file.since}`;
      const start = cursor === undefined ? 0 : Number(readCursor(cursor, list, isByte).time);
      const { lines, next } = await readPageOfLines(deps.blobs.kept(file), start, limit);
      return sendPage(deps.config, request, reply, {
        data: lines.map((line) => JSON.parse(line)), // safe: diffText wrote it
        has_more: next !== null,
        next_cursor: next === null ? null : writeCursor(list, { time: String(next), id: "" }),
      });
    },
  );
};

/** Whether a cursor has the place of a byte. */
