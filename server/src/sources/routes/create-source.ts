import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf, personOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createSource } from "../change.ts";
import { CreateSource, Source, toSource } from "../schemas.ts";

/** `POST /v1/sources` */
export const createSourceRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/sources",
    {
      config: { scope: "uploads:write" },
      schema: {
        operationId: "createSource",
        summary: "Register a bucket from which files are taken",
        description: "Nothing is read from it before `POST /v1/sources/{id}/check` or `/sync`.",
        tags: ["sources"],
        body: CreateSource,
        response: { 201: Source, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const owner = { account_id: caller.account_id, member_id: personOf(caller) };
        const source = await createSource(deps, tx, owner, request.body);
        return { status: 201, body: toSource(source), location: `/v1/sources/${source.id}` };
      }),
  );
};
