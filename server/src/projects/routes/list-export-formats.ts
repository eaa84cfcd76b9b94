import { FORMATS } from "@assay/domain/formats/registry.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";

const Names = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      aliases: Type.Array(Type.String()),
      annotation_types: Type.Array(Type.String()),
    }),
  ),
});
/** `GET /v1/export-formats` */
export const listExportFormatsRoute: FastifyPluginAsyncTypebox<Deps> = async (app) => {
  app.get(
    "/export-formats",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listExportFormats",
        summary: "List the export formats, with the annotation types that they support",
        tags: ["projects"],
        response: { 200: Names, ...errorResponses(401, 403, 429) },
      },
    },
    async () => ({
      data: FORMATS.map(({ name, aliases, types }) => ({
        name,
        aliases: [...aliases],
        annotation_types: [...types],
      })),
    }),
  );
};
