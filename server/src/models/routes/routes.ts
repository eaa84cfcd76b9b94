import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeModelRoute } from "./change-model.ts";
import { changeRunRoute } from "./change-run.ts";
import { createModelRoute } from "./create-model.ts";
import { deleteModelRoute } from "./delete-model.ts";
import { getModelRoute } from "./get-model.ts";
import { getRunRoute } from "./get-run.ts";
import { listModelsRoute } from "./list-models.ts";
import { listPromptsRoute } from "./list-prompts.ts";
import { listRunErrorsRoute } from "./list-run-errors.ts";
import { listRunsRoute } from "./list-runs.ts";
import { predictBatchRoute } from "./predict-batch.ts";
import { replyRoute } from "./reply.ts";

/** Models, and their runs over batches. */
export const modelRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createModelRoute,
    listModelsRoute,
    getModelRoute,
    listPromptsRoute,
    changeModelRoute,
    deleteModelRoute,
    predictBatchRoute,
    listRunsRoute,
    getRunRoute,
    changeRunRoute,
    listRunErrorsRoute,
    replyRoute,
  ])
    await app.register(route, deps);
};
