import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { inChange } from "../../platform/http/changes.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { assertIfMatch } from "../../platform/http/etag.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { changeSource } from "../change.ts";
import { ChangeSource, Source, toSource } from "../schemas.ts";
import { lockSource } from "../store.ts";

/** `PATCH /v1/sources/{id}` */
export const changeSourceRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.patch(
    "/sources/:id",
    {
      config: { scope: "uploads:write" },
      schema: {
        operationId: "changeSource",
        summary: "Change the name, credentials or metadata of a source",
        tags: ["sources"],
        params: IdParams,
        body: ChangeSource,
        response: { 200: Source, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const before = await lockSource(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toSource(before));
        return toSource(await changeSource(deps, tx, before, request.body));
      }),
  );
};
