import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";

const TypeNames = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      aliases: Type.Array(Type.String()),
      media: Type.Array(Type.String()),
      default_format: Type.String(),
      result_schema: Type.Record(Type.String(), Type.Unknown()),
      options_schema: Type.Record(Type.String(), Type.Unknown(), {
        description: "The JSON Schema of a project's type_options",
      }),
    }),
  ),
});

/** `GET /v1/annotation-types` */
export const listAnnotationTypesRoute: FastifyPluginAsyncTypebox<Deps> = async (app) => {
  app.get(
    "/annotation-types",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listAnnotationTypes",
        summary: "List the annotation types, with the JSON Schema of their results",
        tags: ["projects"],
        response: { 200: TypeNames, ...errorResponses(401, 403, 429) },
      },
    },
    async () => ({
      data: ANNOTATION_TYPES.map(({ name, aliases, media, default_format, schema, options }) => ({
        name,
        aliases: [...aliases],
        media: [...media],
        default_format,
        result_schema: { ...schema },
        options_schema: { ...options },
      })),
    }),
  );
};
