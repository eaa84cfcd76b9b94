import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeSourceRoute } from "./change-source.ts";
import { checkSourceRoute } from "./check-source.ts";
import { createSourceRoute } from "./create-source.ts";
import { deleteSourceRoute } from "./delete-source.ts";
import { getSourceRoute } from "./get-source.ts";
import { listSourcesRoute } from "./list-sources.ts";
import { syncSourceRoute } from "./sync-source.ts";

/** Buckets from which files are taken. */
export const sourceRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createSourceRoute,
    listSourcesRoute,
    getSourceRoute,
    changeSourceRoute,
    deleteSourceRoute,
    checkSourceRoute,
    syncSourceRoute,
  ])
    await app.register(route, deps);
};
