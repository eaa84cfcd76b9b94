import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { certifyDatasetVersionRoute } from "./certify-version.ts";
import { changeDatasetRoute } from "./change-dataset.ts";
import { createDatasetRoute } from "./create-dataset.ts";
import { createDatasetVersionRoute } from "./create-version.ts";
import { deleteDatasetRoute } from "./delete-dataset.ts";
import { diffVersionsRoute } from "./diff-versions.ts";
import { downloadVersionRoute } from "./download-version.ts";
import { getDatasetRoute } from "./get-dataset.ts";
import { getDatasetVersionRoute } from "./get-version.ts";
import { linkVersionRoute } from "./link-version.ts";
import { listChangesRoute } from "./list-changes.ts";
import { listDatasetsRoute } from "./list-datasets.ts";
import { listVersionBatchesRoute } from "./list-version-batches.ts";
import { listDatasetVersionsRoute } from "./list-versions.ts";
import { pushDatasetVersionRoute } from "./push-version.ts";

/** Datasets over the batches of a project, and their frozen versions. */
export const datasetRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createDatasetRoute,
    listDatasetsRoute,
    getDatasetRoute,
    changeDatasetRoute,
    deleteDatasetRoute,
    createDatasetVersionRoute,
    listDatasetVersionsRoute,
    getDatasetVersionRoute,
    certifyDatasetVersionRoute,
    pushDatasetVersionRoute,
    listVersionBatchesRoute,
    downloadVersionRoute,
    linkVersionRoute,
    diffVersionsRoute,
    listChangesRoute,
  ])
    await app.register(route, deps);
};
