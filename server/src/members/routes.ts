import { ServiceError } from "@assay/domain/errors.ts";
import { ROLES } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { actorOf, callerOf } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { listPage, PageQuery, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { getProject } from "../projects/store.ts";
import { assertMayGive, changeMember, createMember, deleteMember } from "./change.ts";
import { importMembers } from "./import.ts";
import { inviteByMail } from "./mail-invitation.ts";
import { resumeMember } from "./pauses.ts";
import { presentMember, presentMembers } from "./present.ts";
import {
  ChangeMember,
  CreateMember,
  ImportMembers,
  Invitation,
  Member,
  NewMember,
  ResumeMember,
  toInvitation,
} from "./schemas.ts";
import { getMember, lockMember, type MemberRow, selectMembers } from "./store.ts";

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

const reading: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config, now }) => {
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
      return sendPage(config, request, reply, {
        ...members,
        data: await presentMembers(db, members.data, now()),
      });
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
      presentMember(db, await getMember(db, callerOf(request).account_id, request.params.id), now()),
  );
};

const writing: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { now } = deps;

  const invited = async (tx: Tx, member: MemberRow): Promise<NewMember> => {
    const made = member.email === null ? null : toInvitation(await inviteByMail(tx, deps, member));
    return { ...(await presentMember(tx, member, now())), invitation: made };
  };

  app.post("/members", { config: write, schema: createSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const member = await createMember(tx, callerOf(request), now(), request.body);
      return { status: 201, body: await invited(tx, member), location: `/v1/members/${member.id}` };
    }),
  );

  app.post("/members/import", { config: write, schema: importSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const members = await importMembers(tx, callerOf(request), now(), request.body.csv);
      const data: NewMember[] = [];
      for (const member of members) data.push(await invited(tx, member));
      return { status: 200, body: { data } };
    }),
  );

  app.post("/members/:id/invite", { config: write, schema: inviteSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const caller = callerOf(request);
      const member = await lockMember(tx, caller.account_id, request.params.id);
      assertMayGive(caller, member.role);
      assertInvitable(member);
      return { status: 200, body: toInvitation(await inviteByMail(tx, deps, member)) };
    }),
  );

  app.patch("/members/:id", { config: write, schema: changeSchema }, async (request) =>
    inChange(deps, request, async (tx) => {
      const caller = callerOf(request);
      const before = await lockMember(tx, caller.account_id, request.params.id);
      assertIfMatch(request, await presentMember(tx, before, now()));
      return presentMember(tx, await changeMember(tx, caller, before, now(), request.body), now());
    }),
  );

  app.post("/members/:id/resume", { config: write, schema: resumeSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const caller = callerOf(request);
      const member = await lockMember(tx, caller.account_id, request.params.id);
      const { id: project_id } = await getProject(tx, caller.account_id, request.body.project_id);
      await resumeMember(tx, { member_id: member.id, project_id }, actorOf(caller), now());
      return { status: 200, body: await presentMember(tx, member, now()) };
    }),
  );

  app.delete("/members/:id", { config: write, schema: deleteSchema }, async (request, reply) => {
    await inChange(deps, request, async (tx) => {
      const caller = callerOf(request);
      const before = await lockMember(tx, caller.account_id, request.params.id);
      assertIfMatch(request, await presentMember(tx, before, now()));
      await deleteMember(tx, caller, before, now());
    });
    return reply.code(204).send(null);
  });
};

/** Throws `invalid_state` where a link would lead nowhere. */
function assertInvitable({ active, email }: MemberRow): void {
  if (active && email !== null) return;
  const why = active ? "has no e-mail address: set one" : "is deactivated: activate them";
  throw new ServiceError("invalid_state", `the member ${why}, then invite again`);
}

const createSchema = {
  operationId: "createMember",
  summary: "Add a member; invites a member with an e-mail address",
  tags,
  body: CreateMember,
  response: { 201: NewMember, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
};

const importSchema = {
  operationId: "importMembers",
  summary: "Add members from a CSV file, all or none; invites those with an e-mail address",
  tags,
  body: ImportMembers,
  response: {
    200: Type.Object({ data: Type.Array(NewMember) }),
    ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429),
  },
};

const inviteSchema = {
  operationId: "inviteMember",
  summary: "Mail a member a new link: to join, or to set a new password",
  description:
    "Earlier links stop working. Assay mails a link for a new password only to the member: `url` is null.",
  tags,
  params: IdParams,
  response: { 200: Invitation, ...errorResponses(401, 403, 404, 409, 422, 429) },
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
  summary: "Resume a member who is paused in a project for wrong gold answers",
  tags,
  params: IdParams,
  body: ResumeMember,
  response: { 200: Member, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
};

const deleteSchema = {
  operationId: "deleteMember",
  summary: "Delete a member; their answers stay under a pseudonym",
  tags,
  params: IdParams,
  response: { 204: Type.Null(), ...errorResponses(401, 403, 404, 409, 412, 429) },
};
