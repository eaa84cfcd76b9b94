import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import type { Tx } from "../../platform/database/db.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { hasKey, idempotent } from "../../platform/http/idempotency.ts";
import { claimTasks } from "../claim.ts";
import { presentTasks } from "../present.ts";
import { ClaimTasks, Task } from "../schemas.ts";

/** `POST /v1/tasks/claim` */
export const claimTasksRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.post(
    "/tasks/claim",
    {
      config: { scope: "annotations:write", isLogged: false },
      schema: {
        operationId: "claimTasks",
        summary: "Lease the next tasks, for 15 minutes",
        tags: ["tasks"],
        body: ClaimTasks,
        response: {
          200: Type.Object({ data: Type.Array(Task) }),
          ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const claimed = async (tx?: Tx) => {
        const tasks = await claimTasks(deps, callerOf(request), request.body, tx);
        return { data: await presentTasks(deps, tx ?? db, tasks) };
      };
      if (!hasKey(request)) return claimed();
      return idempotent(deps, { request, reply }, async (tx) => ({ status: 200, body: await claimed(tx) }));
    },
  );
};
