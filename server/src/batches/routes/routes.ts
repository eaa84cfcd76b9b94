import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { addBatchFilesRoute } from "./add-batch-files.ts";
import { changeBatchRoute } from "./change-batch.ts";
import { createBatchRoute } from "./create-batch.ts";
import { deleteBatchRoute } from "./delete-batch.ts";
import { getBatchRoute } from "./get-batch.ts";
import { listBatchFilesRoute } from "./list-batch-files.ts";
import { listBatchesRoute } from "./list-batches.ts";
import { startBatchRoute } from "./start-batch.ts";

/** Batches and their files. */
export const batchRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createBatchRoute,
    listBatchesRoute,
    getBatchRoute,
    changeBatchRoute,
    deleteBatchRoute,
    addBatchFilesRoute,
    startBatchRoute,
    listBatchFilesRoute,
  ])
    await app.register(route, deps);
};
