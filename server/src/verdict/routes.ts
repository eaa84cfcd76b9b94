import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { readBatch } from "../batches/read-batch.ts";
import { Batch } from "../batches/schemas.ts";
import { lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { commitSeed } from "../draws/steps.ts";
import { callerOf, personOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { amendBatch } from "./amend.ts";
import { askAudit } from "./ask-audit.ts";
import { reworkBatch } from "./rework.ts";
import { AmendBatch, AskAudit, ReworkBatch } from "./schemas.ts";

const tags = ["batches"];
const write = { scope: "batches:write" } as const;
const faults = errorResponses(400, 401, 403, 404, 409, 415, 422, 429);

/** Routes that start another round, a new revision, or a verdict that the policy does not ask for. */
export const verdictRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { config, now } = deps;

  app.post(
    "/batches/:id/rework",
    {
      config: write,
      schema: {
        operationId: "reworkBatch",
        summary: "Send a failed batch to rework",
        tags,
        params: IdParams,
        body: ReworkBatch,
        response: { 200: Batch, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        const member_id = personOf(callerOf(request));
        await reworkBatch(tx, batch, { reason: request.body.reason ?? null, member_id }, now());
        await commitSeed(deps, tx, { ...batch, round: batch.round + 1 });
        return { status: 200, body: await readBatch(tx, config, callerOf(request), batch.id) };
      }),
  );

  app.post(
    "/batches/:id/amend",
    {
      config: write,
      schema: {
        operationId: "amendBatch",
        summary: "Reopen items of a certified batch for a new revision",
        tags,
        params: IdParams,
        body: AmendBatch,
        response: { 200: Batch, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        await amendBatch(tx, batch, request.body, now());
        await commitSeed(deps, tx, { ...batch, round: batch.round + 1 });
        return { status: 200, body: await readBatch(tx, config, callerOf(request), batch.id) };
      }),
  );

  app.post(
    "/batches/:id/audit",
    {
      config: write,
      schema: {
        operationId: "askAudit",
        summary: "Request an audit of a completed batch without a verdict",
        tags,
        params: IdParams,
        body: AskAudit,
        response: { 200: Batch, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        await askAudit(tx, batch, request.body.level, now());
        return { status: 200, body: await readBatch(tx, config, callerOf(request), batch.id) };
      }),
  );
};
