import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { presentMember } from "../present.ts";
import { Member } from "../schemas.ts";
import { getMember } from "../store.ts";

/** `GET /v1/members/{id}` */
export const getMemberRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;
  app.get(
    "/members/:id",
    {
      config: { scope: "members:read" },
      schema: {
        operationId: "getMember",
        summary: "Read a member",
        tags: ["members"],
        params: IdParams,
        response: { 200: Member, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) =>
      presentMember(db, await getMember(db, callerOf(request).account_id, request.params.id), now()),
  );
};
