import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { isPlace } from "../events/list.ts";
import { callerOf, type Keys } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { follow } from "./follow.ts";
import { createWatchers } from "./watchers.ts";

const SCOPE = "events:read";

/** The account's live events and progress, for screens that stay open. */
export const streamRoutes: FastifyPluginAsyncTypebox<Deps & { readonly keys: Keys }> = async (app, deps) => {
  const watchers = createWatchers(deps);
  app.addHook("preClose", () => watchers.stop());

  app.get(
    "/stream",
    {
      config: { scope: SCOPE },
      schema: {
        operationId: "streamEvents",
        summary: "Stream the account's events (server-sent events); use fetch with a bearer token",
        description:
          "Each event has `event` (its type), `data` (the event as webhooks get it) and `id`; send the last `id` as " +
          "`Last-Event-ID` to continue after it, up to 30 days later. Without it the stream starts now. Between events " +
          "`batch.progress` reports a batch's progress, at most once a second and without `id`, and a comment is sent " +
          "every 15 seconds. It ends when the key or token ends, when the service stops, and for a reader who takes " +
          "nothing for 30 seconds; come back then. Opening one counts as one request.",
        tags: ["events"],
        headers: Type.Object({ "last-event-id": Type.Optional(Type.String({ maxLength: 20 })) }),
        response: {
          200: {
            description: "Server-sent events until one side ends them",
            content: { "text/event-stream": { schema: Type.String() } },
          },
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request, reply) => {
      const after = placeIn(request);
      reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no"); // nginx would buffer it
      if (request.method === "HEAD") return send(reply, Readable.from([]));
      const { account_id } = callerOf(request);
      const watcher = watchers.watch(account_id);
      if (reply.raw.destroyed)
        watcher.stop(); // the reader left while its key was checked
      else reply.raw.once("close", watcher.stop);
      const isAllowed = async (): Promise<boolean> => {
        const caller = await deps.keys.authenticate(request.headers.authorization);
        return caller?.account_id === account_id && caller.scopes.has(SCOPE);
      };
      const cutOff = (): void => void reply.raw.destroy();
      return send(reply, Readable.from(follow({ after, watcher, isAllowed, cutOff })));
    },
  );
};

/** Checked here: the schema only requires text. */
function send(reply: FastifyReply, lines: Readable): FastifyReply {
  return reply.send(lines);
}

function placeIn({ headers }: FastifyRequest): number | undefined {
  const sent = headers["last-event-id"];
  if (sent === undefined || sent === "") return undefined;
  if (isPlace(String(sent))) return Number(sent);
  throw new ServiceError("invalid_request", "Last-Event-ID must be the id of an event of this stream");
}
