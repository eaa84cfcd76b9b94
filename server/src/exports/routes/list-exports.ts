import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { withinPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { Export, toExport } from "../schemas.ts";
import { selectExports } from "../store.ts";

const ExportQuery = Type.Object({
  ...PageQuery.properties,
  project_id: Type.Optional(Type.String({ maxLength: 50 })),
  batch_id: Type.Optional(Type.String({ maxLength: 50 })),
  status: Type.Optional(Type.Enum(["processing", "ready", "failed"])),
});

/** `GET /v1/exports` */
export const listExportsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/exports",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "listExports",
        summary: "List exports",
        tags: ["exports"],
        querystring: ExportQuery,
        response: { 200: page(Export), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { project_id, batch_id, status } = request.query;
      const caller = callerOf(request);
      const within = withinPart(caller, "exports.project_id");
      let query = selectExports(db, caller.account_id);
      if (within !== undefined) query = query.where(within);
      if (project_id !== undefined) query = query.where("project_id", "=", project_id);
      if (batch_id !== undefined) query = query.where("batch_id", "=", batch_id);
      if (status !== undefined) query = query.where("status", "=", status);
      const rows = await listPage(request, query, "exports");
      const data = rows.data.map((row) => toExport(deps.config, row));
      return sendPage(deps.config, request, reply, { ...rows, data });
    },
  );
};
