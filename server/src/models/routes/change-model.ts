import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeModel } from "../change.ts";
import { ChangeModel, Model, toModel } from "../schemas.ts";
import { lockModel } from "../store.ts";

/** `PATCH /v1/models/{id}` */
export const changeModelRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.patch(
    "/models/:id",
    {
      config: { scope: "projects:write" },
      schema: {
        operationId: "changeModel",
        summary: "Change a model; its name, version and kind stay",
        tags: ["models"],
        params: IdParams,
        body: ChangeModel,
        response: { 200: Model, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const caller = callerOf(request);
        const before = await lockModel(tx, caller.account_id, request.params.id);
        assertIfMatch(request, toModel(before, caller));
        return toModel(await changeModel(deps, tx, before, request.body), caller);
      }),
  );
};
