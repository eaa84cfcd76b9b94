import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { withinPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { removeUnusedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Tx } from "../platform/database/db.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { listPage, PageQuery, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { addFiles } from "./add-files.ts";
import { createBatch } from "./create.ts";
import { deleteBatch } from "./erase.ts";
import { AddFiles, Batch, ChangeBatch, CreateBatch, toBatch } from "./schemas.ts";
import { startBatch } from "./start.ts";
import { type BatchRow, getBatch, lockBatch, selectBatches, updateBatch } from "./store.ts";

const tags = ["batches"];
const read = { scope: "batches:read" } as const;
const write = { scope: "batches:write" } as const;
const faults = errorResponses(400, 401, 403, 404, 409, 415, 422, 429);

const BatchQuery = Type.Object({
  ...PageQuery.properties,
  project_id: Type.Optional(Type.String({ maxLength: 50 })),
  status: Type.Optional(Batch.properties.status),
});

/** Batches and what moves them through their states. */
export const batchRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config, now } = deps;

  /** The batch as it stands in `tx`. */
  const shown = async (tx: Tx, { account_id, id }: Pick<BatchRow, "account_id" | "id">) =>
    toBatch(config, await getBatch(tx, account_id, id));

  app.post(
    "/batches",
    {
      config: write,
      schema: {
        operationId: "createBatch",
        summary: "Create a batch from uploads or files",
        tags,
        body: CreateBatch,
        response: { 201: Batch, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const { account_id } = callerOf(request);
        const id = await createBatch(tx, account_id, now(), request.body);
        return { status: 201, body: await shown(tx, { account_id, id }), location: `/v1/batches/${id}` };
      }),
  );

  app.get(
    "/batches",
    {
      config: read,
      schema: {
        operationId: "listBatches",
        summary: "List batches",
        tags,
        querystring: BatchQuery,
        response: { 200: page(Batch), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { project_id, status, ...paging } = request.query;
      const caller = callerOf(request);
      const within = withinPart(caller, "batches.project_id");
      let query = selectBatches(db, caller.account_id);
      if (within !== undefined) query = query.where(within);
      if (project_id !== undefined) query = query.where("batches.project_id", "=", project_id);
      if (status !== undefined) query = query.where("batches.status", "=", status);
      const rows = await listPage(query, "batches", paging);
      return sendPage(config, request, reply, {
        ...rows,
        data: rows.data.map((row) => toBatch(config, row)),
      });
    },
  );

  app.get(
    "/batches/:id",
    {
      config: read,
      schema: {
        operationId: "getBatch",
        summary: "Read a batch",
        tags,
        params: IdParams,
        response: { 200: Batch, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toBatch(config, await getBatch(db, callerOf(request).account_id, request.params.id)),
  );

  app.patch(
    "/batches/:id",
    {
      config: write,
      schema: {
        operationId: "changeBatch",
        summary: "Change a batch's name, priority, hold or metadata",
        tags,
        params: IdParams,
        body: ChangeBatch,
        response: { 200: Batch, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, await shown(tx, batch));
        const { metadata, ...change } = request.body;
        const kept = metadata === undefined ? {} : { metadata: JSON.stringify(metadata) };
        await updateBatch(tx, batch.id, { ...change, ...kept, updated_at: now() });
        return shown(tx, batch);
      }),
  );

  app.delete(
    "/batches/:id",
    {
      config: write,
      schema: {
        operationId: "deleteBatch",
        summary: "Delete a batch with its answers and datasets",
        tags,
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 412, 429) },
      },
    },
    async (request, reply) => {
      const digests = await inChange(deps, request, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, await shown(tx, batch));
        return deleteBatch(tx, batch, now());
      });
      await removeUnusedBlobs(deps, digests);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/batches/:id/files",
    {
      config: write,
      schema: {
        operationId: "addBatchFiles",
        summary: "Add files to a batch that has not started",
        tags,
        params: IdParams,
        body: AddFiles,
        response: { 200: Batch, ...faults },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        await addFiles(tx, batch, now(), request.body);
        return { status: 200, body: await shown(tx, batch) };
      }),
  );

  app.post(
    "/batches/:id/start",
    {
      config: write,
      schema: {
        operationId: "startBatch",
        summary: "Start a batch before its first answer",
        tags,
        params: IdParams,
        response: { 200: Batch, ...errorResponses(401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        await startBatch(tx, batch, now());
        return { status: 200, body: await shown(tx, batch) };
      }),
  );
};
