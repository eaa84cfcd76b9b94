import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeDataset } from "../create.ts";
import { ChangeDataset, Dataset, toDataset } from "../schemas.ts";
import { lockDataset } from "../store.ts";

/** `PATCH /v1/datasets/:id` */
export const changeDatasetRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.patch(
    "/datasets/:id",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "changeDataset",
        summary: "Change a dataset's name, and what its later versions hold",
        tags: ["datasets"],
        params: IdParams,
        body: ChangeDataset,
        response: { 200: Dataset, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const before = await lockDataset(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toDataset(before));
        return toDataset(await changeDataset(tx, before, deps.now(), request.body));
      }),
  );
};
