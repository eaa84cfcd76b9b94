import { PROJECT_STATUSES } from "@assay/domain/project.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sql } from "kysely";
import Type from "typebox";
import { withinPart } from "../../bounds/within.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { Project, toProject } from "../schemas.ts";
import { getAnnotationType } from "../settings.ts";
import { selectProjects } from "../store.ts";

import { Include, progressWhere } from "./include-progress.ts";

export const ProjectQuery = Type.Object({
  ...PageQuery.properties,
  ...Include.properties,
  status: Type.Optional(
    Type.Enum([...PROJECT_STATUSES, "all"], { description: "Default: all except archived" }),
  ),
  annotation_type: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.Optional(
    Type.String({ maxLength: 200, description: "Text that the name contains, ignoring case" }),
  ),
});

/** `GET /v1/projects` */
export const listProjectsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/projects",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listProjects",
        summary: "List projects",
        tags: ["projects"],
        querystring: ProjectQuery,
        response: { 200: page(Project), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { status, annotation_type, name, include } = request.query;
      const caller = callerOf(request);
      const within = withinPart(caller, "projects.id");
      let query = selectProjects(db, caller.account_id);
      if (within !== undefined) query = query.where(within);
      if (status === undefined) query = query.where("status", "!=", "archived");
      else if (status !== "all") query = query.where("status", "=", status);
      if (annotation_type !== undefined) {
        query = query.where("canonical_type", "=", getAnnotationType(annotation_type).name);
      }
      if (name !== undefined) query = query.where(sql<boolean>`strpos(lower(name), lower(${name})) > 0`);
      const rows = await listPage(request, query, "projects");
      const progress = await progressWhere(db, callerOf(request).account_id, include, rows.data);
      return sendPage(config, request, reply, {
        ...rows,
        data: rows.data.map((row) => toProject(row, progress?.(row.id))),
      });
    },
  );
};
