import { ROLES } from "@assay/domain/member.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, PageQuery, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { presentMembers } from "../present.ts";
import { Member } from "../schemas.ts";
import { selectMembers } from "../store.ts";

const MemberQuery = Type.Object({
  ...PageQuery.properties,
  role: Type.Optional(Type.Enum([...ROLES])),
  active: Type.Optional(Type.Boolean()),
  external_id: Type.Optional(Type.String({ maxLength: 200 })),
});

/** `GET /v1/members` */
export const listMembersRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config, now } = deps;
  app.get(
    "/members",
    {
      config: { scope: "members:read" },
      schema: {
        operationId: "listMembers",
        summary: "List the account's members",
        tags: ["members"],
        querystring: MemberQuery,
        response: { 200: page(Member), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const { role, active, external_id } = request.query;
      const { account_id } = callerOf(request);
      let query = selectMembers(db, account_id);
      if (role !== undefined) query = query.where("role", "=", role);
      if (active !== undefined) query = query.where("active", "=", active);
      if (external_id !== undefined) query = query.where("external_id", "=", external_id);
      const members = await listPage(request, query, "members");
      return sendPage(config, request, reply, {
        ...members,
        data: await presentMembers(db, account_id, members.data, now()),
      });
    },
  );
};
