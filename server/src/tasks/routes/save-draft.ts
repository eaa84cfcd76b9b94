import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import type { TaskRow } from "../../queue/claimable.ts";
import { saveDraft } from "../hand-back.ts";
import { presentTask } from "../present.ts";
import { SaveDraft, Task } from "../schemas.ts";
import { lockOwnWork } from "../submit.ts";

/** `PUT /v1/tasks/:id/draft` */
export const saveDraftRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;
  app.put(
    "/tasks/:id/draft",
    {
      config: { scope: "annotations:write", isLogged: false },
      schema: {
        operationId: "saveDraft",
        summary: "Save a draft and renew the lease",
        tags: ["tasks"],
        params: IdParams,
        body: SaveDraft,
        response: { 200: Task, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      db.transaction().execute(async (tx) => {
        const work = await lockOwnWork(
          tx,
          { caller: callerOf(request), id: request.params.id },
          request.body.annotator,
        );
        checkRevision(request, work.task);
        return presentTask(deps, tx, await saveDraft(tx, work, request.body.draft, now()));
      }),
  );
};

function checkRevision(request: FastifyRequest, { revision }: TaskRow): void {
  const sent = request.headers["if-match"];
  if (sent === undefined || sent.replaceAll('"', "") === String(revision)) return;
  throw new ServiceError(
    "precondition_failed",
    `the draft is at revision ${revision}, not ${sent}; read it again`,
  );
}
