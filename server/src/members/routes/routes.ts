import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeMemberRoute } from "./change-member.ts";
import { changeQualificationRoute } from "./change-qualification.ts";
import { createMemberRoute } from "./create-member.ts";
import { deleteMemberRoute } from "./delete-member.ts";
import { getMemberRoute } from "./get-member.ts";
import { importMembersRoute } from "./import-members.ts";
import { inviteMemberRoute } from "./invite-member.ts";
import { listMembersRoute } from "./list-members.ts";
import { resumeMemberRoute } from "./resume-member.ts";

/** The members of an account: their roles, projects and groups, and their invitations. */
export const memberRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    listMembersRoute,
    getMemberRoute,
    createMemberRoute,
    importMembersRoute,
    inviteMemberRoute,
    changeMemberRoute,
    resumeMemberRoute,
    changeQualificationRoute,
    deleteMemberRoute,
  ])
    await app.register(route, deps);
};
