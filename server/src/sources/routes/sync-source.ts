import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { startSync } from "../change.ts";
import { Source, toSource } from "../schemas.ts";
import { lockSource } from "../store.ts";

/** `POST /v1/sources/{id}/sync` */
export const syncSourceRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/sources/:id/sync",
    {
      config: { scope: "uploads:write" },
      schema: {
        operationId: "syncSource",
        summary: "Add the new objects of a source as uploads",
        description:
          "A job lists the objects; `GET /v1/sources/{id}` shows its progress, and `GET /v1/uploads?source_id=` the uploads. " +
          "Nothing is added twice. A sync that runs goes on.",
        tags: ["sources"],
        params: IdParams,
        response: { 202: Source, ...errorResponses(401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const source = await lockSource(tx, callerOf(request).account_id, request.params.id);
        return { status: 202, body: toSource(await startSync(deps, tx, source)) };
      }),
  );
};
