import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchemaCompiler } from "fastify";
import Type, { type TSchema } from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { findImport, requestImport } from "./dataset-import.ts";
import { ANSWERS, GOLD, importLines, PREDICTIONS, refuseTooLarge } from "./import.ts";
import {
  DatasetImport,
  ImportAnswers,
  ImportDataset,
  Imported,
  ImportGold,
  ImportPredictions,
  ImportQuery,
  LastDatasetImport,
} from "./schemas.ts";

const STREAMED = [
  "application/x-ndjson",
  "application/jsonl",
  "application/x-jsonlines",
  "application/octet-stream",
];
/** Binary, since generated clients send the bytes of such a body as they are. */
const Lines = { schema: Type.String({ format: "binary", description: "One JSON object per line" }) };

const Dataset = {
  schema: Type.String({ format: "binary", description: "With `format`: the dataset of another tool" }),
};

const DESCRIPTION =
  "JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, " +
  "unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.";

/** Routes of imports of answers, predictions and known answers. */
export const importRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.addContentTypeParser(STREAMED, (_request, payload, done) => done(null, payload));

  for (const { path, operationId, summary, body, kind } of IMPORTS) {
    app.post(
      `/batches/:id/${path}`,
      {
        config: { scope: "annotations:write" },
        bodyLimit: LIMITS.inline_upload_bytes,
        validatorCompiler: exceptBodies(app.validatorCompiler),
        onRequest: refuseTooLarge,
        schema: {
          operationId,
          summary,
          description: DESCRIPTION,
          tags: ["annotations"],
          params: IdParams,
          querystring: ImportQuery,
          body: {
            content: {
              "application/json": { schema: body },
              "application/x-ndjson": Lines,
              "application/octet-stream": Dataset,
            },
          },
          response: { 200: Imported, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 507) },
        },
      },
      async (request, reply) => {
        const { dry_run, clip, on_conflict, on_error, format } = request.query;
        const options = { clip, skipsConflicts: on_conflict === "skip", skipsFaults: on_error === "skip" };
        const batch_id = request.params.id;
        return importLines(deps, { request, reply, batch_id, isDryRun: dry_run, options, format }, kind);
      },
    );
  }
};

/** Routes of imports of datasets that were uploaded, which a job makes. */
export const datasetImportRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const tags = ["annotations"];

  app.post(
    "/uploads/:id/import",
    {
      config: { scope: "annotations:write" },
      schema: {
        operationId: "importDataset",
        summary: "Import an uploaded dataset of another tool into a batch",
        description:
          "For a file of any size, uploaded with `content=dataset`. A job reads it in pieces and stores all answers at once, or none; " +
          "`GET` of the same address shows how far it is, and names faults with their place in the file. After it has ended, the upload can be imported again.",
        tags,
        params: IdParams,
        body: ImportDataset,
        response: { 202: DatasetImport, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const upload_id = request.params.id;
      return idempotent(deps, { request, reply }, async (tx) => ({
        status: 202,
        body: await requestImport(tx, callerOf(request), deps.now(), { ...request.body, upload_id }),
        location: `/v1/uploads/${upload_id}/import`,
      }));
    },
  );

  app.get(
    "/uploads/:id/import",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "getDatasetImport",
        summary: "Read the progress and the result of the last import of an uploaded dataset",
        tags,
        params: IdParams,
        response: { 200: LastDatasetImport, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => ({ last: await findImport(deps.db, callerOf(request).account_id, request.params.id) }),
  );
};

const IMPORTS = [
  {
    path: "annotations",
    operationId: "importAnnotations",
    summary: "Import answers from another tool; they count like submitted ones",
    body: ImportAnswers,
    kind: ANSWERS,
  },
  {
    path: "predictions",
    operationId: "importPredictions",
    summary: "Import predictions of a model as pre-labels",
    body: ImportPredictions,
    kind: PREDICTIONS,
  },
  {
    path: "gold",
    operationId: "importGold",
    summary: "Import known answers (gold), which measure annotators",
    body: ImportGold,
    kind: GOLD,
  },
] as const;

/** Lines are validated one by one while they are read, so that faults name their line. */
function exceptBodies(compile: FastifySchemaCompiler<TSchema> | undefined): FastifySchemaCompiler<TSchema> {
  return (route) => (route.httpPart === "body" || compile === undefined ? () => true : compile(route));
}
