import { FORMATS } from "@assay/domain/formats/registry.ts";
import { PROJECT_STATUSES } from "@assay/domain/project.ts";
import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sql } from "kysely";
import Type from "typebox";
import { withinPart } from "../bounds/within.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { listByPosition, listPage, PageQuery, PositionQuery, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { Blockers, blockersOf } from "./blockers.ts";
import { changeProject, removeProject } from "./change.ts";
import { createProject } from "./create.ts";
import { progressOf } from "./progress.ts";
import {
  ChangeProject,
  CreateProject,
  Project,
  ProjectVersion,
  toProject,
  toProjectVersion,
} from "./schemas.ts";
import { getAnnotationType } from "./settings.ts";
import { getProject, listVersions, lockProject, type ProjectRow, selectProjects } from "./store.ts";

const tags = ["projects"];
const read = { scope: "projects:read" } as const;
const write = { scope: "projects:write" } as const;

const Include = Type.Object({
  include: Type.Optional(
    Type.Enum(["progress"], { description: "Adds the progress of the project's batches" }),
  ),
});

const ProjectQuery = Type.Object({
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

const Names = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      aliases: Type.Array(Type.String()),
      annotation_types: Type.Array(Type.String()),
    }),
  ),
});
const TypeNames = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      aliases: Type.Array(Type.String()),
      media: Type.Array(Type.String()),
      default_format: Type.String(),
      result_schema: Type.Record(Type.String(), Type.Unknown()),
      options_schema: Type.Record(Type.String(), Type.Unknown(), {
        description: "The JSON Schema of a project's type_options",
      }),
    }),
  ),
});

/** Projects with their guideline versions, and what types and formats there are. */
export const projectRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config, now } = deps;

  /** How far projects are, where that is asked for. */
  const progressWhere = async (include: "progress" | undefined, rows: readonly ProjectRow[]) =>
    include === undefined
      ? undefined
      : progressOf(
          db,
          rows.map(({ id }) => id),
        );

  app.post(
    "/projects",
    {
      config: write,
      schema: {
        operationId: "createProject",
        summary: "Create a project",
        tags,
        body: CreateProject,
        response: { 201: Project, ...errorResponses(400, 401, 403, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const project = await createProject(tx, callerOf(request).account_id, now(), request.body);
        return { status: 201, body: toProject(project), location: `/v1/projects/${project.id}` };
      }),
  );

  app.get(
    "/projects",
    {
      config: read,
      schema: {
        operationId: "listProjects",
        summary: "List projects",
        tags,
        querystring: ProjectQuery,
        response: { 200: page(Project), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { status, annotation_type, name, include, ...paging } = request.query;
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
      const rows = await listPage(query, "projects", paging);
      const progress = await progressWhere(include, rows.data);
      return sendPage(config, request, reply, {
        ...rows,
        data: rows.data.map((row) => toProject(row, progress?.(row.id))),
      });
    },
  );

  app.get(
    "/projects/:id",
    {
      config: read,
      schema: {
        operationId: "getProject",
        summary: "Read a project",
        tags,
        params: IdParams,
        querystring: Include,
        response: { 200: Project, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const row = await getProject(db, callerOf(request).account_id, request.params.id);
      const progress = await progressWhere(request.query.include, [row]);
      return toProject(row, progress?.(row.id));
    },
  );

  app.get(
    "/projects/:id/blockers",
    {
      config: read,
      schema: {
        operationId: "listBlockers",
        summary: "List what blocks a project's batches until somebody decides",
        tags,
        params: IdParams,
        response: { 200: Blockers, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id } = await getProject(db, callerOf(request).account_id, request.params.id);
      return { data: await blockersOf(db, id) };
    },
  );

  app.patch(
    "/projects/:id",
    {
      config: write,
      schema: {
        operationId: "changeProject",
        summary: "Change a project",
        tags,
        params: IdParams,
        body: ChangeProject,
        response: { 200: Project, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const before = await lockProject(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toProject(before));
        return toProject(await changeProject(tx, before, now(), request.body));
      }),
  );

  app.delete(
    "/projects/:id",
    {
      config: write,
      schema: {
        operationId: "deleteProject",
        summary: "Delete a project that has no batch",
        tags,
        params: IdParams,
        response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
      },
    },
    async (request, reply) => {
      await inChange(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request).account_id, request.params.id);
        assertIfMatch(request, toProject(project));
        await removeProject(tx, project);
      });
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/projects/:id/versions",
    {
      config: read,
      schema: {
        operationId: "listProjectVersions",
        summary: "List a project's guideline versions, newest first",
        tags,
        params: IdParams,
        querystring: PositionQuery,
        response: { 200: page(ProjectVersion), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { id } = await getProject(db, callerOf(request).account_id, request.params.id);
      const versions = await listByPosition(
        id,
        request.query,
        (after, limit) => listVersions(db, id, after < 0 ? undefined : after, limit),
        ({ version }) => version,
      );
      const data = versions.data.map(toProjectVersion);
      return sendPage(config, request, reply, { ...versions, data });
    },
  );

  app.get(
    "/annotation-types",
    {
      config: read,
      schema: {
        operationId: "listAnnotationTypes",
        summary: "List the annotation types, with the JSON Schema of their results",
        tags,
        response: { 200: TypeNames, ...errorResponses(401, 403, 429) },
      },
    },
    async () => ({
      data: ANNOTATION_TYPES.map(({ name, aliases, media, default_format, schema, options }) => ({
        name,
        aliases: [...aliases],
        media: [...media],
        default_format,
        result_schema: { ...schema },
        options_schema: { ...options },
      })),
    }),
  );

  app.get(
    "/export-formats",
    {
      config: read,
      schema: {
        operationId: "listExportFormats",
        summary: "List the export formats, with the annotation types that they support",
        tags,
        response: { 200: Names, ...errorResponses(401, 403, 429) },
      },
    },
    async () => ({
      data: FORMATS.map(({ name, aliases, types }) => ({
        name,
        aliases: [...aliases],
        annotation_types: [...types],
      })),
    }),
  );
};
