import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { receivePiece } from "../pieces.ts";
import { getUpload } from "../store.ts";
import { takeRawBodies, withBody } from "./raw-body.ts";
import { assertTus, checksumIn, isTus, offsetIn, PIECE_TYPE, tusHeaders } from "./tus.ts";

/** `PATCH /v1/uploads/{id}` */
export const appendToUploadRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  takeRawBodies(app);
  app.patch(
    "/uploads/:id",
    {
      config: { scope: "uploads:write", isFree: isTus, isLogged: false },
      validatorCompiler: () => () => true,
      schema: {
        operationId: "appendToUpload",
        summary: "Send a piece of a resumable upload (tus 1.0.0)",
        description: "Takes Tus-Resumable, Upload-Offset and, if sent, Upload-Checksum. Consumes no quota.",
        tags: ["uploads"],
        params: IdParams,
        body: { content: { [PIECE_TYPE]: { schema: Type.String({ format: "binary" }) } } },
        response: {
          204: Type.Null(),
          ...errorResponses(400, 401, 403, 404, 409, 410, 412, 413, 415, 423, 429),
          460: errorResponses(400)[400],
        },
      },
    },
    async (request, reply) => {
      const key = await getUpload(deps.db, callerOf(request).account_id, request.params.id);
      assertTus(request, reply);
      const offset = offsetIn(request);
      const checksum = checksumIn(request);
      const upload = await withBody(request, reply, (chunks) =>
        receivePiece(deps, key, { offset, chunks, checksum, isLast: false }),
      );
      return reply.code(204).headers(tusHeaders(upload)).send(null);
    },
  );
};
