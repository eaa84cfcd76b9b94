import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createDataset } from "../create.ts";
import { CreateDataset, Dataset, toDataset } from "../schemas.ts";

/** `POST /v1/datasets` */
export const createDatasetRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/datasets",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "createDataset",
        summary: "Create a dataset: a query over the batches of a project",
        tags: ["datasets"],
        body: CreateDataset,
        response: { 201: Dataset, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const created = await createDataset(tx, callerOf(request), deps.now(), request.body);
        return { status: 201, body: toDataset(created), location: `/v1/datasets/${created.id}` };
      }),
  );
};
