import { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifySchemaCompiler } from "fastify";
import Type, { type TSchema } from "typebox";
import { getBatch } from "../batches/store.ts";
import { assertNotBlind } from "../bounds/blind.ts";
import type { Deps } from "../deps.ts";
import { encoded } from "../exports/chunks.ts";
import { ANSWERS, GOLD, importLines, PREDICTIONS, refuseTooLarge } from "../imports/import.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { IdParams } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { listItemAnnotations, streamAnnotations } from "./list.ts";
import {
  DryRunQuery,
  ImportAnswers,
  Imported,
  ImportGold,
  ImportPredictions,
  ItemAnnotations,
} from "./schemas.ts";

const tags = ["annotations"];
const read = { scope: "annotations:read" } as const;
const write = { scope: "annotations:write" } as const;

const NDJSON = ["application/x-ndjson", "application/jsonl", "application/x-jsonlines"];
const Lines = { schema: Type.String({ description: "A JSON object a line" }) };

const DESCRIPTION =
  "JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none: the message " +
  "of a 400 names the first 20 faults as `line 17: …`.";

/** Answers, pre-labels and gold: read them, and take in what was made elsewhere. */
export const annotationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;
  app.addContentTypeParser(NDJSON, (_request, payload, done) => done(null, payload));

  app.get(
    "/items/:id/annotations",
    {
      config: read,
      schema: {
        operationId: "listItemAnnotations",
        summary: "Every answer to an item, and the label they came to",
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
        summary: "Every answer to a batch, as JSON lines, oldest first",
        tags,
        params: IdParams,
        response: {
          200: {
            description: "An Annotation a line, with external_id and annotator",
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
      return sendLines(reply, request.method === "HEAD" ? undefined : streamAnnotations(db, batch));
    },
  );

  for (const { path, operationId, summary, body, kind } of IMPORTS) {
    app.post(
      `/batches/:id/${path}`,
      {
        config: write,
        bodyLimit: LIMITS.inline_upload_bytes,
        validatorCompiler: exceptBodies(app.validatorCompiler),
        onRequest: refuseTooLarge,
        schema: {
          operationId,
          summary,
          description: DESCRIPTION,
          tags,
          params: IdParams,
          querystring: DryRunQuery,
          body: { content: { "application/json": { schema: body }, "application/x-ndjson": Lines } },
          response: { 200: Imported, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 507) },
        },
      },
      async (request, reply) => {
        const { params, query } = request;
        return importLines(deps, { request, reply, batch_id: params.id, isDryRun: query.dry_run }, kind);
      },
    );
  }
};

const IMPORTS = [
  {
    path: "annotations",
    operationId: "importAnnotations",
    summary: "Import answers that were given elsewhere: they count as if they were submitted",
    body: ImportAnswers,
    kind: ANSWERS,
  },
  {
    path: "predictions",
    operationId: "importPredictions",
    summary: "Import pre-labels: what models say of items",
    body: ImportPredictions,
    kind: PREDICTIONS,
  },
  {
    path: "gold",
    operationId: "importGold",
    summary: "Import answers that are known to be right, to measure annotators by",
    body: ImportGold,
    kind: GOLD,
  },
] as const;

/** Lines are checked one by one while they are read, so that faults name their line. */
function exceptBodies(compile: FastifySchemaCompiler<TSchema> | undefined): FastifySchemaCompiler<TSchema> {
  return (route) => (route.httpPart === "body" || compile === undefined ? () => true : compile(route));
}

function sendLines(reply: FastifyReply, lines: AsyncIterable<string> | undefined): FastifyReply {
  return reply.type("application/x-ndjson").send(Readable.from(lines === undefined ? [] : encoded(lines)));
}
