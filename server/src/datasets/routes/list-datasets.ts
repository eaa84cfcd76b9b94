import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { withinPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { Dataset, toDataset } from "../schemas.ts";
import { selectDatasets } from "../store.ts";

const DatasetsQuery = Type.Object({
  ...PageQuery.properties,
  project_id: Type.Optional(Type.String({ maxLength: 50 })),
  name: Type.Optional(Type.String({ maxLength: 200, description: "The whole name" })),
});

/** `GET /v1/datasets` */
export const listDatasetsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/datasets",
    {
      config: { scope: "datasets:read" },
      schema: {
        operationId: "listDatasets",
        summary: "List datasets",
        tags: ["datasets"],
        querystring: DatasetsQuery,
        response: { 200: page(Dataset), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { project_id, name } = request.query;
      const within = withinPart(caller, "datasets.project_id");
      let query = selectDatasets(db, caller.account_id);
      if (within !== undefined) query = query.where(within);
      if (project_id !== undefined) query = query.where("project_id", "=", project_id);
      if (name !== undefined) query = query.where("name", "=", name);
      const rows = await listPage(request, query, "datasets");
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toDataset) });
    },
  );
};
