import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { apiOf } from "./call.ts";

/** One message: a list of them would be many requests for the price of one. */
const Message = Type.Object({ jsonrpc: Type.Literal("2.0") }, { additionalProperties: true });

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions and streams. A tool sends requests to
 * `/v1` with the caller's key.
 */
export const mcpRoutes: FastifyPluginAsyncTypebox<Pick<Deps, "config">> = async (app, { config }) => {
  app.post(
    "/mcp",
    {
      schema: { hide: true, body: Message },
      onRequest: async (request) => {
        assertOrigin(request, config.baseUrl);
        callerOf(request);
      },
    },
    async (request, reply) => {
      // Loaded by the first message, because most processes never get one.
      const { answerMessage } = await import("./answer.ts");
      const version = request.headers["mcp-protocol-version"];
      const response = await answerMessage(request.body, version?.toString(), apiOf(app, request));
      const text = await response.text();
      if (text === "") return reply.code(response.status).send();
      return reply.code(response.status).type("application/json; charset=utf-8").send(text);
    },
  );
};

/**
 * Throws `forbidden` for a request from a page of another origin, as the protocol asks: a name that resolves to this
 * machine could otherwise reach a service in its network.
 */
function assertOrigin({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  throw new ServiceError(
    "forbidden",
    `pages of other origins may not use /mcp (got Origin: ${origin.slice(0, 200)})`,
  );
}
