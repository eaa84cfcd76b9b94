import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { assertNotBlind } from "../bounds/views.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { previewConsensus } from "./preview.ts";
import { recomputeConsensus } from "./recompute.ts";
import { ConsensusPreview, ConsensusQuery, ConsensusVersion, RecomputeConsensus } from "./schemas.ts";

/** How the labels of a batch are computed from all its answers. */
export const consensusRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;

  app.get(
    "/batches/:id/consensus",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "previewConsensus",
        summary: "Preview how a model would change the labels, and list the versions so far",
        tags: ["quality"],
        params: IdParams,
        querystring: ConsensusQuery,
        response: { 200: ConsensusPreview, ...errorResponses(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request) => {
      const { method = "auto" } = request.query;
      const caller = callerOf(request);
      await assertNotBlind(db, caller, { batch_id: request.params.id });
      return previewConsensus(db, caller.account_id, request.params.id, method);
    },
  );

  app.post(
    "/batches/:id/consensus",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "recomputeConsensus",
        summary: "Recompute the labels of a completed batch before its audit sample is drawn",
        tags: ["quality"],
        params: IdParams,
        body: RecomputeConsensus,
        response: { 200: ConsensusVersion, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const wish = { asked: request.body.method ?? "auto", now: now() };
        const { account_id } = callerOf(request);
        return { status: 200, body: await recomputeConsensus(tx, account_id, request.params.id, wish) };
      }),
  );
};
