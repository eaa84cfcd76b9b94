import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { getBatch, lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { readPlan } from "./plan.ts";
import { readRuns } from "./read.ts";
import { AutoAcceptPlan, AutoAccepts, PlanQuery, StartAutoAccept } from "./schemas.ts";
import { cancelAutoAccept, startAutoAccept } from "./start.ts";

const tags = ["batches"];
const read = { scope: "batches:read" } as const;
const write = { scope: "batches:write" } as const;

/** Routes that show how a model labels items of a batch with a stated risk, and what that would save. */
export const autoAcceptRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;

  app.get(
    "/batches/:id/auto-accept",
    {
      config: read,
      schema: {
        operationId: "listAutoAccepts",
        summary: "Read how a model labels items of a batch",
        tags,
        params: IdParams,
        response: { 200: AutoAccepts, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id: batch_id, account_id } = await getBatch(
        db,
        callerOf(request).account_id,
        request.params.id,
      );
      return { data: await readRuns(db, { account_id, batch_id }) };
    },
  );

  app.get(
    "/batches/:id/auto-accept/plan",
    {
      config: read,
      schema: {
        operationId: "planAutoAccept",
        summary: "Estimate what a model's labels would save",
        tags,
        params: IdParams,
        querystring: PlanQuery,
        response: { 200: AutoAcceptPlan, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const batch = await getBatch(db, callerOf(request).account_id, request.params.id);
      return readPlan(db, batch, request.query);
    },
  );
};

/** Routes that start and cancel it. */
export const autoAcceptChanges: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;

  app.post(
    "/batches/:id/auto-accept",
    {
      config: write,
      schema: {
        operationId: "startAutoAccept",
        summary: "Let a model label the items on which it is sure enough",
        description:
          "Withholds the items that have a prediction from annotators, except a random sample, which people answer blind. Then chooses the " +
          "lowest threshold of the score that shows, by this sample, that at most `max_wrong` of the labels above it are wrong. Items above it " +
          "get the model's label, the others go to people. The batch's audit judges all labels together.",
        tags,
        params: IdParams,
        body: StartAutoAccept,
        response: { 202: AutoAccepts, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { account_id } = callerOf(request);
        const batch = await lockBatch(tx, account_id, request.params.id);
        await startAutoAccept(tx, batch, request.body, now());
        return {
          status: 202,
          body: { data: await readRuns(tx, { account_id, batch_id: batch.id }) },
          location: `/v1/batches/${batch.id}/auto-accept`,
        };
      }),
  );

  app.delete(
    "/batches/:id/auto-accept",
    {
      config: write,
      schema: {
        operationId: "cancelAutoAccept",
        summary: "Cancel the auto-accept that is under way",
        description: "All items that it withholds go to annotators. No label of the model is accepted.",
        tags,
        params: IdParams,
        response: { 202: AutoAccepts, ...errorResponses(401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { account_id } = callerOf(request);
      const body = await inChange(deps, request, async (tx) => {
        const batch = await lockBatch(tx, account_id, request.params.id);
        await cancelAutoAccept(tx, batch, now());
        return { data: await readRuns(tx, { account_id, batch_id: batch.id }) };
      });
      return reply.code(202).send(body);
    },
  );
};
