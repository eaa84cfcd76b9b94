import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { createExportRoute } from "./create-export.ts";
import { deleteExportRoute } from "./delete-export.ts";
import { downloadBatchRoute } from "./download-batch.ts";
import { downloadExportRoute } from "./download-export.ts";
import { getExportRoute } from "./get-export.ts";
import { linkBatchRoute } from "./link-batch.ts";
import { linkExportRoute } from "./link-export.ts";
import { listExportsRoute } from "./list-exports.ts";

/** Certified datasets, and uncertified exports of any batch. */
export const exportRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    downloadBatchRoute,
    createExportRoute,
    listExportsRoute,
    getExportRoute,
    deleteExportRoute,
    downloadExportRoute,
    linkBatchRoute,
    linkExportRoute,
  ])
    await app.register(route, deps);
};
