import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { hasKey, idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import type { Submitted } from "../record.ts";
import { SubmitTask, SubmittedAnnotation, toSubmitted } from "../schemas.ts";
import { afterSubmit, createSubmits, submitTask } from "../submit.ts";

/** `POST /v1/tasks/:id/submit` */
export const submitTaskRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const submits = createSubmits(deps);
  app.post(
    "/tasks/:id/submit",
    {
      config: { scope: "annotations:write", isLogged: false },
      schema: {
        operationId: "submitTask",
        summary: "Submit the answer to a claimed task",
        tags: ["tasks"],
        params: IdParams,
        body: SubmitTask,
        response: { 200: SubmittedAnnotation, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const submit = { caller: callerOf(request), id: request.params.id, sent: request.body };
      if (!hasKey(request)) return toSubmitted(await submits(submit));
      let submitted: Submitted[] = [];
      const afterCommit = () => afterSubmit(deps, submitted);
      return idempotent(deps, { request, reply, afterCommit }, async (tx) => {
        submitted = [await submitTask(deps, tx, submit)];
        return { status: 200, body: submitted.map(toSubmitted)[0] };
      });
    },
  );
};
