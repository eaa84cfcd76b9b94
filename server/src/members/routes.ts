import { ROLES } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { resumeMember } from "../gold/pause.ts";
import { actorOf, callerOf } from "../platform/auth.ts";
import { inChange } from "../platform/changes.ts";
import { errorResponses } from "../platform/error-handler.ts";
import { assertIfMatch } from "../platform/etag.ts";
import { idempotent } from "../platform/idempotency.ts";
import { listPage, PageQuery, sendPage } from "../platform/paging.ts";
import { IdParams, page } from "../platform/wire.ts";
import { getProject } from "../projects/store.ts";
import { changeMember, createMember, deleteMember } from "./change.ts";
import { presentMember, presentMembers } from "./present.ts";
import { ChangeMember, CreateMember, Member, ResumeMember } from "./schemas.ts";
import { getMember, lockMember, selectMembers } from "./store.ts";

const tags = ["members"];
const read = { scope: "members:read" } as const;
const write = { scope: "members:write" } as const;

/** The people who label, and what they may do. */
export const memberRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(reading, deps);
  await app.register(writing, deps);
};

const MemberQuery = Type.Object({
  ...PageQuery.properties,
  role: Type.Optional(Type.Enum([...ROLES])),
  active: Type.Optional(Type.Boolean()),
  external_id: Type.Optional(Type.String({ maxLength: 200 })),
});

const reading: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/members",
    {
      config: read,
      schema: {
        operationId: "listMembers",
        summary: "List the account's members",
        tags,
        querystring: MemberQuery,
        response: { 200: page(Member), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { role, active, external_id, ...paging } = request.query;
      let query = selectMembers(db, callerOf(request).account_id);
      if (role !== undefined) query = query.where("role", "=", role);
      if (active !== undefined) query = query.where("active", "=", active);
      if (external_id !== undefined) query = query.where("external_id", "=", external_id);
      const members = await listPage(query, "members", paging);
      return sendPage(config, request, reply, { ...members, data: await presentMembers(db, members.data) });
    },
  );

  app.get(
    "/members/:id",
    {
      config: read,
      schema: {
        operationId: "getMember",
        summary: "Read a member",
        tags,
        params: IdParams,
        response: { 200: Member, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) =>
      presentMember(db, await getMember(db, callerOf(request).account_id, request.params.id)),
  );
};

const writing: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;

  app.post("/members", { config: write, schema: createSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const member = await createMember(tx, callerOf(request).account_id, now(), request.body);
      return { status: 201, body: await presentMember(tx, member), location: `/v1/members/${member.id}` };
    }),
  );

  app.patch("/members/:id", { config: write, schema: changeSchema }, async (request) =>
    inChange(deps, request, async (tx) => {
      const before = await lockMember(tx, callerOf(request).account_id, request.params.id);
      assertIfMatch(request, await presentMember(tx, before));
      return presentMember(tx, await changeMember(tx, before, now(), request.body));
    }),
  );

  app.post("/members/:id/resume", { config: write, schema: resumeSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const caller = callerOf(request);
      const member = await lockMember(tx, caller.account_id, request.params.id);
      const { id: project_id } = await getProject(tx, caller.account_id, request.body.project_id);
      await resumeMember(tx, { member_id: member.id, project_id }, actorOf(caller), now());
      return { status: 200, body: await presentMember(tx, member) };
    }),
  );

  app.delete("/members/:id", { config: write, schema: deleteSchema }, async (request, reply) => {
    await inChange(deps, request, async (tx) => {
      const before = await lockMember(tx, callerOf(request).account_id, request.params.id);
      assertIfMatch(request, await presentMember(tx, before));
      await deleteMember(tx, before, now());
    });
    return reply.code(204).send(null);
  });
};

const createSchema = {
  operationId: "createMember",
  summary: "Add a member",
  tags,
  body: CreateMember,
  response: { 201: Member, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
};

const changeSchema = {
  operationId: "changeMember",
  summary: "Change a member's name, role, projects or groups; deactivate or reactivate it",
  tags,
  params: IdParams,
  body: ChangeMember,
  response: { 200: Member, ...errorResponses(400, 401, 403, 404, 409, 412, 415, 429) },
};

const resumeSchema = {
  operationId: "resumeMember",
  summary: "Let a member go on in a project where too many of its gold answers were wrong",
  tags,
  params: IdParams,
  body: ResumeMember,
  response: { 200: Member, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
};

const deleteSchema = {
  operationId: "deleteMember",
  summary: "Delete a member: the answers stay, under a pseudonym",
  tags,
  params: IdParams,
  response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
};
