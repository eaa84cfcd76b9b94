import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { listEvents } from "./list.ts";
import { Event, EventQuery } from "./schemas.ts";
import { getEventBody } from "./store.ts";

const tags = ["events"];
const read = { scope: "events:read" } as const;

/** Events, for clients that poll instead of receiving webhooks. */
export const eventRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;

  app.get(
    "/events",
    {
      config: read,
      schema: {
        operationId: "listEvents",
        summary: "List events, oldest first; the last page has a next_cursor too, to continue later",
        tags,
        querystring: EventQuery,
        response: { 200: page(Event), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const events = await listEvents(deps, callerOf(request).account_id, request.query);
      return sendStored(reply, sendPage(config, request, reply, events));
    },
  );

  app.get(
    "/events/:id",
    {
      config: read,
      schema: {
        operationId: "getEvent",
        summary: "Read an event as webhooks receive it; kept for 30 days",
        tags,
        params: IdParams,
        response: { 200: Event, ...errorResponses(401, 403, 404, 410, 429) },
      },
    },
    async (request, reply) => {
      const body = await getEventBody(db, callerOf(request).account_id, request.params.id);
      return sendStored(reply, JSON.parse(body));
    },
  );
};

/** Not by the schema, which would drop unknown fields: bodies are the bytes that webhooks got. */
function sendStored(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.type("application/json; charset=utf-8").serializer(JSON.stringify).send(answer);
}
