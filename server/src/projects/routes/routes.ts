import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeProjectRoute } from "./change-project.ts";
import { createProjectRoute } from "./create-project.ts";
import { deleteProjectRoute } from "./delete-project.ts";
import { getProjectRoute } from "./get-project.ts";
import { listAnnotationTypesRoute } from "./list-annotation-types.ts";
import { listExportFormatsRoute } from "./list-export-formats.ts";
import { listProjectVersionsRoute } from "./list-project-versions.ts";
import { listProjectsRoute } from "./list-projects.ts";

/** Projects with their guideline versions, and the annotation types and export formats. */
export const projectRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createProjectRoute,
    listProjectsRoute,
    getProjectRoute,
    changeProjectRoute,
    deleteProjectRoute,
    listProjectVersionsRoute,
    listAnnotationTypesRoute,
    listExportFormatsRoute,
  ])
    await app.register(route, deps);
};
