import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { getBatch } from "../../batches/store.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { assertOwnTask, getTask } from "../../queue/store.ts";
import { auditVerdict } from "../audit-verdict.ts";
import { presentTask } from "../present.ts";
import { Task } from "../schemas.ts";

/** `GET /v1/tasks/:id` */
export const getTaskRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    "/tasks/:id",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "getTask",
        summary: "Read a task with its item and draft",
        tags: ["tasks"],
        params: IdParams,
        response: { 200: Task, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const task = await getTask(db, caller.account_id, request.params.id);
      assertOwnTask(caller, task);
      const shown = await presentTask(deps, db, task);
      const isOver = task.status === "submitted" || task.status === "canceled";
      if (task.kind !== "audit" || !isOver) return shown;
      const batch = await getBatch(db, task.account_id, task.batch_id);
      return { ...shown, verdict: auditVerdict(batch, task) };
    },
  );
};
