import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { isSigned } from "../content-url.ts";
import { receivePiece } from "../pieces.ts";
import { getSignedUpload } from "../signed.ts";
import { takeRawBodies, withBody } from "./raw-body.ts";

const Permission = Type.Object({ expires: Type.String(), signature: Type.String() });

/** `PUT /v1/uploads/{id}/content` */
export const putUploadContentRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  takeRawBodies(app);
  app.put(
    "/uploads/:id/content",
    {
      config: { scope: null, isLogged: false },
      schema: {
        operationId: "putUploadContent",
        summary: "Send the bytes of an upload to its upload_url",
        description: "Send the whole file in one request, with exactly the announced size. Needs no key.",
        tags: ["uploads"],
        security: [{}],
        params: IdParams,
        querystring: Permission,
        body: { content: { "*/*": { schema: Type.String({ format: "binary" }) } } },
        response: { 204: Type.Null(), ...errorResponses(400, 403, 404, 409, 410, 413, 422, 423) },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!isSigned(deps, "upload_content", id, request.query)) {
        throw new ServiceError("forbidden", "the signature of this URL is invalid or has expired");
      }
      await withBody(request, reply, async (chunks) =>
        receivePiece(deps, await getSignedUpload(deps.db, id), { offset: 0, chunks, isLast: true }),
      );
      return reply.code(204).send(null);
    },
  );
};
