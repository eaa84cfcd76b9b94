import { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply } from "fastify";
import Type from "typebox";
import { getBatch } from "../batches/store.ts";
import { assertNotBlind } from "../bounds/views.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { encoded } from "../platform/chunks.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { listItemAnnotations, streamAnnotations } from "./list.ts";
import { ItemAnnotations } from "./schemas.ts";

const tags = ["annotations"];
const read = { scope: "annotations:read" } as const;

const Lines = { schema: Type.String({ description: "One JSON object per line" }) };

/** The answers to an item or a batch. */
export const annotationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/items/:id/annotations",
    {
      config: read,
      schema: {
        operationId: "listItemAnnotations",
        summary: "List all answers to an item, with its label",
        tags,
        params: IdParams,
        response: { 200: ItemAnnotations, ...errorResponses(401, 403, 404, 409, 429) },
      },
    },
    async (request) => listItemAnnotations(db, callerOf(request), request.params.id),
  );

  app.get(
    "/batches/:id/annotations",
    {
      config: read,
      schema: {
        operationId: "streamAnnotations",
        summary: "Download all answers of a batch as JSON lines, oldest first",
        tags,
        params: IdParams,
        response: {
          200: {
            description: "One Annotation per line, with external_id and annotator",
            content: { "application/x-ndjson": Lines },
          },
          ...errorResponses(401, 403, 404, 409, 429),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const batch = await getBatch(db, caller.account_id, request.params.id);
      await assertNotBlind(db, caller, { batch_id: batch.id });
      return sendLines(reply, request.method === "HEAD" ? undefined : streamAnnotations(db, caller, batch));
    },
  );
};

function sendLines(reply: FastifyReply, lines: AsyncIterable<string> | undefined): FastifyReply {
  return reply.type("application/x-ndjson").send(Readable.from(lines === undefined ? [] : encoded(lines)));
}
