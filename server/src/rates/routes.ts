import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { deleteRate, listRates, setRate } from "./rates.ts";
import { Rate, RateParams, Rates, SetRate } from "./schemas.ts";

/** What members earn. Reading needs `members:write` too: viewers may read members, but not their pay. */
export const rateRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, now } = deps;
  app.get(
    "/members/:id/rates",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "listMemberRates",
        summary: "List what a member earns, and from which day",
        tags: ["members"],
        params: IdParams,
        response: { 200: Rates, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => ({ data: await listRates(db, callerOf(request).account_id, request.params.id) }),
  );

  app.put(
    "/members/:id/rates/:starts_on",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "setMemberRate",
        summary: "Set what a member earns from a day on",
        description: "It counts until the member's next rate begins. Earlier work keeps its rate.",
        tags: ["members"],
        params: RateParams,
        body: SetRate,
        response: { 200: Rate, ...errorResponses(400, 401, 403, 404, 409, 415, 429) },
      },
    },
    async (request) => {
      const { rate } = await inChange(
        deps,
        request,
        (tx) => setRate(tx, callerOf(request), request.params, request.body, now()),
        ({ change }) => change,
      );
      return rate;
    },
  );

  app.delete(
    "/members/:id/rates/:starts_on",
    {
      config: { scope: "members:write" },
      schema: {
        operationId: "deleteMemberRate",
        summary: "Delete a rate; the one before it then counts longer",
        tags: ["members"],
        params: RateParams,
        response: { 204: Type.Null(), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      await inChange(
        deps,
        request,
        (tx) => deleteRate(tx, callerOf(request), request.params),
        (change) => change,
      );
      return reply.code(204).send(null);
    },
  );
};
