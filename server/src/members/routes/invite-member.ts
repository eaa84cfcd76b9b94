import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { inviteByMail } from "../mail-invitation.ts";
import { assertMayGive } from "../may-give.ts";
import { Invitation, toInvitation } from "../schemas.ts";
import { lockMember, type MemberRow } from "../store.ts";

/** `POST /v1/members/{id}/invite` */
export const inviteMemberRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/members/:id/invite",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "inviteMember",
        summary: "Mail a member a new link: to join, or to set a new password",
        description:
          "Earlier links stop working. Assay mails a link for a new password only to the member: `url` is null.",
        tags: ["members"],
        params: IdParams,
        response: { 200: Invitation, ...errorResponses(401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const caller = callerOf(request);
        const member = await lockMember(tx, caller.account_id, request.params.id);
        assertMayGive(caller, member.role);
        assertInvitable(member);
        return { status: 200, body: toInvitation(await inviteByMail(tx, deps, member)) };
      }),
  );
};

/** Throws `invalid_state` if the link would be useless. */
function assertInvitable({ active, email }: MemberRow): void {
  if (active && email !== null) return;
  const why = active ? "has no e-mail address: set one" : "is deactivated: activate them";
  throw new ServiceError("invalid_state", `the member ${why}, then invite again`);
}
