import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { askBulk, countBulk, getBulkJob } from "./bulk.ts";
import { BulkCount, BulkItems, BulkJob, toBulkJob } from "./schemas.ts";

const tags = ["items"];
const read = { scope: "annotations:read" } as const;
const write = { scope: "annotations:write" } as const;

/** Routes of changes to many items, which a job makes. */
export const bulkRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;

  app.post(
    "/items/bulk",
    {
      config: write,
      schema: {
        operationId: "bulkItems",
        summary:
          "Change many items: priority, requeue, exclude, gold, accept_prediction, adjudicate, release",
        description:
          "Responds with the number of items, a lower bound if the filter has more than 50,000 to look at; a job then " +
          "changes all of them, 500 at a time. All actions but gold and release need " +
          "batches that are created or processing.",
        tags,
        body: BulkItems,
        response: { 200: BulkCount, 202: BulkJob, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const { dry_run = false, ...sent } = request.body;
      const caller = callerOf(request);
      return idempotent(deps, { request, reply }, async (tx) => {
        if (dry_run) return { status: 200, body: await countBulk(tx, caller, sent) };
        const job = await askBulk(tx, caller, deps.now(), sent);
        return { status: 202, body: toBulkJob(job), location: `/v1/items/bulk/${job.id}` };
      });
    },
  );

  app.get(
    "/items/bulk/:id",
    {
      config: read,
      schema: {
        operationId: "getBulkJob",
        summary: "Read the progress of a bulk change",
        tags,
        params: IdParams,
        response: { 200: BulkJob, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toBulkJob(await getBulkJob(db, callerOf(request).account_id, request.params.id)),
  );
};
