import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import type { Skip } from "../receiving/skips.ts";
import { getUpload, listSkips } from "../store.ts";

const Lines = Type.String({
  description:
    "One JSON object per line: `filename` (or the URL), `line` (null for a whole file) and `reason`",
});

/** `GET /v1/uploads/{id}/skipped` */
export const listSkippedRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/uploads/:id/skipped",
    {
      config: { scope: "uploads:read" },
      schema: {
        operationId: "listSkipped",
        summary: "List what an upload has left out, as JSON lines",
        description:
          "Files beside the media of an archive, and faulty files and lines with `on_error=skip`: at most 10,000.",
        tags: ["uploads"],
        params: IdParams,
        response: {
          200: {
            description: "Everything that was left out, in order",
            content: { "application/x-ndjson": { schema: Lines } },
          },
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const upload = await getUpload(deps.db, callerOf(request).account_id, request.params.id);
      return sendSkips(reply, await listSkips(deps.db, upload));
    },
  );
};

function sendSkips(reply: FastifyReply, skips: readonly Skip[]): FastifyReply {
  const lines = skips.map((skip) => `${JSON.stringify(skip)}\n`);
  return reply.type("application/x-ndjson").send(Buffer.from(lines.join("")));
}
