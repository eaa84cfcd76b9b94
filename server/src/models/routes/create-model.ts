import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf, personOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { createModel } from "../change.ts";
import { CreateModel, NewModel, toModel } from "../schemas.ts";

/** `POST /v1/models` */
export const createModelRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/models",
    {
      config: { scope: "projects:write" },
      schema: {
        operationId: "createModel",
        summary: "Register a model; only this response shows a secret that Assay makes",
        tags: ["models"],
        body: CreateModel,
        response: { 201: NewModel, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const owner = { account_id: caller.account_id, member_id: personOf(caller) };
        const { model, secret } = await createModel(deps, tx, owner, request.body);
        return {
          status: 201,
          body: { ...toModel(model, caller), secret },
          location: `/v1/models/${model.id}`,
        };
      }),
  );
};
