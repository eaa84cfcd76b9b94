import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { hasKey, idempotentAfter } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import type { RateLimiter } from "../../platform/rate-limits/rate-limit.ts";
import { assist } from "../assist.ts";
import { AssistedObjects, AssistTask } from "../assist-schemas.ts";
import { getOwnTask } from "./get-own-task.ts";

/** Requests of one task's member in a minute: a click a second. */
const MOST_A_MINUTE = 60;

/** What the routes of tasks use. */
export interface TaskDeps extends Deps {
  /** Counts what processes allow together. */
  readonly limiter: RateLimiter;
}

/** `POST /v1/tasks/:id/assist` */
export const assistTaskRoute: FastifyPluginAsyncTypebox<TaskDeps> = async (app, deps) => {
  const { db, now, limiter } = deps;
  app.post(
    "/tasks/:id/assist",
    {
      config: { scope: "annotations:write", isLogged: false },
      schema: {
        operationId: "assistTask",
        summary: "Ask the project's model for the objects that a person points at",
        description:
          "For the member of a leased task, 60 times a minute. The model has 2 seconds. What it suggests is stored nowhere: submit it as any " +
          "other object.",
        tags: ["tasks"],
        params: IdParams,
        body: AssistTask,
        response: {
          200: AssistedObjects,
          ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429, 502, 504),
        },
      },
    },
    async (request, reply) => {
      const asked = async () => {
        const own = await getOwnTask(db, callerOf(request), request.params.id);
        const { task } = own;
        const whose = task.member_id ?? task.account_id;
        const { allowed } = await limiter.take(`assist:${whose}`, "assist", MOST_A_MINUTE, now().getTime());
        if (!allowed)
          throw new ServiceError(
            "rate_limit_exceeded",
            `a member may ask a model ${MOST_A_MINUTE} times a minute; wait a moment`,
          );
        return { objects: await assist(deps, own, request.body) };
      };
      if (!hasKey(request)) return asked();
      // No transaction waits for the model: a few slow answers would take all connections to the database.
      return idempotentAfter(deps, { request, reply }, asked, async (_tx, body) => ({ status: 200, body }));
    },
  );
};
