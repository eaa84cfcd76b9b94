import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams } from "../../platform/http/wire.ts";
import { MOST_ANSWER_BYTES } from "../ask-http.ts";
import { takeReply } from "../reply.ts";
import { isReplySigned } from "../reply-url.ts";

const Permission = Type.Object({ account: Type.String(), expires: Type.String(), signature: Type.String() });
type Permission = Readonly<Record<"account" | "expires" | "signature", string>>;

/** `POST /v1/model-requests/{id}/reply` */
export const replyRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/model-requests/:id/reply",
    {
      config: { scope: null, isLogged: false },
      bodyLimit: MOST_ANSWER_BYTES,
      schema: {
        operationId: "replyToModelRequest",
        summary: "Answer a request for predictions later",
        description:
          "For a model that answered 202: the address is the `reply_url` of the request, needs no key, ends after an hour and takes one reply.",
        tags: ["models"],
        security: [{}],
        params: IdParams,
        querystring: Permission,
        body: Type.Object(
          { predictions: Type.Array(Type.Unknown(), { maxItems: 1_000 }) },
          { title: "ModelReply", examples: [{ predictions: [] }] },
        ),
        response: { 204: Type.Null(), ...errorResponses(400, 403, 409, 413, 415) },
      },
      async onRequest(request) {
        // Before a byte of the body is read: only a model that was asked may send much.
        const { account, expires, signature } = request.query as Partial<Permission>;
        const permission = {
          account: String(account),
          expires: String(expires),
          signature: String(signature),
        };
        if (isReplySigned(deps, request.params.id, permission)) return;
        throw new ServiceError("forbidden", "the signature of this URL is invalid or has expired");
      },
    },
    async (request, reply) => {
      await takeReply(deps, request.query.account, request.params.id, request.body);
      return reply.code(204).send(null);
    },
  );
};
