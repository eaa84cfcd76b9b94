import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sql } from "kysely";
import { mediaPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { getProject } from "../projects/store.ts";
import { Blockers, blockersOf } from "./blockers.ts";

/** What a project's batches wait for, and who can act on it. */
export const blockerRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, now }) => {
  app.get(
    "/projects/:id/blockers",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listBlockers",
        summary: "List what a project's batches wait for, and who can act on it",
        tags: ["projects"],
        params: IdParams,
        response: { 200: Blockers, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const project = await getProject(db, caller.account_id, request.params.id);
      const readable = mediaPart(caller)?.upload ?? sql<boolean>`true`;
      const uploads = caller.scopes.has("uploads:read") ? readable : sql<boolean>`false`;
      return { data: await blockersOf(db, project, { now: now(), uploads }) };
    },
  );
};
