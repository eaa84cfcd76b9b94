import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { listPage, sendPage } from "../platform/http/paging.ts";
import { page } from "../platform/http/wire.ts";
import { AuditLogQuery, LoggedChange, toLoggedChange } from "./schemas.ts";
import { selectChanges } from "./store.ts";

/** Who changed what; written by the requests that change it (platform/http/changes.ts). */
export const auditLogRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/audit-log",
    {
      config: { scope: "members:read" },
      schema: {
        operationId: "listAuditLog",
        summary: "List who changed what; kept for 400 days",
        description:
          "One entry per request that changed something. Claims, drafts, answers, skips and the bytes of " +
          "uploads are left out, since tasks, annotations and uploads show them.",
        tags: ["audit log"],
        querystring: AuditLogQuery,
        response: { 200: page(LoggedChange), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { actor, action, resource } = request.query;
      const { account_id, scopes } = callerOf(request);
      let query = selectChanges(db, account_id);
      if (actor !== undefined) query = query.where("actor_id", "=", actor);
      if (action !== undefined) query = query.where("action", "=", action);
      if (resource !== undefined) query = query.where("resource_id", "=", resource);
      const changes = await listPage(request, query, "audit_log");
      const data = changes.data.map((row) => toLoggedChange(row, scopes));
      return sendPage(config, request, reply, { ...changes, data });
    },
  );
};
